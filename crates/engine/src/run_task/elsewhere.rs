//! Runs that execute elsewhere: the program that carries them, and what it reports.

use std::collections::BTreeMap;
use std::io::ErrorKind;
use std::path::Path;
use std::time::Duration;

use rustix::fs::OFlags;
use secrecy::ExposeSecret as _;
use tokio::io::AsyncReadExt as _;
use wireclip_domain::OpaqueJson;
use wireclip_domain::run_error_code::RunErrorCode;
use wireclip_domain::run_outcome::Failure;
use wireclip_ports::adapter::Launch;
use wireclip_ports::going_on::LogAndContinue as _;
use wireclip_ports::host::Ending;
use wireclip_ports::random;
use wireclip_ports::sandboxed_run::{
    ApiOrder, LeaseOrder, RUN_IN_LEASE_MODE, SandboxedRunOrder, SandboxedRunReport, report_path,
};
use wireclip_services::ServiceResult;
use wireclip_services::leases::RunPlace;
use wireclip_services::runs::{LastOutput, RunEnd};

use super::{Carrier, order};

/// How long moving a workspace out may take after the command was told to end.
const MOVING_OUT: Duration = Duration::from_secs(60);

/// What a report may be long, in bytes.
const LONGEST_REPORT: u64 = 64 * 1024;

/// Of this machine's environment the program needs to know where certificates are, how to reach
/// the network, where other programs are, and where it may keep what passes through it.
const OF_THIS_MACHINE: &[&str] = &[
    "SSL_CERT_FILE",
    "SSL_CERT_DIR",
    "HTTPS_PROXY",
    "https_proxy",
    "NO_PROXY",
    "no_proxy",
    "PATH",
    "HOME",
    "SSH_AUTH_SOCK",
];

