-- The core: companies, agents, issues, wake-ups, runs, and the record of what happened.
-- One text for SQLite and PostgreSQL. Everything belongs to a company and goes with it.

CREATE TABLE companies (
  id uuid NOT NULL PRIMARY KEY,
  name text NOT NULL,
  description text,
  status text NOT NULL,
  pause_reason text,
  paused_at timestamptz,
  issue_prefix text NOT NULL UNIQUE,
  budget_monthly_micros bigint NOT NULL,
  default_responsible_user_id text,
  require_board_approval_for_new_agents boolean NOT NULL,
  interaction_resolver_governance jsonb NOT NULL,
  feedback_data_sharing_enabled boolean NOT NULL,
  feedback_data_sharing_consent_at timestamptz,
  feedback_data_sharing_consent_by_user_id text,
  feedback_data_sharing_terms_version text,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);

-- What is counted within a company: the last issue number and the last event number given out.
-- Apart from the company's row, so that counting does not rewrite it.
CREATE TABLE company_counters (
  company_id uuid NOT NULL PRIMARY KEY REFERENCES companies (id) ON DELETE CASCADE,
  issues bigint NOT NULL,
  events bigint NOT NULL
);

-- Who belongs to a company, and as what.
CREATE TABLE company_members (
  id uuid NOT NULL PRIMARY KEY,
  company_id uuid NOT NULL REFERENCES companies (id) ON DELETE CASCADE,
  principal_type text NOT NULL,
  principal_id text NOT NULL,
  status text NOT NULL,
  membership_role text NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  UNIQUE (company_id, principal_type, principal_id)
);

CREATE TABLE agents (
  id uuid NOT NULL PRIMARY KEY,
  company_id uuid NOT NULL REFERENCES companies (id) ON DELETE CASCADE,
  name text NOT NULL,
  url_key text NOT NULL,
  role text NOT NULL,
  title text,
  icon text,
  state text NOT NULL,
  reports_to uuid REFERENCES agents (id) ON DELETE SET NULL,
  capabilities text,
  adapter_type text NOT NULL,
  adapter_config jsonb NOT NULL,
  runtime_config jsonb NOT NULL,
  default_environment_id uuid,
  budget_monthly_micros bigint NOT NULL,
  pause_reason text,
  paused_at timestamptz,
  error_reason text,
  permissions jsonb NOT NULL,
  metadata jsonb,
  last_heartbeat_at timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);
CREATE INDEX agents_by_company ON agents (company_id, created_at);
-- The names of those that left are free again.
CREATE UNIQUE INDEX agents_by_url_key ON agents (company_id, url_key) WHERE state <> 'terminated';
CREATE INDEX agents_by_manager ON agents (reports_to) WHERE reports_to IS NOT NULL;

CREATE TABLE agent_keys (
  id uuid NOT NULL PRIMARY KEY,
  company_id uuid NOT NULL REFERENCES companies (id) ON DELETE CASCADE,
  agent_id uuid NOT NULL REFERENCES agents (id) ON DELETE CASCADE,
  name text NOT NULL,
  key_hash text NOT NULL UNIQUE,
  responsible_user_id text,
  scope jsonb,
  last_used_at timestamptz,
  revoked_at timestamptz,
  created_at timestamptz NOT NULL
);
CREATE INDEX agent_keys_by_agent ON agent_keys (agent_id, created_at);

