-- Budgets: limits of what may be spent, what happened at them, and what running runs have reserved.
-- One text for SQLite and PostgreSQL. Money is in whole micro-dollars.

CREATE TABLE budget_policies (
  id uuid NOT NULL PRIMARY KEY,
  company_id uuid NOT NULL REFERENCES companies (id) ON DELETE CASCADE,
  scope_type text NOT NULL,
  scope_id uuid NOT NULL,
  -- One of these where the scope is one; they take its policies with them.
  agent_id uuid REFERENCES agents (id) ON DELETE CASCADE,
  project_id uuid REFERENCES projects (id) ON DELETE CASCADE,
  metric text NOT NULL,
  window_kind text NOT NULL,
  -- 0 for no limit.
  amount_micros bigint NOT NULL,
  warn_percent integer NOT NULL,
  hard_stop_enabled boolean NOT NULL,
  notify_enabled boolean NOT NULL,
  -- Whether use without a price may go on under a limit that stops.
  allows_unpriced boolean NOT NULL,
  created_by_user_id text,
  updated_by_user_id text,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  UNIQUE (company_id, scope_type, scope_id, metric, window_kind)
);
CREATE INDEX budget_policies_by_agent ON budget_policies (agent_id) WHERE agent_id IS NOT NULL;
CREATE INDEX budget_policies_by_project ON budget_policies (project_id) WHERE project_id IS NOT NULL;

CREATE TABLE budget_incidents (
  id uuid NOT NULL PRIMARY KEY,
  company_id uuid NOT NULL REFERENCES companies (id) ON DELETE CASCADE,
  policy_id uuid NOT NULL REFERENCES budget_policies (id) ON DELETE CASCADE,
  scope_type text NOT NULL,
  scope_id uuid NOT NULL,
  metric text NOT NULL,
  window_kind text NOT NULL,
  window_start timestamptz NOT NULL,
  window_end timestamptz NOT NULL,
  threshold_type text NOT NULL,
  amount_limit_micros bigint NOT NULL,
  amount_observed_micros bigint NOT NULL,
  -- Whether use without a price was the cause.
  is_unpriced boolean NOT NULL,
  status text NOT NULL,
  approval_id uuid,
  resolved_at timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);
CREATE UNIQUE INDEX budget_incidents_one_open ON budget_incidents (policy_id, window_start, threshold_type)
  WHERE status = 'open';
CREATE INDEX budget_incidents_open ON budget_incidents (company_id, created_at) WHERE status = 'open';
CREATE INDEX budget_incidents_over ON budget_incidents (window_end) WHERE status = 'open';
CREATE INDEX budget_incidents_by_policy ON budget_incidents (policy_id, window_start);
CREATE INDEX budget_incidents_by_approval ON budget_incidents (approval_id) WHERE approval_id IS NOT NULL;

-- What a running run may still spend of what it reserved when it started. It goes when the run ends.
CREATE TABLE budget_reservations (
  run_id uuid NOT NULL PRIMARY KEY REFERENCES runs (id) ON DELETE CASCADE,
  company_id uuid NOT NULL REFERENCES companies (id) ON DELETE CASCADE,
  agent_id uuid NOT NULL,
  project_id uuid,
  reserved_micros bigint NOT NULL,
  used_micros bigint NOT NULL
);
CREATE INDEX budget_reservations_by_company ON budget_reservations (company_id);

-- What the dearest of an agent's runs cost: the next one reserves as much.
ALTER TABLE agent_runtime_states ADD COLUMN dearest_run_micros bigint NOT NULL DEFAULT 0;

-- Wake-ups that were refused for a reason that passes: a spent budget passes as well.
DROP INDEX wakeups_refused;
CREATE INDEX wakeups_refused ON wakeups (id) WHERE status = 'skipped' AND dedup_key IS NULL
  AND status_reason IN ('company.inactive', 'agent.not_invokable', 'budget.blocked', 'heartbeat.daily_run_limit', 'heartbeat.daily_cost_limit');
