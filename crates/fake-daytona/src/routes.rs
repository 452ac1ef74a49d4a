//! Every operation that the fake answers: method and path template.
//!
//! The constants name an operation in the journal and in fault plans; the router is made of them.

use std::fmt;

/// One operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Route {
    /// In capitals.
    pub method: &'static str,
    /// The path with `{s}` and the like for what varies; without the `/api` of the control plane.
    pub template: &'static str,
}

impl Route {
    const fn new(method: &'static str, template: &'static str) -> Self {
        Self { method, template }
    }

    /// Whether the toolbox answers it, not the control plane.
    #[must_use]
    pub fn is_toolbox(self) -> bool {
        self.template.starts_with("/toolbox/")
    }

    /// Returns the path that the router knows it by.
    pub(crate) fn path(self) -> String {
        if self.is_toolbox() { self.template.to_owned() } else { format!("/api{}", self.template) }
    }

    /// Finds the operation of a request that the router has matched.
    pub(crate) fn find(method: &str, matched_path: &str) -> Option<Self> {
        let template = matched_path.strip_prefix("/api").unwrap_or(matched_path);
        ALL.iter().copied().find(|route| route.method == method && route.template == template)
    }
}

impl fmt::Display for Route {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.method, self.template)
    }
}

macro_rules! routes {
    ($($name:ident = $method:literal $template:literal;)*) => {
        $(
            #[doc = concat!("`", $method, " ", $template, "`")]
            pub const $name: Route = Route::new($method, $template);
        )*
        /// All of them, in the order of the service's description.
        pub const ALL: &[Route] = &[$($name),*];
    };
}

routes! {
    CONFIG = "GET" "/config";
    CREATE_SANDBOX = "POST" "/sandbox";
    LIST_SANDBOXES = "GET" "/sandbox";
    LIST_SANDBOXES_PAGINATED = "GET" "/sandbox/paginated";
    GET_SANDBOX = "GET" "/sandbox/{s}";
    DELETE_SANDBOX = "DELETE" "/sandbox/{s}";
    START_SANDBOX = "POST" "/sandbox/{s}/start";
    STOP_SANDBOX = "POST" "/sandbox/{s}/stop";
    RECOVER_SANDBOX = "POST" "/sandbox/{s}/recover";
    ARCHIVE_SANDBOX = "POST" "/sandbox/{s}/archive";
    PAUSE_SANDBOX = "POST" "/sandbox/{s}/pause";
    FORK_SANDBOX = "POST" "/sandbox/{s}/fork";
    RESIZE_SANDBOX = "POST" "/sandbox/{s}/resize";
    SNAPSHOT_SANDBOX = "POST" "/sandbox/{s}/snapshot";
    SET_LABELS = "PUT" "/sandbox/{s}/labels";
    SET_AUTO_STOP = "POST" "/sandbox/{s}/autostop/{n}";
    SET_AUTO_PAUSE = "POST" "/sandbox/{s}/autopause/{n}";
    SET_AUTO_ARCHIVE = "POST" "/sandbox/{s}/autoarchive/{n}";
    SET_AUTO_DELETE = "POST" "/sandbox/{s}/autodelete/{n}";
    SET_TTL = "POST" "/sandbox/{s}/ttl/{n}";
    LAST_ACTIVITY = "POST" "/sandbox/{s}/last-activity";
    CREATE_SSH_ACCESS = "POST" "/sandbox/{s}/ssh-access";
    DELETE_SSH_ACCESS = "DELETE" "/sandbox/{s}/ssh-access";
    TOOLBOX_PROXY_URL = "GET" "/sandbox/{s}/toolbox-proxy-url";
    PREVIEW_URL = "GET" "/sandbox/{s}/ports/{n}/preview-url";
    GET_SNAPSHOT = "GET" "/snapshots/{n}";
    LIST_SNAPSHOTS = "GET" "/snapshots";
    DELETE_SNAPSHOT = "DELETE" "/snapshots/{n}";
    CURRENT_API_KEY = "GET" "/api-keys/current";

    WORK_DIR = "GET" "/toolbox/{s}/work-dir";
    USER_HOME_DIR = "GET" "/toolbox/{s}/user-home-dir";
    DAEMON_VERSION = "GET" "/toolbox/{s}/version";
    CREATE_FOLDER = "POST" "/toolbox/{s}/files/folder";
    LIST_FILES = "GET" "/toolbox/{s}/files";
    FILE_INFO = "GET" "/toolbox/{s}/files/info";
    DOWNLOAD_FILE = "GET" "/toolbox/{s}/files/download";
    BULK_DOWNLOAD = "POST" "/toolbox/{s}/files/bulk-download";
    BULK_UPLOAD = "POST" "/toolbox/{s}/files/bulk-upload";
    UPLOAD_FILE = "POST" "/toolbox/{s}/files/upload-v2";
    SET_PERMISSIONS = "POST" "/toolbox/{s}/files/permissions";
    MOVE_FILE = "POST" "/toolbox/{s}/files/move";
    DELETE_FILE = "DELETE" "/toolbox/{s}/files";
    EXECUTE = "POST" "/toolbox/{s}/process/execute";
    CREATE_SESSION = "POST" "/toolbox/{s}/process/session";
    LIST_SESSIONS = "GET" "/toolbox/{s}/process/session";
    GET_SESSION = "GET" "/toolbox/{s}/process/session/{id}";
    DELETE_SESSION = "DELETE" "/toolbox/{s}/process/session/{id}";
    SESSION_EXEC = "POST" "/toolbox/{s}/process/session/{id}/exec";
    GET_SESSION_COMMAND = "GET" "/toolbox/{s}/process/session/{id}/command/{cmd}";
    SESSION_LOGS = "GET" "/toolbox/{s}/process/session/{id}/command/{cmd}/logs";
    SESSION_INPUT = "POST" "/toolbox/{s}/process/session/{id}/command/{cmd}/input";
    CREATE_PTY = "POST" "/toolbox/{s}/process/pty";
    LIST_PTYS = "GET" "/toolbox/{s}/process/pty";
    GET_PTY = "GET" "/toolbox/{s}/process/pty/{id}";
    RESIZE_PTY = "POST" "/toolbox/{s}/process/pty/{id}/resize";
    DELETE_PTY = "DELETE" "/toolbox/{s}/process/pty/{id}";
    CONNECT_PTY = "GET" "/toolbox/{s}/process/pty/{id}/connect";
}