CREATE TABLE agent_revisions (
  id uuid NOT NULL PRIMARY KEY,
  company_id uuid NOT NULL REFERENCES companies (id) ON DELETE CASCADE,
  agent_id uuid NOT NULL REFERENCES agents (id) ON DELETE CASCADE,
  created_by_agent_id uuid,
  created_by_user_id text,
  source text NOT NULL,
  rolled_back_from_revision_id uuid,
  changed_keys jsonb NOT NULL,
  before_config jsonb NOT NULL,
  after_config jsonb NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX agent_revisions_by_agent ON agent_revisions (agent_id, created_at);

CREATE TABLE agent_runtime_states (
  agent_id uuid NOT NULL PRIMARY KEY REFERENCES agents (id) ON DELETE CASCADE,
  company_id uuid NOT NULL REFERENCES companies (id) ON DELETE CASCADE,
  adapter_type text NOT NULL,
  session_id text,
  state jsonb NOT NULL,
  last_run_id uuid,
  last_run_status text,
  total_input_tokens bigint NOT NULL,
  total_output_tokens bigint NOT NULL,
  total_cached_input_tokens bigint NOT NULL,
  total_cost_micros bigint NOT NULL,
  last_error text,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);

CREATE TABLE agent_sessions (
  id uuid NOT NULL PRIMARY KEY,
  company_id uuid NOT NULL REFERENCES companies (id) ON DELETE CASCADE,
  agent_id uuid NOT NULL REFERENCES agents (id) ON DELETE CASCADE,
  adapter_type text NOT NULL,
  task_key text NOT NULL,
  parameters jsonb,
  display_id text,
  last_run_id uuid,
  last_error text,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  UNIQUE (company_id, agent_id, adapter_type, task_key)
);

CREATE TABLE goals (
  id uuid NOT NULL PRIMARY KEY,
  company_id uuid NOT NULL REFERENCES companies (id) ON DELETE CASCADE,
  title text NOT NULL,
  description text,
  level text NOT NULL,
  status text NOT NULL,
  parent_id uuid REFERENCES goals (id) ON DELETE SET NULL,
  owner_agent_id uuid REFERENCES agents (id) ON DELETE SET NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);
CREATE INDEX goals_by_company ON goals (company_id, created_at);

CREATE TABLE projects (
  id uuid NOT NULL PRIMARY KEY,
  company_id uuid NOT NULL REFERENCES companies (id) ON DELETE CASCADE,
  goal_id uuid REFERENCES goals (id) ON DELETE SET NULL,
  name text NOT NULL,
  url_key text NOT NULL,
  description text,
  status text NOT NULL,
  lead_agent_id uuid REFERENCES agents (id) ON DELETE SET NULL,
  target_date text,
  color text,
  icon text,
  env jsonb,
  pause_reason text,
  paused_at timestamptz,
  execution_workspace_policy jsonb,
  archived_at timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);
CREATE INDEX projects_by_company ON projects (company_id, created_at);
CREATE UNIQUE INDEX projects_by_key ON projects (company_id, url_key);

CREATE TABLE project_goals (
  project_id uuid NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  goal_id uuid NOT NULL REFERENCES goals (id) ON DELETE CASCADE,
  company_id uuid NOT NULL REFERENCES companies (id) ON DELETE CASCADE,
  position integer NOT NULL,
  PRIMARY KEY (project_id, goal_id)
);

CREATE TABLE project_workspaces (
  id uuid NOT NULL PRIMARY KEY,
  company_id uuid NOT NULL REFERENCES companies (id) ON DELETE CASCADE,
  project_id uuid NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  name text NOT NULL,
  source_type text NOT NULL,
  cwd text,
  repo_url text,
  repo_ref text,
  default_ref text,
  visibility text NOT NULL,
  setup_command text,
  cleanup_command text,
  remote_provider text,
  remote_workspace_ref text,
  shared_workspace_key text,
  metadata jsonb,
  is_primary boolean NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);
CREATE INDEX project_workspaces_by_project ON project_workspaces (project_id, created_at);
CREATE UNIQUE INDEX project_workspaces_primary ON project_workspaces (project_id) WHERE is_primary;
CREATE UNIQUE INDEX project_workspaces_by_remote
  ON project_workspaces (project_id, remote_provider, remote_workspace_ref);

CREATE TABLE labels (
  id uuid NOT NULL PRIMARY KEY,
  company_id uuid NOT NULL REFERENCES companies (id) ON DELETE CASCADE,
  name text NOT NULL,
  color text NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  UNIQUE (company_id, name)
);

-- No lock stands here: who holds an issue is said by `claims`.
CREATE TABLE issues (
  id uuid NOT NULL PRIMARY KEY,
  company_id uuid NOT NULL REFERENCES companies (id) ON DELETE CASCADE,
  number bigint NOT NULL,
  identifier text NOT NULL UNIQUE,
  project_id uuid REFERENCES projects (id) ON DELETE SET NULL,
  project_workspace_id uuid REFERENCES project_workspaces (id) ON DELETE SET NULL,
  goal_id uuid REFERENCES goals (id) ON DELETE SET NULL,
  parent_id uuid REFERENCES issues (id) ON DELETE SET NULL,
  title text NOT NULL,
  -- The title in small letters with single spaces: what makes two of them the same.
  title_key text NOT NULL,
  description text,
  status text NOT NULL,
  status_version bigint NOT NULL,
  work_mode text NOT NULL,
  priority text NOT NULL,
  -- 0 for critical to 3 for low, so that an index can have the order.
  priority_rank integer NOT NULL,
  review_policy text,
  assignee_agent_id uuid REFERENCES agents (id) ON DELETE SET NULL,
  assignee_user_id text,
  created_by_agent_id uuid,
  created_by_user_id text,
  responsible_user_id text,
  origin_kind text NOT NULL,
  origin_id text,
  origin_run_id uuid,
  origin_fingerprint text NOT NULL,
  request_depth integer NOT NULL,
  billing_code text,
  assignee_adapter_overrides jsonb,
  execution_policy jsonb,
  execution_state jsonb,
  execution_workspace_id uuid,
  execution_workspace_preference text,
  execution_workspace_settings jsonb,
  unblock_descriptor jsonb,
  blocked_transition_at timestamptz,
  started_at timestamptz,
  completed_at timestamptz,
  cancelled_at timestamptz,
  hidden_at timestamptz,
  -- The last thing that happened to it, comments included; lists are ordered by it.
  last_activity_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  UNIQUE (company_id, number)
);
-- The number comes last in each order: of two changes in one millisecond the younger issue leads.
CREATE INDEX issues_by_order ON issues (company_id, priority_rank, last_activity_at DESC, number DESC);
CREATE INDEX issues_by_status ON issues (company_id, status, priority_rank, last_activity_at DESC, number DESC);
CREATE INDEX issues_by_update ON issues (company_id, updated_at DESC, number DESC);
CREATE INDEX issues_by_id ON issues (company_id, id);
CREATE INDEX issues_open_by_title ON issues (company_id, title_key)
  WHERE hidden_at IS NULL AND status NOT IN ('done', 'cancelled');
CREATE INDEX issues_by_assignee ON issues (assignee_agent_id, status) WHERE assignee_agent_id IS NOT NULL;
CREATE INDEX issues_by_person ON issues (company_id, assignee_user_id) WHERE assignee_user_id IS NOT NULL;
CREATE INDEX issues_by_parent ON issues (parent_id) WHERE parent_id IS NOT NULL;
CREATE INDEX issues_by_project ON issues (project_id, status) WHERE project_id IS NOT NULL;
CREATE INDEX issues_by_goal ON issues (goal_id) WHERE goal_id IS NOT NULL;

-- How many issues of a company stand where, kept in the change itself.
CREATE TABLE issue_counts (
  company_id uuid NOT NULL REFERENCES companies (id) ON DELETE CASCADE,
  status text NOT NULL,
  issues bigint NOT NULL,
  PRIMARY KEY (company_id, status)
);

CREATE TABLE issue_labels (
  issue_id uuid NOT NULL REFERENCES issues (id) ON DELETE CASCADE,
  label_id uuid NOT NULL REFERENCES labels (id) ON DELETE CASCADE,
  company_id uuid NOT NULL REFERENCES companies (id) ON DELETE CASCADE,
  position integer NOT NULL,
  PRIMARY KEY (issue_id, label_id)
);
CREATE INDEX issue_labels_by_label ON issue_labels (label_id);

-- `issue_id` waits for `blocker_id`.
CREATE TABLE issue_blockers (
  issue_id uuid NOT NULL REFERENCES issues (id) ON DELETE CASCADE,
  blocker_id uuid NOT NULL REFERENCES issues (id) ON DELETE CASCADE,
  company_id uuid NOT NULL REFERENCES companies (id) ON DELETE CASCADE,
  created_by_agent_id uuid,
  created_by_user_id text,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (issue_id, blocker_id)
);
CREATE INDEX issue_blockers_by_blocker ON issue_blockers (blocker_id);
CREATE INDEX issue_blockers_by_company ON issue_blockers (company_id);

-- Issues that are named in the texts of other issues.
CREATE TABLE issue_references (
  id uuid NOT NULL PRIMARY KEY,
  company_id uuid NOT NULL REFERENCES companies (id) ON DELETE CASCADE,
  source_issue_id uuid NOT NULL REFERENCES issues (id) ON DELETE CASCADE,
  target_issue_id uuid NOT NULL REFERENCES issues (id) ON DELETE CASCADE,
  source_kind text NOT NULL,
  source_record_id uuid,
  matched_text text,
  created_at timestamptz NOT NULL
);
CREATE INDEX issue_references_by_source ON issue_references (source_issue_id);
CREATE INDEX issue_references_by_target ON issue_references (target_issue_id);

CREATE TABLE issue_idempotency_keys (
  company_id uuid NOT NULL REFERENCES companies (id) ON DELETE CASCADE,
  key text NOT NULL,
  issue_id uuid NOT NULL REFERENCES issues (id) ON DELETE CASCADE,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (company_id, key)
);
CREATE INDEX issue_idempotency_keys_by_issue ON issue_idempotency_keys (issue_id);

CREATE TABLE issue_read_states (
  issue_id uuid NOT NULL REFERENCES issues (id) ON DELETE CASCADE,
  user_id text NOT NULL,
  id uuid NOT NULL,
  company_id uuid NOT NULL REFERENCES companies (id) ON DELETE CASCADE,
  last_read_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (issue_id, user_id)
);

CREATE TABLE issue_inbox_archives (
  issue_id uuid NOT NULL REFERENCES issues (id) ON DELETE CASCADE,
  user_id text NOT NULL,
  id uuid NOT NULL,
  company_id uuid NOT NULL REFERENCES companies (id) ON DELETE CASCADE,
  archived_by_actor_type text NOT NULL,
  archived_by_agent_id uuid,
  archived_by_run_id uuid,
  archived_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (issue_id, user_id)
);

CREATE TABLE comments (
  id uuid NOT NULL PRIMARY KEY,
  company_id uuid NOT NULL REFERENCES companies (id) ON DELETE CASCADE,
  issue_id uuid NOT NULL REFERENCES issues (id) ON DELETE CASCADE,
  -- The order of a thread; two comments may be of the same millisecond.
  seq bigint NOT NULL,
  author_type text NOT NULL,
  author_agent_id uuid,
  author_user_id text,
  on_behalf_of_user_id text,
  created_by_run_id uuid,
  client_request_id text,
  body text NOT NULL,
  presentation jsonb,
  metadata jsonb,
  deleted_at timestamptz,
  deleted_by_type text,
  deleted_by_agent_id uuid,
  deleted_by_user_id text,
  deleted_by_run_id uuid,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  UNIQUE (issue_id, seq)
);
CREATE UNIQUE INDEX comments_by_client_request ON comments (issue_id, author_user_id, client_request_id)
  WHERE client_request_id IS NOT NULL AND author_user_id IS NOT NULL;
CREATE UNIQUE INDEX comments_by_agents_request ON comments (issue_id, author_agent_id, client_request_id)
  WHERE client_request_id IS NOT NULL AND author_agent_id IS NOT NULL;
CREATE INDEX comments_by_run ON comments (created_by_run_id) WHERE created_by_run_id IS NOT NULL;

CREATE TABLE wakeups (
  id uuid NOT NULL PRIMARY KEY,
  company_id uuid NOT NULL REFERENCES companies (id) ON DELETE CASCADE,
  agent_id uuid NOT NULL REFERENCES agents (id) ON DELETE CASCADE,
  issue_id uuid,
  source text NOT NULL,
  trigger_detail text,
  reason text,
  payload jsonb,
  -- The seed of the run's context.
  context jsonb NOT NULL,
  status text NOT NULL,
  -- Why it was refused, put off or ended, as a word that the board can explain.
  status_reason text,
  coalesced_count integer NOT NULL,
  requested_by_type text NOT NULL,
  requested_by_id text NOT NULL,
  responsible_user_id text,
  idempotency_key text,
  -- What may exist only once (an automatic continuation of one run, say).
  dedup_key text,
  run_id uuid,
  caused_by_run_id uuid,
  -- How many runs woke each other in a row to get here.
  hops integer NOT NULL,
  requested_at timestamptz NOT NULL,
  claimed_at timestamptz,
  finished_at timestamptz,
  error text,
  updated_at timestamptz NOT NULL
);
CREATE UNIQUE INDEX wakeups_by_dedup_key ON wakeups (company_id, dedup_key) WHERE dedup_key IS NOT NULL;
CREATE INDEX wakeups_by_run ON wakeups (run_id) WHERE run_id IS NOT NULL;
CREATE INDEX wakeups_by_issue ON wakeups (issue_id, requested_at) WHERE issue_id IS NOT NULL;
CREATE INDEX wakeups_by_agent ON wakeups (agent_id, requested_at);
-- One put-off wake-up per agent and issue: later ones join it.
CREATE UNIQUE INDEX wakeups_deferred ON wakeups (issue_id, agent_id) WHERE status = 'deferred_issue_execution';

CREATE TABLE runs (
  id uuid NOT NULL PRIMARY KEY,
  company_id uuid NOT NULL REFERENCES companies (id) ON DELETE CASCADE,
  agent_id uuid NOT NULL REFERENCES agents (id) ON DELETE CASCADE,
  issue_id uuid REFERENCES issues (id) ON DELETE SET NULL,
  task_key text,
  status text NOT NULL,
  source text NOT NULL,
  trigger_detail text,
  responsible_user_id text,
  wakeup_id uuid,
  context jsonb NOT NULL,
  started_at timestamptz,
  finished_at timestamptz,
  error text,
  error_code text,
  exit_code integer,
  signal text,
  session_id_before text,
  session_id_after text,
  log_store text,
  log_ref text,
  log_bytes bigint,
  log_sha256 text,
  process_id integer,
  process_started_at timestamptz,
  last_output_at timestamptz,
  last_output_seq bigint NOT NULL,
  last_output_stream text,
  last_output_bytes bigint,
  retry_of_run_id uuid,
  process_loss_retry_count integer NOT NULL,
  scheduled_retry_at timestamptz,
  scheduled_retry_attempt integer NOT NULL,
  scheduled_retry_reason text,
  issue_comment_status text NOT NULL,
  issue_comment_satisfied_by_comment_id uuid,
  issue_comment_retry_queued_at timestamptz,
  liveness_state text,
  liveness_reason text,
  continuation_attempt integer NOT NULL,
  last_useful_action_at timestamptz,
  next_action text,
  next_event_seq bigint NOT NULL,
  -- The server process that hosts it, and the fencing number of that server's lease.
  node_id uuid,
  fence bigint,
  -- The wish to stop it: stored before anything is killed.
  stop_reason text,
  stop_requested_at timestamptz,
  stop_requested_by jsonb,
  hops integer NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);
CREATE INDEX runs_by_company ON runs (company_id, created_at DESC, id);
CREATE INDEX runs_by_agent ON runs (agent_id, created_at DESC, id);
CREATE INDEX runs_by_issue ON runs (issue_id, created_at DESC, id) WHERE issue_id IS NOT NULL;
CREATE INDEX runs_by_agent_status ON runs (agent_id, status);
CREATE INDEX runs_live_by_issue ON runs (issue_id) WHERE status IN ('queued', 'running', 'scheduled_retry');
CREATE INDEX runs_by_repeated ON runs (retry_of_run_id) WHERE retry_of_run_id IS NOT NULL;
CREATE INDEX runs_by_node ON runs (node_id, status) WHERE node_id IS NOT NULL;
CREATE INDEX runs_by_status ON runs (status, scheduled_retry_at);

-- Results are read one at a time and may be large: they are no part of a list.
CREATE TABLE run_results (
  run_id uuid NOT NULL PRIMARY KEY REFERENCES runs (id) ON DELETE CASCADE,
  result jsonb,
  usage jsonb,
  stdout_excerpt text,
  stderr_excerpt text
);

CREATE TABLE run_events (
  run_id uuid NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
  seq bigint NOT NULL,
  company_id uuid NOT NULL REFERENCES companies (id) ON DELETE CASCADE,
  agent_id uuid NOT NULL REFERENCES agents (id) ON DELETE CASCADE,
  event_type text NOT NULL,
  stream text,
  level text,
  color text,
  message text,
  payload jsonb,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (run_id, seq)
);

-- One holder per issue: a run that is running. The run's end takes its claims with it.
CREATE TABLE claims (
  issue_id uuid NOT NULL PRIMARY KEY REFERENCES issues (id) ON DELETE CASCADE,
  run_id uuid NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
  company_id uuid NOT NULL REFERENCES companies (id) ON DELETE CASCADE,
  agent_id uuid NOT NULL REFERENCES agents (id) ON DELETE CASCADE,
  -- Set when the run itself was woken for the issue, not when it took it on the way.
  agent_name_key text,
  locked_at timestamptz,
  checked_out_at timestamptz,
  created_at timestamptz NOT NULL
);
CREATE INDEX claims_by_run ON claims (run_id);

-- What keeps an issue from going on by itself until somebody has put it right.
CREATE TABLE recovery_actions (
  id uuid NOT NULL PRIMARY KEY,
  company_id uuid NOT NULL REFERENCES companies (id) ON DELETE CASCADE,
  issue_id uuid NOT NULL REFERENCES issues (id) ON DELETE CASCADE,
  kind text NOT NULL,
  status text NOT NULL,
  owner_type text NOT NULL,
  owner_agent_id uuid,
  owner_user_id text,
  run_id uuid,
  agent_id uuid,
  return_owner_agent_id uuid,
  cause text NOT NULL,
  fingerprint text NOT NULL,
  evidence jsonb NOT NULL,
  next_action text NOT NULL,
  attempt_count integer NOT NULL,
  outcome text,
  resolution_note text,
  resolved_at timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);
CREATE UNIQUE INDEX recovery_actions_open ON recovery_actions (issue_id) WHERE status IN ('active', 'escalated');

-- What happened. Its number is also its place among the company's events.
CREATE TABLE activity (
  company_id uuid NOT NULL REFERENCES companies (id) ON DELETE CASCADE,
  seq bigint NOT NULL,
  id uuid NOT NULL,
  actor_type text NOT NULL,
  actor_id text NOT NULL,
  action text NOT NULL,
  entity_type text NOT NULL,
  entity_id text NOT NULL,
  agent_id uuid,
  run_id uuid,
  responsible_user_id text,
  details jsonb,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (company_id, seq)
);
CREATE INDEX activity_by_entity ON activity (entity_id, seq);
CREATE INDEX activity_by_agent ON activity (agent_id, seq) WHERE agent_id IS NOT NULL;
CREATE INDEX activity_by_run ON activity (run_id, seq) WHERE run_id IS NOT NULL;

-- Events that are no activity: what became of runs and agents.
CREATE TABLE events (
  company_id uuid NOT NULL REFERENCES companies (id) ON DELETE CASCADE,
  seq bigint NOT NULL,
  event jsonb NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (company_id, seq)
);
CREATE INDEX events_by_age ON events (created_at);

-- Answers to requests that came with an idempotency key.
CREATE TABLE idempotency_keys (
  caller text NOT NULL,
  route text NOT NULL,
  key text NOT NULL,
  company_id uuid REFERENCES companies (id) ON DELETE CASCADE,
  request_digest text NOT NULL,
  status integer NOT NULL,
  body text NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (caller, route, key)
);
CREATE INDEX idempotency_keys_by_age ON idempotency_keys (created_at);

CREATE TABLE sidebar_preferences (
  user_id text NOT NULL,
  -- The company whose projects are ordered; the null id for the order of companies.
  company_id uuid NOT NULL,
  ordered_ids jsonb NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, company_id)
);

