-- When the timer of an agent is to be looked at next while it is active; nothing where it has none.
-- Every write of the agent works it out anew. Those that were there before are looked at once.
ALTER TABLE agents ADD COLUMN next_beat_at timestamptz;
UPDATE agents SET next_beat_at = created_at;
CREATE INDEX agents_by_next_beat ON agents (next_beat_at, id) WHERE state = 'active' AND next_beat_at IS NOT NULL;
-- A beat in the future: the clock was put back since.
CREATE INDEX agents_by_last_beat ON agents (coalesce(last_heartbeat_at, created_at))
  WHERE state = 'active' AND next_beat_at IS NOT NULL;
