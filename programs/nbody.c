/* Planets on nearly circular orbits around a star, advanced by symplectic steps; energy and momentum must hardly drift.
 * Usage: nbody [steps], default 1000. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { BODIES = 5 };

typedef struct {
    double position[3];
    double velocity[3];
    double mass;
} Body;

static Body system_bodies[BODIES];

static void place_bodies(void)
{
    const double star_mass = 40.0;
    double momentum[3] = {0.0, 0.0, 0.0};

    system_bodies[0].mass = star_mass;
    for (int i = 1; i < BODIES; i++) {
        Body *body = &system_bodies[i];
        double radius = 1.5 * i * i + 1.0;
        double speed = sqrt(star_mass / radius);
        int along_x = i % 2;
        body->mass = 0.03 / i;
        body->position[along_x ? 0 : 1] = radius;
        body->position[2] = 0.05 * i;
        body->velocity[along_x ? 1 : 0] = along_x ? speed : -speed;
        for (int axis = 0; axis < 3; axis++)
            momentum[axis] += body->mass * body->velocity[axis];
    }
    for (int axis = 0; axis < 3; axis++)
        system_bodies[0].velocity[axis] = -momentum[axis] / star_mass;
}

static void advance(double dt)
{
    for (int i = 0; i < BODIES; i++) {
        Body *a = &system_bodies[i];
        for (int j = i + 1; j < BODIES; j++) {
            Body *b = &system_bodies[j];
            double dx = a->position[0] - b->position[0];
            double dy = a->position[1] - b->position[1];
            double dz = a->position[2] - b->position[2];
            double squared = dx * dx + dy * dy + dz * dz;
            double pull = dt / (squared * sqrt(squared));
            a->velocity[0] -= dx * b->mass * pull;
            a->velocity[1] -= dy * b->mass * pull;
            a->velocity[2] -= dz * b->mass * pull;
            b->velocity[0] += dx * a->mass * pull;
            b->velocity[1] += dy * a->mass * pull;
            b->velocity[2] += dz * a->mass * pull;
        }
    }
    for (int i = 0; i < BODIES; i++)
        for (int axis = 0; axis < 3; axis++)
            system_bodies[i].position[axis] += dt * system_bodies[i].velocity[axis];
}

static double energy(void)
{
    double total = 0.0;
    for (int i = 0; i < BODIES; i++) {
        const Body *a = &system_bodies[i];
        double speed_squared = 0.0;
        for (int axis = 0; axis < 3; axis++)
            speed_squared += a->velocity[axis] * a->velocity[axis];
        total += 0.5 * a->mass * speed_squared;
        for (int j = i + 1; j < BODIES; j++) {
            const Body *b = &system_bodies[j];
            double squared = 0.0;
            for (int axis = 0; axis < 3; axis++) {
                double d = a->position[axis] - b->position[axis];
                squared += d * d;
            }
            total -= a->mass * b->mass / sqrt(squared);
        }
    }
    return total;
}

int main(int argc, char **argv)
{
    int steps = argc > 1 ? atoi(argv[1]) : 1000;
    place_bodies();
    double before = energy();
    for (int i = 0; i < steps; i++)
        advance(0.001);
    double after = energy();

    printf("energy before %.6f\n", before);
    printf("energy after  %.6f\n", after);
    for (int i = 0; i < BODIES; i++) {
        const double *p = system_bodies[i].position;
        printf("body %d at distance %.4f\n", i, sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2]));
    }
    puts(fabs(after - before) < 1e-3 ? "energy kept" : "energy lost");
    return EXIT_SUCCESS;
}
