//! `wireclip backup` and `wireclip restore`.
//!
//! A backup is a folder: the database, the logs of runs, attachments and images, the workspaces of agents, and
//! a manifest with the size and SHA-256 of each file, written last. A folder without a manifest is a backup that did not finish, and is
//! not restored. It holds the secret that signs runs' tokens, as part of the database, but not
//! the key of the sealed secrets: whoever finds a backup must not be able to open them.

mod manifest;
mod postgres;
mod workspaces;

use std::fs;
use std::num::NonZeroUsize;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, bail, ensure};
use tempfile::TempPath;
use wireclip_adapters::{LocalRunHosts, RunHostsConfig};
use wireclip_domain::{CompanyId, NodeId};
use wireclip_ports::clock::{Clock, SystemClock};
use wireclip_store::{DatabaseUrl, Schema, Store, nodes};

use self::manifest::Manifest;
use self::postgres::Postgres;
use crate::config::Settings;
use crate::home::{self, Home};
use crate::{assembly, logging, serve};

const SQLITE_FILE: &str = "wireclip.sqlite";
const POSTGRES_FILE: &str = "postgres.dump";
const BACKUPS: &str = "backups";
const LOGS_FOLDER: &str = "run-logs";
const FILES_FOLDER: &str = "files";
const WORKSPACES_FILE: &str = "workspaces.tar";

/// Saves everything that Wireclip keeps.
///
/// # Errors
/// If something cannot be read or written; what was written so far has no manifest.
pub(crate) fn back_up(
    settings: &Settings,
    to: Option<PathBuf>,
    keep: Option<NonZeroUsize>,
) -> anyhow::Result<ExitCode> {
    let made_at = SystemClock.now().to_string();
    let all = settings.home.join(BACKUPS);
    let folder = to.unwrap_or_else(|| all.join(made_at.replace([':', '.'], "-")));
    ensure!(!folder.exists(), "{} exists already; choose another folder with --to DIR", folder.display());
    home::make_folder(&folder)?;
    save_database(settings, &folder)?;
    let logs = home::run_logs_in(&settings.home);
    if logs.exists() {
        copy_tree(&logs, &folder.join(LOGS_FOLDER))?;
    }
    let files = home::files_in(&settings.home);
    if files.exists() {
        save_files(&files, &folder.join(FILES_FOLDER))?;
    }
    let workspaces = home::workspaces_in(&settings.home);
    if workspaces.exists() {
        workspaces::pack(&workspaces, &folder.join(WORKSPACES_FILE))?;
    }
    let manifest = Manifest::write(&folder, made_at)?;
    if let Some(keep) = keep {
        remove_old(&all, keep)?;
    }
    logging::print(&format!(
        "saved {} files, {} KiB, to {}",
        manifest.file_count(),
        manifest.size_bytes() / 1024,
        folder.display()
    ));
    let key = home::secrets_key_in(&settings.home);
    if key.exists() {
        logging::print(&format!(
            "the key of stored secrets is not in it: keep a copy of {} elsewhere",
            key.display()
        ));
    }
    Ok(ExitCode::SUCCESS)
}

