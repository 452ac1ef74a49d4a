//! The life of one host, from its order to the exit record.

use std::io::{self, Write};
use std::path::Path;
use std::time::Duration;

use rustix::process::{Signal, WaitStatus};
use wireclip_domain::Timestamp;
use wireclip_domain::run_host::order::StartOrder;
use wireclip_domain::run_host::socket::HostMessage;
use wireclip_domain::run_host::{ChildRecord, ExitRecord, SOCKET_FILE};

use crate::control::Control;
use crate::forgive::Forgive;
use crate::log::{self, LogLimits, LogSummary, RunLog};
use crate::mask::Secrets;
use crate::records::{Claimed, RunFolder};
use crate::watch::Watch;
use crate::{moment, order, processes, program};

/// How long a host goes on trying to write its exit record.
const RECORD_ATTEMPTS: u32 = 120;
const RECORD_RETRY: Duration = Duration::from_millis(500);

/// Carries out the order on standard input, in a run's folder.
///
/// # Errors
/// If nothing was started and nobody could be told why.
pub(crate) fn serve(folder: &Path) -> io::Result<()> {
    crate::keep_files_from_programs();
    rustix::process::setsid().forgive("only the leader of a group may not, and it is on its own already");
    processes::adopt_descendants()?;
    let (order, stdin) = order::read(io::stdin().lock())?;
    let folder = RunFolder::new(std::path::absolute(folder)?);
    std::env::set_current_dir(folder.path())?;
    match folder.claim(&order) {
        Ok(Claimed::Ours) => {}
        Ok(Claimed::Before) => {
            answer(&HostMessage::AlreadyStarted {});
            return Ok(());
        }
        Err(error) => {
            answer(&HostMessage::NotStarted {
                message: format!("the run's folder cannot be written: {error}"),
            });
            return Ok(());
        }
    }
    match start(order, stdin, &folder) {
        Ok(running) => running.until_end(&folder),
        Err(failure) => {
            folder.write_exit(&never_ran(&failure)).forgive("the answer tells, too; the trace says lost");
            remove_socket();
            answer(&HostMessage::NotStarted { message: failure.message });
        }
    }
    Ok(())
}

struct Running {
    order: StartOrder,
    started_at: Timestamp,
    control: Control,
    watch: Watch,
}

struct NotStarted {
    order: StartOrder,
    message: String,
}

fn start(mut order: StartOrder, stdin: Vec<u8>, folder: &RunFolder) -> Result<Running, Box<NotStarted>> {
    let limits =
        LogLimits { log_bytes: order.log_limit_bytes, free_space_bytes: order.free_space_floor_bytes };
    let opened =
        Control::open(&order.token).map_err(|error| format!("the run's socket cannot be made: {error}"));
    let opened = opened.and_then(|control| match RunLog::create(&order.log_path, limits) {
        Ok(log) => Ok((control, log)),
        Err(error) => Err(format!("the run's log {} cannot be made: {error}", order.log_path.display())),
    });
    let spawned = opened.and_then(|(control, log)| Ok((control, log, program::spawn(&order)?)));
    let (mut control, log, child) = match spawned {
        Ok(spawned) => spawned,
        Err(message) => return Err(Box::new(NotStarted { order, message })),
    };
    let started_at = moment::now();
    let process_id = child.id();
    let secrets = Secrets::new(&std::mem::take(&mut order.secrets));
    order.environment.clear();
    let watch = match Watch::new(child, stdin, secrets, log, &order) {
        Ok(watch) => watch,
        Err(error) => {
            processes::signal_all(Signal::KILL);
            let message = format!("the program's pipes cannot be used: {error}");
            return Err(Box::new(NotStarted { order, message }));
        }
    };
    let start_ticks = processes::start_ticks(process_id).unwrap_or_default();
    folder
        .write_child(&ChildRecord { process_id, start_ticks, started_at })
        .forgive("the run is still found by its token; only its process id is not known");
    let message = HostMessage::Started { process_id, started_at };
    answer(&message);
    control.started(&message);
    Ok(Running { order, started_at, control, watch })
}

impl Running {
    fn until_end(mut self, folder: &RunFolder) {
        let status = self.watch.until_nobody_is_left(&mut self.control);
        let reason = self.watch.stop_reason();
        let finished_at = moment::now();
        let LogSummary { bytes, sha256, dropped_bytes } = self.watch.finish(&mut self.control, finished_at);
        let exit = ExitRecord {
            run_id: self.order.run_id,
            exit_code: status.and_then(WaitStatus::exit_status),
            signal: status.and_then(WaitStatus::terminating_signal).map(processes::signal_name),
            stop_reason: reason,
            started_at: self.started_at,
            finished_at,
            log_bytes: bytes,
            log_sha256: sha256,
            dropped_bytes,
            spawn_error: None,
        };
        record_end(folder, &exit);
        self.control.ended();
    }
}

fn never_ran(failure: &NotStarted) -> ExitRecord {
    let now = moment::now();
    ExitRecord {
        run_id: failure.order.run_id,
        exit_code: None,
        signal: None,
        stop_reason: None,
        started_at: now,
        finished_at: now,
        log_bytes: 0,
        log_sha256: log::empty_digest(),
        dropped_bytes: 0,
        spawn_error: Some(failure.message.clone()),
    }
}

/// Writes the exit record, for a while even against a disk that refuses it.
fn record_end(folder: &RunFolder, exit: &ExitRecord) {
    for _ in 0..RECORD_ATTEMPTS {
        if folder.write_exit(exit).is_ok() {
            break;
        }
        std::thread::sleep(RECORD_RETRY);
    }
    remove_socket();
}

fn remove_socket() {
    std::fs::remove_file(SOCKET_FILE).forgive("the record tells of the end; nobody asks a socket after it");
}

/// Tells the server that started this host.
fn answer(message: &HostMessage) {
    let mut line = serde_json::to_vec(message).expect("a message is JSON");
    line.push(b'\n');
    let mut output = io::stdout().lock();
    output
        .write_all(&line)
        .and_then(|()| output.flush())
        .forgive("the server may be gone; the run goes on without it");
}
