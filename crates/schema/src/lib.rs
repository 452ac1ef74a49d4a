//! The tables: one row type for each, and the migrations that made them.
//!
//! **Invariant:** only this crate and `store` know the ORM. The derives run again whenever the
//! crate they stand in is compiled; here that is only when a table changes.

#![expect(
    missing_docs,
    reason = "a column is its name; what needs a word has one, and the migrations say the rest"
)]

pub mod migrations;

pub mod activity;
pub mod agent_keys;
pub mod agent_revisions;
pub mod agent_runtime_states;
pub mod agent_sessions;
pub mod agents;
pub mod approval_comments;
pub mod approval_issues;
pub mod approvals;
pub mod asset_removals;
pub mod assets;
pub mod audit_checkpoints;
pub mod board_keys;
pub mod budget_incidents;
pub mod budget_policies;
pub mod budget_reservations;
pub mod claims;
pub mod comments;
pub mod companies;
pub mod company_counters;
pub mod company_members;
pub mod company_secret_bindings;
pub mod company_secret_versions;
pub mod company_secrets;
pub mod cost_events;
pub mod cost_sums;
pub mod credential_attempts;
pub mod custom_image_sessions;
pub mod custom_image_templates;
pub mod disabled_adapters;
pub mod document_annotation_comments;
pub mod document_annotations;
pub mod document_revisions;
pub mod documents;
pub mod environment_leases;
pub mod environments;
pub mod events;
pub mod finance_events;
pub mod goals;
pub mod idempotency_keys;
pub mod inbox_dismissals;
pub mod instance_roles;
pub mod instance_settings;
pub mod issue_blockers;
pub mod issue_costs;
pub mod issue_counts;
pub mod issue_idempotency_keys;
pub mod issue_inbox_archives;
pub mod issue_labels;
pub mod issue_read_states;
pub mod issue_references;
pub mod issues;
pub mod labels;
pub mod leases;
pub mod member_grants;
pub mod nodes;
pub mod project_goals;
pub mod project_workspaces;
pub mod projects;
pub mod recovery_actions;
pub mod resource_memberships;
pub mod run_events;
pub mod run_results;
pub mod runs;
pub mod sandbox_creates;
pub mod secret_access_events;
pub mod sidebar_preferences;
pub mod spent_sums;
pub mod tree_hold_members;
pub mod tree_holds;
pub mod user_sessions;
pub mod users;
pub mod wakeups;
