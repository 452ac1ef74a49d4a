-- The server that has a sandbox made or captured for a session just now: what an earlier process of it
-- was at when it died, its next one looks at at once.
ALTER TABLE custom_image_sessions ADD COLUMN carrier_node_id uuid;
