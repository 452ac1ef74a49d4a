-- Holds on an issue and all below it. One text for SQLite and PostgreSQL.

CREATE TABLE tree_holds (
  id uuid NOT NULL PRIMARY KEY,
  company_id uuid NOT NULL REFERENCES companies (id) ON DELETE CASCADE,
  root_issue_id uuid NOT NULL REFERENCES issues (id) ON DELETE CASCADE,
  -- The order in which a company's holds were made; two may be of the same millisecond.
  seq bigint NOT NULL,
  mode text NOT NULL,
  status text NOT NULL,
  reason text,
  release_strategy text NOT NULL,
  release_note text,
  -- Who made it, and who ended it. Kept when they are gone.
  created_by_type text NOT NULL,
  created_by_agent_id uuid,
  created_by_user_id text,
  created_by_run_id uuid,
  released_at timestamptz,
  released_by_type text,
  released_by_agent_id uuid,
  released_by_user_id text,
  released_by_run_id uuid,
  release_reason text,
  release_metadata jsonb,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  UNIQUE (company_id, seq)
);
CREATE INDEX tree_holds_by_root ON tree_holds (root_issue_id, seq);
CREATE INDEX tree_holds_active ON tree_holds (company_id, mode) WHERE status = 'active';
-- One pause at a time on one issue.
CREATE UNIQUE INDEX tree_holds_one_pause ON tree_holds (root_issue_id) WHERE status = 'active' AND mode = 'pause';

-- How the issues of the tree stood when the hold was made.
CREATE TABLE tree_hold_members (
  id uuid NOT NULL PRIMARY KEY,
  hold_id uuid NOT NULL REFERENCES tree_holds (id) ON DELETE CASCADE,
  company_id uuid NOT NULL REFERENCES companies (id) ON DELETE CASCADE,
  issue_id uuid NOT NULL REFERENCES issues (id) ON DELETE CASCADE,
  -- The order of the tree: by depth, then by number.
  position bigint NOT NULL,
  parent_issue_id uuid,
  depth integer NOT NULL,
  issue_identifier text NOT NULL,
  issue_title text NOT NULL,
  issue_status text NOT NULL,
  assignee_agent_id uuid,
  assignee_user_id text,
  active_run_id uuid,
  active_run_status text,
  skip_reason text,
  created_at timestamptz NOT NULL,
  UNIQUE (hold_id, position)
);
CREATE INDEX tree_hold_members_by_issue ON tree_hold_members (issue_id);
CREATE INDEX tree_hold_members_by_company ON tree_hold_members (company_id);

-- Wake-ups that were refused for a reason that passes: a pause passes as well.
DROP INDEX wakeups_refused;
CREATE INDEX wakeups_refused ON wakeups (id) WHERE status = 'skipped' AND dedup_key IS NULL
  AND status_reason IN ('company.inactive', 'agent.not_invokable', 'issue_tree_hold_active', 'budget.blocked', 'heartbeat.daily_run_limit', 'heartbeat.daily_cost_limit');
