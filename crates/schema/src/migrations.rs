//! The migrations, in order. A released one is never edited.

/// One step of the schema, for both databases.
#[derive(Debug, Clone, Copy)]
pub struct Migration {
    /// Its name: a number and what it does.
    pub name: &'static str,
    /// The statements for SQLite.
    pub sqlite: &'static [&'static str],
    /// The statements for PostgreSQL.
    pub postgres: &'static [&'static str],
}

const APPROVALS: &str = include_str!("../migrations/0010_approvals/up.sql");
const ASSETS: &str = include_str!("../migrations/0019_assets/up.sql");
const AUDIT: &str = include_str!("../migrations/0014_audit/up.sql");
const CORE: &str = include_str!("../migrations/0001_core/up.sql");
const COSTS: &str = include_str!("../migrations/0012_costs/up.sql");
const BUDGETS: &str = include_str!("../migrations/0016_budgets/up.sql");
const DOCUMENTS: &str = include_str!("../migrations/0018_documents/up.sql");
const CUSTOM_IMAGES: &str = include_str!("../migrations/0008_custom_images/up.sql");
const SETUP_CARRIERS: &str = include_str!("../migrations/0015_setup_carriers/up.sql");
const TIMERS: &str = include_str!("../migrations/0009_timers/up.sql");
const ENVIRONMENTS: &str = include_str!("../migrations/0003_environments/up.sql");
const ANSWER_HEADERS: &str = include_str!("../migrations/0005_answer_headers/up.sql");
const PLUGIN_OPERATIONS: &str = include_str!("../migrations/0006_plugin_operations/up.sql");
const LEASE_ENDS: &str = include_str!("../migrations/0011_lease_ends/up.sql");
const SECRET_ACCESS: &str = include_str!("../migrations/0013_secret_access/up.sql");
const PEOPLE: &str = include_str!("../migrations/0017_people/up.sql");
const TREE_HOLDS: &str = include_str!("../migrations/0020_tree_holds/up.sql");
const REFUSED_WAKEUPS: &str = include_str!("../migrations/0007_refused_wakeups/up.sql");

/// Every migration, oldest first.
pub const ALL: &[Migration] = &[
    Migration { name: "0001_core", sqlite: &[CORE], postgres: &[CORE] },
    Migration {
        name: "0002_issue_search",
        sqlite: &[include_str!("../migrations/0002_issue_search/sqlite.sql")],
        postgres: &[include_str!("../migrations/0002_issue_search/postgres.sql")],
    },
    Migration { name: "0003_environments", sqlite: &[ENVIRONMENTS], postgres: &[ENVIRONMENTS] },
    Migration {
        name: "0004_comment_words",
        sqlite: &[include_str!("../migrations/0004_comment_words/sqlite.sql")],
        // There each text has an index of its own already.
        postgres: &[],
    },
    Migration { name: "0005_answer_headers", sqlite: &[ANSWER_HEADERS], postgres: &[ANSWER_HEADERS] },
    Migration {
        name: "0006_plugin_operations",
        sqlite: &[PLUGIN_OPERATIONS],
        postgres: &[PLUGIN_OPERATIONS],
    },
    Migration { name: "0007_refused_wakeups", sqlite: &[REFUSED_WAKEUPS], postgres: &[REFUSED_WAKEUPS] },
    Migration { name: "0008_custom_images", sqlite: &[CUSTOM_IMAGES], postgres: &[CUSTOM_IMAGES] },
    Migration { name: "0009_timers", sqlite: &[TIMERS], postgres: &[TIMERS] },
    Migration { name: "0010_approvals", sqlite: &[APPROVALS], postgres: &[APPROVALS] },
    Migration { name: "0011_lease_ends", sqlite: &[LEASE_ENDS], postgres: &[LEASE_ENDS] },
    Migration { name: "0012_costs", sqlite: &[COSTS], postgres: &[COSTS] },
    Migration { name: "0013_secret_access", sqlite: &[SECRET_ACCESS], postgres: &[SECRET_ACCESS] },
    Migration { name: "0014_audit", sqlite: &[AUDIT], postgres: &[AUDIT] },
    Migration { name: "0015_setup_carriers", sqlite: &[SETUP_CARRIERS], postgres: &[SETUP_CARRIERS] },
    Migration { name: "0016_budgets", sqlite: &[BUDGETS], postgres: &[BUDGETS] },
    Migration { name: "0017_people", sqlite: &[PEOPLE], postgres: &[PEOPLE] },
    Migration { name: "0018_documents", sqlite: &[DOCUMENTS], postgres: &[DOCUMENTS] },
    Migration { name: "0019_assets", sqlite: &[ASSETS], postgres: &[ASSETS] },
    Migration { name: "0020_tree_holds", sqlite: &[TREE_HOLDS], postgres: &[TREE_HOLDS] },
];
