// The agent that anybody can try: a few lines of shell that take an issue, say hello and close it.
// It needs what every machine has, and no account.

const SCRIPT = `
api() {
  path=$1; shift
  curl -sSf -H "Authorization: Bearer $PAPERCLIP_API_KEY" -H "X-Paperclip-Run-Id: $PAPERCLIP_RUN_ID" \\
    -H 'Content-Type: application/json' "$PAPERCLIP_API_URL/api$path" "$@"
}
issue=$(api "/heartbeat-runs/$PAPERCLIP_RUN_ID" | sed -n 's/.*"issueId":"\\([^"]*\\)".*/\\1/p')
[ -n "$issue" ] || { echo "There is nothing to do."; exit 0; }
echo "Reading the issue…"; sleep 1
api "/issues/$issue/checkout" -X POST \\
  -d "{\\"agentId\\": \\"$PAPERCLIP_AGENT_ID\\", \\"expectedStatuses\\": [\\"todo\\", \\"in_progress\\"]}" >/dev/null || exit 0
echo "It is mine. Thinking of something to say…"; sleep 2
api "/issues/$issue/comments" -X POST -d '{"body": "Hello! I am the example agent. I took this issue, wrote this comment, and close it now."}' >/dev/null
echo "Said hello."; sleep 1
api "/issues/$issue" -X PATCH -d '{"status": "done"}' >/dev/null
echo "Closed the issue."
`.trim();

export const EXAMPLE_CONFIG = { command: "sh", args: ["-c", SCRIPT], timeoutSec: 60 };
