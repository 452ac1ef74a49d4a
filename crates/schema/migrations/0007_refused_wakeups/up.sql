-- Wake-ups that were refused for a reason that passes: they are made once more when it has.

CREATE INDEX wakeups_refused ON wakeups (id) WHERE status = 'skipped' AND dedup_key IS NULL
  AND status_reason IN ('company.inactive', 'agent.not_invokable', 'heartbeat.daily_run_limit', 'heartbeat.daily_cost_limit');
