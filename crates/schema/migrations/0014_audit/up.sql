-- The activity log as a chain: each entry's hash covers the one before it. One text for SQLite and
-- PostgreSQL. Entries from before this have none.

ALTER TABLE activity ADD COLUMN chain_hash text;

-- The newest entry of the chain.
ALTER TABLE company_counters ADD COLUMN chain_seq bigint;
ALTER TABLE company_counters ADD COLUMN chain_hash text;

-- Signed words about how far the chain went, so that it cannot be written anew as a whole.
CREATE TABLE audit_checkpoints (
  company_id uuid NOT NULL REFERENCES companies (id) ON DELETE CASCADE,
  seq bigint NOT NULL,
  chain_hash text NOT NULL,
  signature text NOT NULL,
  -- Tells which key signed it.
  key_fingerprint text NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (company_id, seq)
);