/// Brings back what [`back_up`] saved.
///
/// # Errors
/// If the backup is incomplete or damaged, a server has the home folder or the database, or there
/// is data and `replace` was not asked for. Nothing is changed then.
pub(crate) fn restore(settings: &Settings, backup: &Path, replace: bool) -> anyhow::Result<ExitCode> {
    let manifest = Manifest::read_and_check(backup)?;
    let saved = Saved::find(settings, backup, &manifest)?;
    let home = Home::take(&settings.home)?;
    require_no_living_runs(&home)?;
    let is_filled = match &saved {
        Saved::Sqlite { .. } => home.database().exists(),
        Saved::Postgres { .. } => is_database_filled(settings, home.node_id()?)?,
    };
    ensure!(replace || !is_filled, "{}", saved.advice(settings));
    let checked = match &saved {
        Saved::Sqlite { file } => Some(checked_copy(file, &settings.home.join(BACKUPS))?),
        Saved::Postgres { .. } => None,
    };
    if is_filled {
        let aside = settings.home.join(format!("replaced-{}", SystemClock.now().unix_millis()));
        home.move_aside(&aside)?;
        logging::print(&format!("moved what was there to {}", aside.display()));
    }
    match saved {
        Saved::Sqlite { .. } => {
            let copy = checked.expect("the copy of an embedded database was checked");
            let database = home.database();
            copy.persist(&database)
                .with_context(|| format!("move the database to {}", database.display()))?;
        }
        Saved::Postgres { database, file } => database.restore(&file)?,
    }
    for log in manifest.paths_below(LOGS_FOLDER) {
        copy_file(&backup.join(LOGS_FOLDER).join(&log), &home.run_logs().join(&log))?;
    }
    for file in manifest.paths_below(FILES_FOLDER) {
        copy_file(&backup.join(FILES_FOLDER).join(&file), &home.files().join(&file))?;
    }
    if manifest.lists(WORKSPACES_FILE) {
        workspaces::unpack(&backup.join(WORKSPACES_FILE), &home.workspaces())?;
    }
    logging::print(&format!("restored the backup of {} to {}", manifest.made_at, settings.home.display()));
    let key = home::secrets_key_in(&settings.home);
    if settings.secrets_key.is_none() && !key.exists() {
        logging::print(&format!(
            "if secrets were stored: bring their key to {} before the next start, which else makes another",
            key.display()
        ));
    }
    Ok(ExitCode::SUCCESS)
}

/// The database of a backup, and where it goes.
enum Saved {
    Sqlite { file: PathBuf },
    Postgres { database: Postgres, file: PathBuf },
}

impl Saved {
    fn find(settings: &Settings, backup: &Path, manifest: &Manifest) -> anyhow::Result<Self> {
        let (has_dump, has_file) = (manifest.lists(POSTGRES_FILE), manifest.lists(SQLITE_FILE));
        match &settings.database_url {
            Some(url) if has_dump => {
                Ok(Self::Postgres { database: Postgres::at(url)?, file: backup.join(POSTGRES_FILE) })
            }
            None if has_file => Ok(Self::Sqlite { file: backup.join(SQLITE_FILE) }),
            Some(_) if has_file => {
                bail!("the backup is of the embedded database: restore it without --database-url")
            }
            None if has_dump => bail!("the backup is of a PostgreSQL database: give --database-url"),
            _ => bail!("the manifest of {} lists no database", backup.display()),
        }
    }

    /// Says what to do about data that is there already.
    fn advice(&self, settings: &Settings) -> String {
        match self {
            Self::Sqlite { .. } => format!(
                "{} holds a database already: restore to another folder with --home DIR, or give --replace, \
                 which moves it aside",
                settings.home.display()
            ),
            Self::Postgres { .. } => {
                "the database of --database-url holds data already: restore to an empty \
                 one, or give --replace, which deletes what is in it"
                    .to_owned()
            }
        }
    }
}

/// Says whether a PostgreSQL database holds data of Wireclip.
///
/// # Errors
/// If it cannot be reached, or servers of other home folders use it. The one of this folder, whose
/// node this is, has been seen not to run.
fn is_database_filled(settings: &Settings, node_id: NodeId) -> anyhow::Result<bool> {
    serve::runtime()?.block_on(async {
        let (store, schema) = assembly::open_store_as_is(settings).await?;
        if schema == Schema::Absent {
            return Ok(false);
        }
        let live = nodes::count_live_others(&store.read(), node_id, SystemClock.now()).await;
        let live = live.context("ask the database who uses it")?;
        ensure!(
            live == 0,
            "{live} other server(s) use the database of --database-url: stop them first (one that has just \
             been stopped counts for half a minute)"
        );
        Ok(true)
    })
}

/// Refuses to put anything in the place of a home folder whose agents are working: they would work
/// on, and nobody would know of them.
fn require_no_living_runs(home: &Home) -> anyhow::Result<()> {
    let hosts = RunHostsConfig::new(assembly::own_executable()?, home.runs(), home.run_logs());
    let hosts = LocalRunHosts::new(hosts).context("find the folders of runs")?;
    let living = serve::runtime()?.block_on(hosts.living()).context("look for working agents")?;
    let names: Vec<_> = living.iter().map(ToString::to_string).collect();
    ensure!(
        living.is_empty(),
        "agents of this home folder still work, in the run(s) {}: wait until they are done, or start the \
         server with --on-shutdown stop and stop it again",
        names.join(", ")
    );
    Ok(())
}

