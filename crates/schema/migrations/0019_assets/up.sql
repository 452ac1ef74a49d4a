-- Files that are kept: attachments of issues, and images. One text for SQLite and PostgreSQL.

CREATE TABLE assets (
  id uuid NOT NULL PRIMARY KEY,
  company_id uuid NOT NULL REFERENCES companies (id) ON DELETE CASCADE,
  -- An attachment has an id of its own, its issue, and perhaps the comment that it came with.
  attachment_id uuid UNIQUE,
  issue_id uuid REFERENCES issues (id) ON DELETE CASCADE,
  comment_id uuid REFERENCES comments (id) ON DELETE SET NULL,
  -- What clients are told as its place; it is nobody's path.
  object_key text NOT NULL,
  content_type text NOT NULL,
  byte_size bigint NOT NULL,
  sha256 text NOT NULL,
  original_filename text,
  -- Who brought it: an agent or a person, in which run. Kept when they are gone.
  created_by_agent_id uuid,
  created_by_user_id text,
  created_by_run_id uuid,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);
CREATE INDEX assets_by_company ON assets (company_id);
CREATE INDEX assets_by_issue ON assets (issue_id) WHERE issue_id IS NOT NULL;
CREATE INDEX assets_by_comment ON assets (comment_id) WHERE comment_id IS NOT NULL;

-- Files that are to be removed, once it is time. One that comes in is named here before it has its place,
-- and no longer once its row is there; so none stays that nobody knows. It outlives its company.
CREATE TABLE asset_removals (
  asset_id uuid NOT NULL PRIMARY KEY,
  company_id uuid NOT NULL,
  due_at timestamptz NOT NULL
);
CREATE INDEX asset_removals_due ON asset_removals (due_at);

ALTER TABLE companies ADD COLUMN logo_asset_id uuid;