impl Carrier<'_> {
    /// Wraps what an adapter wants to start into the program that starts it in a place.
    ///
    /// # Errors
    /// If the run's token cannot be signed, which would be a bug.
    pub(super) fn in_place(&self, place: &RunPlace, launch: Launch) -> ServiceResult<Launch> {
        let scratch = order::scratch_folder(self.core, self.hosted.run_id);
        let plain = |(name, value): (&String, &secrecy::SecretString)| {
            (name.clone(), value.expose_secret().to_owned())
        };
        let millis = u64::try_from(launch.grace.as_millis()).unwrap_or(u64::MAX);
        let order = SandboxedRunOrder {
            provider: place.provider.clone(),
            lease: LeaseOrder::from(&place.hold),
            is_used_place: place.is_used,
            program: launch.program,
            arguments: launch.arguments,
            environment: launch.environment.iter().map(plain).collect(),
            stdin: launch.stdin,
            workspace: launch.working_directory.clone(),
            scratch: scratch.clone(),
            limits: self.core.config.arrivals,
            grace_millis: millis,
            api: ApiOrder {
                url: self.core.services.core.facts.api_url.clone(),
                run_token: self.core.services.runs.token(self.claimed)?.expose_secret().to_owned(),
                bridge_token: random::name::<24>(),
            },
        };
        let opens = [&order.api.run_token, &order.api.bridge_token].map(|token| token.as_str().into());
        let inherited = &self.core.config.inherited_environment;
        let mut environment: BTreeMap<String, secrecy::SecretString> = inherited
            .iter()
            .filter(|(name, _)| OF_THIS_MACHINE.contains(&name.as_str()))
            .map(|(name, value)| (name.clone(), value.as_str().into()))
            .collect();
        environment.insert("TMPDIR".to_owned(), scratch.to_string_lossy().as_ref().into());
        let of_place = place.hold.spec.secrets.values().cloned();
        Ok(Launch {
            program: self.core.config.executable.to_string_lossy().into_owned(),
            arguments: vec![RUN_IN_LEASE_MODE.to_owned()],
            working_directory: launch.working_directory,
            environment,
            shown_environment: Vec::new(),
            stdin: OpaqueJson::of(&order).to_string().into_bytes(),
            time_limit: launch.time_limit,
            grace: launch.grace + MOVING_OUT,
            secrets: launch.secrets.into_iter().chain(of_place).chain(opens).collect(),
            notes: launch.notes,
        })
    }

    /// Heeds what the program of a run elsewhere reported: the work that is here again need not be
    /// kept there, and a run whose place failed has failed, whatever its exit code says.
    pub(super) async fn heed_report(
        &self,
        end: RunEnd,
        ending: &Ending,
        last_output: Option<LastOutput>,
    ) -> RunEnd {
        let Some(provider) = self.provider_elsewhere().await else { return end };
        let Some(report) = self.report().await else { return end };
        if report.work_is_here {
            let noted = self.core.services.leases.work_came_back(self.hosted.run_id).await;
            noted.log_and_continue("note that a run's work came back");
        }
        let mut end = end;
        if let Some(execution) = &report.execution {
            end.result.set("environmentExecution", execution);
            if let Some(counters) = &execution.counters {
                self.core.services.metrics.add_of_run(&provider, counters);
            }
        }
        let was_stopped = ending.exit.as_ref().is_some_and(|exit| exit.stop_reason.is_some());
        match report.failure {
            Some(failure) if !was_stopped => {
                let code = RunErrorCode::from(failure.code.as_str());
                let mut failed = self.end_as_failed(Failure::new(code, failure.message), ending, last_output);
                if let Some(execution) = &report.execution {
                    failed.result.set("environmentExecution", execution);
                }
                failed
            }
            Some(_) | None => end,
        }
    }

    /// Returns whether the run was given a place.
    pub(super) async fn is_elsewhere(&self) -> bool {
        self.provider_elsewhere().await.is_some()
    }

    /// Returns with whom the run was given a place, if it was. Only then is the report our own
    /// program's: the scratch folder of a run that is here belongs to its agent.
    async fn provider_elsewhere(&self) -> Option<String> {
        let leases = &self.core.services.leases;
        self.until_stored("look whether a run is elsewhere", || leases.provider_of(self.hosted.run_id)).await
    }

    /// Reads the report of a run elsewhere; none if its program was lost.
    async fn report(&self) -> Option<SandboxedRunReport> {
        let text =
            match read_report(&report_path(&order::scratch_folder(self.core, self.hosted.run_id))).await {
                Ok(text) => text,
                Err(error) if error.kind() == ErrorKind::NotFound => return None,
                Err(error) => {
                    let error = &error as &dyn std::error::Error;
                    tracing::warn!(error, "cannot read a run's report; its place is kept");
                    return None;
                }
            };
        match serde_json::from_slice(&text) {
            Ok(report) => Some(report),
            Err(error) => {
                let error = &error as &dyn std::error::Error;
                tracing::warn!(error, "a run's report cannot be understood; its place is kept");
                None
            }
        }
    }
}

/// Reads a report, whoever put it there: nothing but a file, and no more of it than a report is.
async fn read_report(path: &Path) -> std::io::Result<Vec<u8>> {
    // A pipe that nobody writes to would never open.
    let flags = OFlags::NONBLOCK | OFlags::NOFOLLOW;
    let mut options = tokio::fs::OpenOptions::new();
    let file = options.read(true).custom_flags(flags.bits().cast_signed()).open(path).await?;
    if !file.metadata().await?.is_file() {
        return Err(std::io::Error::new(ErrorKind::InvalidData, "the report is not a file"));
    }
    let mut text = Vec::new();
    file.take(LONGEST_REPORT + 1).read_to_end(&mut text).await?;
    if text.len() as u64 > LONGEST_REPORT {
        return Err(std::io::Error::new(ErrorKind::FileTooLarge, "the report is too long"));
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn only_a_short_file_is_a_report() {
        let folder = tempfile::tempdir().unwrap();
        let [short, long, pipe, link] =
            ["short", "long", "pipe", "link"].map(|name| folder.path().join(name));
        std::fs::write(&short, "{}").unwrap();
        std::fs::write(&long, vec![b' '; 65 * 1024]).unwrap();
        rustix::fs::mknodat(rustix::fs::CWD, &pipe, rustix::fs::FileType::Fifo, rustix::fs::Mode::RUSR, 0)
            .unwrap();
        std::os::unix::fs::symlink(&short, &link).unwrap();
        assert_eq!(read_report(&short).await.unwrap(), b"{}");
        for path in [long, pipe, link] {
            read_report(&path).await.unwrap_err();
        }
    }
}
