-- The server that asks for the end of a lease just now: what an earlier process of it was asking for
-- when it died, its next one asks for at once.
ALTER TABLE environment_leases ADD COLUMN cleanup_node_id uuid;
