-- What the board decides about, and what is said of it. One text for SQLite and PostgreSQL.

CREATE TABLE approvals (
  id uuid NOT NULL PRIMARY KEY,
  company_id uuid NOT NULL REFERENCES companies (id) ON DELETE CASCADE,
  kind text NOT NULL,
  status text NOT NULL,
  -- Who asked: an agent, a person, or (with neither) the system. Kept when they are gone.
  requested_by_agent_id uuid,
  requested_by_user_id text,
  -- The agent that is hired if the board says so; set by the server alone, whatever the payload says.
  agent_id uuid REFERENCES agents (id) ON DELETE SET NULL,
  payload jsonb NOT NULL,
  decision_note text,
  decided_by_user_id text,
  decided_at timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);
CREATE INDEX approvals_by_company ON approvals (company_id, created_at);
CREATE INDEX approvals_open ON approvals (company_id, status) WHERE status IN ('pending', 'revision_requested');
CREATE INDEX approvals_by_agent ON approvals (agent_id) WHERE agent_id IS NOT NULL;
-- About one agent there is one thing to decide at most.
CREATE UNIQUE INDEX approvals_one_open_per_agent ON approvals (agent_id)
  WHERE agent_id IS NOT NULL AND status IN ('pending', 'revision_requested');

-- The issues that wait for an approval, or are the reason for it.
CREATE TABLE approval_issues (
  approval_id uuid NOT NULL REFERENCES approvals (id) ON DELETE CASCADE,
  issue_id uuid NOT NULL REFERENCES issues (id) ON DELETE CASCADE,
  company_id uuid NOT NULL REFERENCES companies (id) ON DELETE CASCADE,
  -- The order in which they were linked.
  position bigint NOT NULL,
  linked_by_agent_id uuid,
  linked_by_user_id text,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (approval_id, issue_id)
);
CREATE INDEX approval_issues_by_issue ON approval_issues (issue_id);
CREATE INDEX approval_issues_by_company ON approval_issues (company_id);

CREATE TABLE approval_comments (
  id uuid NOT NULL PRIMARY KEY,
  company_id uuid NOT NULL REFERENCES companies (id) ON DELETE CASCADE,
  approval_id uuid NOT NULL REFERENCES approvals (id) ON DELETE CASCADE,
  -- The order of a talk; two comments may be of the same millisecond.
  seq bigint NOT NULL,
  author_agent_id uuid,
  author_user_id text,
  body text NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  UNIQUE (approval_id, seq)
);
CREATE INDEX approval_comments_by_company ON approval_comments (company_id);
