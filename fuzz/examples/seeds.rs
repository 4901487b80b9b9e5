//! Writes the seeds of all targets to `corpus/`.

use std::path::Path;
use std::{fs, io};

fn main() -> io::Result<()> {
    for target in ["calculator", "decode", "schema", "stream", "text"] {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus").join(target);
        fs::create_dir_all(&folder)?;
        let seeds = jarvis_tools_fuzz::seeds::of(target);
        for (index, seed) in seeds.iter().enumerate() {
            fs::write(folder.join(format!("seed-{index:04}")), seed)?;
        }
        println!("{}: {} seeds", folder.display(), seeds.len());
    }
    Ok(())
}
