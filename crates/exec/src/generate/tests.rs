use super::*;

#[test]
fn every_preset_is_well_formed() {
    for (name, config) in Config::presets() {
        for seed in 0..50 {
            let mut ctx = Context::new();
            let module = generate(&mut ctx, seed, &config);
            if let Err(fault) = check_module(&ctx, &module) {
                panic!("preset {name}, seed {seed}: {fault}");
            }
        }
    }
}