CREATE TABLE inbox_dismissals (
  id uuid NOT NULL PRIMARY KEY,
  company_id uuid NOT NULL REFERENCES companies (id) ON DELETE CASCADE,
  user_id text NOT NULL,
  item_key text NOT NULL,
  kind text NOT NULL,
  snoozed_until timestamptz,
  dismissed_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  UNIQUE (company_id, user_id, item_key)
);

-- A person's relation to a project or an agent: joined or left, starred or not.
CREATE TABLE resource_memberships (
  id uuid NOT NULL PRIMARY KEY,
  company_id uuid NOT NULL REFERENCES companies (id) ON DELETE CASCADE,
  user_id text NOT NULL,
  resource_type text NOT NULL,
  resource_id uuid NOT NULL,
  state text NOT NULL,
  starred_at timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  UNIQUE (company_id, user_id, resource_type, resource_id)
);

-- Adapter types that the board does not offer for new agents. They are the installation's.
CREATE TABLE disabled_adapters (
  adapter_type text NOT NULL PRIMARY KEY,
  disabled_at timestamptz NOT NULL
);

-- Server processes that share this database. A lease that ran out is another's to take.
CREATE TABLE nodes (
  id uuid NOT NULL PRIMARY KEY,
  fence bigint NOT NULL,
  lease_until timestamptz NOT NULL,
  started_at timestamptz NOT NULL,
  -- Where its home folder is; absent once it has stopped in order.
  place text
);

-- Work that only one node does at a time, such as the scheduler's.
CREATE TABLE instance_secrets (
  name text NOT NULL PRIMARY KEY,
  value text NOT NULL,
  created_at timestamptz NOT NULL
);

CREATE TABLE leases (
  name text NOT NULL PRIMARY KEY,
  node_id uuid NOT NULL,
  fence bigint NOT NULL,
  held_until timestamptz NOT NULL
);
