/* Shortest paths by Dijkstra with an indexed binary heap that can decrease keys, checked against Bellman and Ford.
 * The graph is stored as one array of edges grouped by source. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

enum { VERTICES = 200, DEGREE = 4, EDGES = VERTICES * DEGREE };

typedef struct {
    int to, length;
} Edge;

static Edge edges[EDGES];
static int distance[VERTICES], parent[VERTICES];
static int heap[VERTICES], place[VERTICES], heap_size;

static void build_graph(void)
{
    unsigned state = 2024;
    for (int v = 0; v < VERTICES; v++)
        for (int i = 0; i < DEGREE; i++) {
            state = state * 1664525u + 1013904223u;
            int to = i == 0 ? (v + 1) % VERTICES : (int)((state >> 8) % VERTICES);
            edges[v * DEGREE + i] = (Edge){to, 1 + (int)(state >> 26) + (i == 0 ? 40 : 0)};
        }
}

static void put(int hole, int vertex)
{
    heap[hole] = vertex;
    place[vertex] = hole;
}

static void rise(int vertex)
{
    int hole = place[vertex];
    while (hole > 0 && distance[heap[(hole - 1) / 2]] > distance[vertex]) {
        put(hole, heap[(hole - 1) / 2]);
        hole = (hole - 1) / 2;
    }
    put(hole, vertex);
}

static int take_nearest(void)
{
    int nearest = heap[0], last = heap[--heap_size], hole = 0;
    for (int child; (child = 2 * hole + 1) < heap_size; hole = child) {
        if (child + 1 < heap_size && distance[heap[child + 1]] < distance[heap[child]])
            child++;
        if (distance[heap[child]] >= distance[last])
            break;
        put(hole, heap[child]);
    }
    put(hole, last);
    return nearest;
}

static int dijkstra(int source)
{
    int improvements = 0;
    for (int v = 0; v < VERTICES; v++) {
        distance[v] = INT_MAX;
        parent[v] = -1;
        put(v, v);
    }
    heap_size = VERTICES;
    distance[source] = 0;
    rise(source);
    while (heap_size > 0) {
        int v = take_nearest();
        if (distance[v] == INT_MAX)
            break;
        for (int i = v * DEGREE; i < (v + 1) * DEGREE; i++) {
            int through = distance[v] + edges[i].length;
            if (through < distance[edges[i].to]) {
                distance[edges[i].to] = through;
                parent[edges[i].to] = v;
                rise(edges[i].to);
                improvements++;
            }
        }
    }
    return improvements;
}

static int bellman_ford_differs(int source)
{
    int slow[VERTICES], changed = 1, differences = 0;
    for (int v = 0; v < VERTICES; v++)
        slow[v] = v == source ? 0 : INT_MAX;
    while (changed) {
        changed = 0;
        for (int i = 0; i < EDGES; i++) {
            int from = i / DEGREE;
            if (slow[from] == INT_MAX || slow[from] + edges[i].length >= slow[edges[i].to])
                continue;
            slow[edges[i].to] = slow[from] + edges[i].length;
            changed = 1;
        }
    }
    for (int v = 0; v < VERTICES; v++)
        differences += slow[v] != distance[v];
    return differences;
}

int main(void)
{
    int differences = 0;
    build_graph();
    for (int source = 0; source < VERTICES; source += 67) {
        int improvements = dijkstra(source), farthest = source;
        long total = 0;
        for (int v = 0; v < VERTICES; v++) {
            total += distance[v];
            if (distance[v] > distance[farthest])
                farthest = v;
        }
        differences += bellman_ford_differs(source);
        printf("from %d: total %ld, %d improvements, farthest %d at %d:", source, total, improvements, farthest, distance[farthest]);
        for (int v = farthest; v != source; v = parent[v])
            printf(" %d", v);
        putchar('\n');
    }
    printf("%d differences\n", differences);
    return differences == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