/// Copies a saved database into a folder and looks whether it is one, and whole.
fn checked_copy(file: &Path, folder: &Path) -> anyhow::Result<TempPath> {
    home::make_folder(folder)?;
    let copy = tempfile::Builder::new().prefix("restoring-").tempfile_in(folder);
    let copy = copy.with_context(|| format!("write to {}", folder.display()))?.into_temp_path();
    copy_file(file, &copy)?;
    serve::runtime()?.block_on(async {
        let url = DatabaseUrl::SqliteFile(copy.to_path_buf());
        let refused = || format!("{} cannot be restored: nothing was changed", file.display());
        let (store, schema) = Store::open_as_is(&url).await.with_context(refused)?;
        let damage = store.find_damage().await.with_context(refused)?;
        store.close().await.context("close the copy of the database")?;
        ensure!(
            schema != Schema::Absent,
            "{} is not a database of Wireclip: nothing was changed",
            file.display()
        );
        ensure!(
            damage.is_empty(),
            "{} is damaged ({}): nothing was changed; restore another backup",
            file.display(),
            damage.join("; ")
        );
        Ok(())
    })?;
    Ok(copy)
}

fn save_database(settings: &Settings, folder: &Path) -> anyhow::Result<()> {
    if let Some(url) = &settings.database_url {
        return Postgres::at(url)?.dump(&folder.join(POSTGRES_FILE));
    }
    let file = home::database_in(&settings.home);
    ensure!(file.exists(), "there is nothing to save in {}", settings.home.display());
    serve::runtime()?.block_on(async {
        let (store, _) = assembly::open_store_as_is(settings).await?;
        store.snapshot(&folder.join(SQLITE_FILE)).await.context("save the database (is the disk full?)")?;
        store.close().await.context("close the database")
    })
}

fn copy_file(from: &Path, to: &Path) -> anyhow::Result<()> {
    if let Some(folder) = to.parent() {
        home::make_folder(folder)?;
    }
    fs::copy(from, to)
        // The original may be readable by others.
        .and_then(|_| fs::set_permissions(to, fs::Permissions::from_mode(0o600)))
        .and_then(|()| fs::File::open(to)?.sync_all())
        .with_context(|| format!("copy {} to {} (is the disk full?)", from.display(), to.display()))
}

fn copy_tree(from: &Path, to: &Path) -> anyhow::Result<()> {
    home::make_folder(to)?;
    for entry in fs::read_dir(from).with_context(|| format!("read {}", from.display()))? {
        let entry = entry.with_context(|| format!("read {}", from.display()))?;
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy_tree(&entry.path(), &target)?;
        } else {
            copy_file(&entry.path(), &target)?;
        }
    }
    Ok(())
}

/// Saves attachments and images, after the rows that know of them: what comes in meanwhile is in no row, and
/// what is removed meanwhile is missed by nobody.
fn save_files(from: &Path, to: &Path) -> anyhow::Result<()> {
    home::make_folder(to)?;
    for company in fs::read_dir(from).with_context(|| format!("read {}", from.display()))? {
        let company = company.with_context(|| format!("read {}", from.display()))?;
        if company.file_name().to_string_lossy().parse::<CompanyId>().is_err() {
            continue;
        }
        let target = to.join(company.file_name());
        home::make_folder(&target)?;
        for file in fs::read_dir(company.path()).context("read the files of a company")? {
            let file = file.context("read the files of a company")?;
            match copy_file(&file.path(), &target.join(file.file_name())) {
                Err(_) if !file.path().exists() => {}
                done => done?,
            }
        }
    }
    Ok(())
}

fn remove_old(all: &Path, keep: NonZeroUsize) -> anyhow::Result<()> {
    let mut finished: Vec<_> = fs::read_dir(all)
        .with_context(|| format!("read {}", all.display()))?
        .filter_map(|entry| entry.ok().map(|entry| entry.path()))
        .filter(|path| Manifest::is_in(path))
        .collect();
    // Their names are moments, so they sort by age.
    finished.sort();
    let surplus = finished.len().saturating_sub(keep.get());
    for old in &finished[..surplus] {
        fs::remove_dir_all(old).with_context(|| format!("remove the old backup {}", old.display()))?;
    }
    Ok(())
}
