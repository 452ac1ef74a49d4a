//! `wireclip audit verify`.

use std::process::ExitCode;

use anyhow::{Context as _, ensure};
use wireclip_domain::CompanyId;
use wireclip_ports::sealing::Sealer;
use wireclip_services::audit::{self, Verdict};
use wireclip_store::companies::{self, Company};
use wireclip_store::{PageLimit, Schema, Scope, Store};

use crate::config::Settings;
use crate::{assembly, logging, serve};

/// Looks through the activity log of every company, or of one, and says what it found.
///
/// # Errors
/// If the database cannot be read, or has no such company.
pub(crate) fn verify(settings: &Settings, company: Option<CompanyId>) -> anyhow::Result<ExitCode> {
    let key = assembly::known_sealer(settings)?;
    if key.is_none() {
        logging::print("there is no key of this installation here: signatures are not looked at");
    }
    let key = key.as_ref().map(|key| key as &dyn Sealer);
    let is_whole = serve::runtime()?.block_on(async {
        let (store, schema) = assembly::open_store_as_is(settings).await?;
        ensure!(
            schema == Schema::Current,
            "the database was written by another version: start this version's server on it first"
        );
        let is_whole = verify_all(&store, company, key).await?;
        store.close().await.context("close the database")?;
        anyhow::Ok(is_whole)
    })?;
    Ok(if is_whole { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

async fn verify_all(
    store: &Store,
    company: Option<CompanyId>,
    key: Option<&dyn Sealer>,
) -> anyhow::Result<bool> {
    let conn = store.read();
    let scope = company.map_or_else(Scope::everything, Scope::company);
    let companies = companies::list(&conn, &scope, PageLimit::MAX).await.context("list the companies")?;
    ensure!(company.is_none() || !companies.is_empty(), "there is no company of that id");
    let mut is_whole = true;
    for company in companies {
        let verdict = audit::verify(&conn, company.id, key).await;
        let verdict = verdict.with_context(|| format!("look through the log of {}", company.name))?;
        is_whole &= verdict.fault.is_none();
        logging::print(&told(&company, &verdict));
    }
    Ok(is_whole)
}

/// Says in a line what was found.
fn told(company: &Company, verdict: &Verdict) -> String {
    let Verdict { entries, unchained, checkpoints, of_other_keys, fault } = verdict;
    let mut line = format!("{} ({}): ", company.name, company.id);
    match fault {
        Some(fault) => line.push_str(&format!("NOT AS WRITTEN: {fault}; before it ")),
        None => line.push_str("as written: "),
    }
    line.push_str(&format!("{entries} entries, {checkpoints} checkpoints"));
    if *of_other_keys > 0 {
        line.push_str(&format!(", {of_other_keys} of them not proven: another key signed them"));
    }
    if *unchained > 0 {
        line.push_str(&format!("; {unchained} entries are from before logs were chained"));
    }
    line
}
