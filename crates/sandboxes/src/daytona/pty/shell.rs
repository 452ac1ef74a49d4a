//! A shell for a person who sets a sandbox up. It begins in the user's home and not in the directory
//! of the lease: what is left there would be in the way of every run's workspace.

use std::collections::BTreeMap;

use wireclip_ports::random;
use wireclip_ports::sandbox::{ProviderError, Terminal, TerminalSize};

use super::{Connected, Home, begin, connect, within};
use crate::daytona::activation::Again;
use crate::daytona::client::TerminalOrder;
use crate::daytona::deadline::Deadline;
use crate::daytona::place::unless_forced;
use crate::daytona::provider::Link;

/// Opens a shell of the sandbox's user.
pub(in crate::daytona) async fn open_shell(
    link: &Link,
    size: TerminalSize,
    deadline: Deadline,
) -> Result<Terminal, ProviderError> {
    let id = random::name::<16>();
    let root = link.lease.observed.root.clone();
    let root =
        root.ok_or_else(|| ProviderError::Refused { message: "the lease has no directory".to_owned() })?;
    let environment: BTreeMap<String, String> = [("TERM", "xterm-256color"), ("LANG", "C.UTF-8")]
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .into();
    let activity = link.enter(deadline).await?;
    let (columns, rows) = within(size);
    let order = TerminalOrder { id: &id, directory: "", environment: &environment, columns, rows };
    let opened = link
        .inside(&activity, deadline, Again::Harmful, |active| connect(link, active.handle, &order, deadline));
    let ((socket, handle), _) =
        unless_forced(&activity, async { opened.await.map_err(|error| error.error) }).await?;
    let home = Home { path: root, is_private: false };
    Ok(begin(link, activity, Connected { socket, handle, id, home }))
}
