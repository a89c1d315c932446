//! `tidy`: the house rules a compiler does not know. Offences fail; sizes are only told.

mod captured;
mod crates;
mod dependencies;
mod licences;
mod links;
mod sizes;
mod sources;
mod tools;

use anyhow::{Result, bail};

use crate::project::{files, say};

pub(crate) fn run() -> Result<()> {
    let files = files()?;
    let mut offences = sources::check(&files)?;
    offences.extend(captured::check(&files)?);
    offences.extend(tools::check(&files)?);
    offences.extend(links::check(&files)?);
    let metadata = dependencies::metadata()?;
    offences.extend(dependencies::check(&metadata));
    offences.extend(licences::check(&metadata));
    sizes::tell(&files)?;
    for offence in &offences {
        say(format_args!("offence: {offence}"));
    }
    if !offences.is_empty() {
        bail!("{} offences against the house rules, see CONTRIBUTING.md", offences.len());
    }
    Ok(())
}
