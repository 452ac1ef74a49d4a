// A believable company, made through the API: six agents, goals, projects, forty issues in every state, runs
// with something to read. Its agents are a few lines of shell that play what the issue says they play.

const NAME = "Kestrel Maps";

/** What an agent does is written at the end of an issue's text, where nobody sees it. */
const SCRIPT = `
api() {
  path=$1; shift
  curl -sSf -H "Authorization: Bearer $PAPERCLIP_API_KEY" -H "X-Paperclip-Run-Id: $PAPERCLIP_RUN_ID" \\
    -H 'Content-Type: application/json' "$PAPERCLIP_API_URL/api$path" "$@"
}
issue=$(api "/heartbeat-runs/$PAPERCLIP_RUN_ID" | sed -n 's/.*"issueId":"\\([^"]*\\)".*/\\1/p')
[ -n "$issue" ] || exit 0
told=$(api "/issues/$issue")
play=$(printf '%s' "$told" | sed -n 's/.*<!-- play: \\([a-z]*\\) |.*/\\1/p')
say=$(printf '%s' "$told" | sed -n 's/.*<!-- play: [a-z]* | \\(.*\\) -->.*/\\1/p')
api "/issues/$issue/checkout" -X POST \\
  -d "{\\"agentId\\": \\"$PAPERCLIP_AGENT_ID\\", \\"expectedStatuses\\": [\\"todo\\", \\"in_progress\\"]}" >/dev/null || exit 0
echo "Read the issue and the notes of the project."
echo "\\$ git switch -c work/$(date +%s)"
echo "Switched to a new branch"
if [ "$play" = fail ]; then
  echo "\\$ make tiles"
  echo "Rendering zoom 0 to 6 … done"
  echo "Rendering zoom 7 to 12 …"
  echo "error: tile 11/1087/716: elevation source answered 429 after 3 tries" >&2
  echo "make: *** [tiles] Error 1" >&2
  exit 1
fi
echo "\\$ make test"
printf '\\033[32m✔\\033[0m 212 tests passed\\n'
if [ "$play" = long ]; then
  for step in "Reading the elevation index" "Comparing with the last survey" "Rewriting the cache keys" "Rendering zoom 0 to 6"; do
    echo "$step"; sleep 1
  done
  echo "Rendering zoom 7 to 12 …"
  exec sleep 900
fi
api "/issues/$issue/comments" -X POST -d "{\\"body\\": \\"$say\\"}" >/dev/null
echo "Wrote down what was done."
[ "$play" = done ] && api "/issues/$issue" -X PATCH -d '{"status": "done"}' >/dev/null
[ "$play" = review ] && api "/issues/$issue" -X PATCH -d '{"status": "in_review"}' >/dev/null
exit 0
`.trim();

const AGENTS = [
  { name: "Mara", role: "ceo", title: "Chief executive", icon: "crown" },
  { name: "Otto", role: "cto", title: "Head of engineering", icon: "cpu", reportsTo: "Mara" },
  { name: "Lin", role: "designer", title: "Product designer", icon: "sparkles", reportsTo: "Mara" },
  { name: "Ines", role: "engineer", title: "Map engineer", icon: "terminal", reportsTo: "Otto" },
  { name: "Theo", role: "qa", title: "Quality", icon: "shield", reportsTo: "Otto" },
  { name: "Juno", role: "researcher", title: "Trails and sources", icon: "search", reportsTo: "Mara" },
];

const GOALS = ["Maps that work without a signal", "A thousand paying hikers by spring"];
const PROJECTS = [
  { name: "Offline maps", description: "Whole regions in the pocket, in less than 200 MB each.", goal: 0 },
  {
    name: "Trail reports",
    description: "What hikers say about a path, an hour after they said it.",
    goal: 1,
  },
  { name: "Launch", description: "Everything that has to be there on the first of March.", goal: 1 },
];
const LABELS = ["bug", "rendering", "copy", "data"];

const text = (...lines) => lines.join("\n");

/** Title, agent, project, priority, label, and how it stands: a state, or what its agent plays. */
const ISSUES = [
  ["Render the Dolomites with the new elevation source", "Ines", 0, "critical", "rendering", "long"],
  [
    "Shrink regions below 200 MB",
    "Otto",
    0,
    "high",
    "rendering",
    "review",
    "The Dolomites are **184 MB** now, from 311 MB. Contours are stored as differences, and labels once for all zooms. Have a look at the edges near Cortina before this goes out.",
  ],
  [
    "Tiles disappear when the phone is turned",
    "Ines",
    0,
    "critical",
    "bug",
    "done",
    "The cache was asked with the old size of the screen. It now waits for the layout; two tests turn the screen fifty times.",
  ],
  [
    "Explain in the app why a region is large",
    "Lin",
    0,
    "medium",
    "copy",
    "review",
    "Two sentences and a bar that shows what takes the room. Drafts for both themes are attached to the page of the project.",
  ],
  [
    "Ask before a download over mobile data",
    "Lin",
    0,
    "high",
    null,
    "done",
    "A sheet with the size, what it costs in time, and **Only on Wi-Fi** as its first button.",
  ],
  [
    "Huts and springs from the open register",
    "Juno",
    1,
    "high",
    "data",
    "done",
    "4,812 huts and 11,067 springs, with the date when each was last confirmed. 316 had no position and were left out; the list is in the notes.",
  ],
  [
    "Weather warnings for the next six hours",
    "Otto",
    1,
    "high",
    null,
    "done",
    "Warnings are fetched for the cells on screen only, and kept for ten minutes.",
  ],
  ["A path is closed: show it within the hour", "Juno", 1, "critical", "data", "fail", "-"],
  [
    "Sort reports by how old they are",
    "Ines",
    1,
    "medium",
    null,
    "done",
    "Newest first, and anything older than a season is grey.",
  ],
  [
    "Check every screen at 200 % text size",
    "Theo",
    2,
    "high",
    "bug",
    "done",
    "Nine screens were fine, three cut their titles. Fixed with Lin, and there is a test that measures all twelve.",
  ],
  [
    "Go through the purchase with a card that is refused",
    "Theo",
    2,
    "critical",
    "bug",
    "review",
    "It says *declined* and keeps the basket. One thing to decide: should we offer the bank transfer right there?",
  ],
  [
    "Write the page for the first of March",
    "Mara",
    2,
    "high",
    "copy",
    "review",
    text(
      "Three versions, my favourite first:",
      "",
      "1. *The map that stays.*",
      "2. *No signal, no problem.*",
      "3. *Two hundred megabytes of mountains.*",
    ).replaceAll("\n", "\\n"),
  ],
  [
    "Name a price for a year",
    "Mara",
    2,
    "critical",
    null,
    "done",
    "29 € a year, or 4 € a month. The sums for both are in the notes; break-even is at 870 hikers.",
  ],
  ["Photos for the store in five sizes", "Lin", 2, "medium", null, "todo"],
  ["Contours look rough between zoom 11 and 12", "Ines", 0, "medium", "rendering", "todo"],
  ["Measure the battery during a day's walk", "Theo", 0, "high", null, "todo"],
  ["Ask the alpine clubs for their path numbers", "Juno", 1, "medium", "data", "todo"],
  ["Merge reports about the same bridge", null, 1, "medium", null, "todo"],
  ["A report with a photo is sent twice", null, 1, "high", "bug", "todo"],
  ["Translate the store page into German", null, 2, "medium", "copy", "todo"],
  ["Old regions stay after an update", null, 0, "high", "bug", "todo"],
  ["Decide who answers on the first day", "you", 2, "high", null, "todo"],
  ["Sign the contract for the elevation data", "you", 0, "critical", "data", "todo"],
  ["Send maps to the watch", null, 0, "low", null, "backlog"],
  ["Night colours for the map itself", null, 0, "medium", "rendering", "backlog"],
  ["Share a walk as a picture", null, 1, "low", null, "backlog"],
  ["Snow cover from satellites", null, 1, "medium", "data", "backlog"],
  ["A map for the wall, printed", null, 2, "low", null, "backlog"],
  ["Gift cards", null, 2, "low", null, "backlog"],
  ["Let hikers correct the name of a hut", null, 1, "medium", "data", "backlog"],
  ["A region for the Tatra", null, 0, "medium", "rendering", "backlog"],
  ["Say on the map where there is a signal", null, 0, "low", "data", "backlog"],
  ["Invoices for clubs", null, 2, "medium", null, "backlog"],
  ["Sell through the clubs' own shops", null, 2, "medium", null, "cancelled"],
  ["A forum", null, 1, "low", null, "cancelled"],
  [
    "Test the download on a train",
    "Theo",
    0,
    "medium",
    null,
    "done",
    "Bologna to Bolzano: 14 tunnels, 9 pauses, no broken file.",
  ],
  [
    "Count how often a region is opened",
    "Otto",
    0,
    "low",
    "data",
    "done",
    "Counted on the phone and sent once a day, without a place.",
  ],
  [
    "Icon for the store",
    "Lin",
    2,
    "medium",
    null,
    "done",
    "The kestrel in two strokes. It holds at 16 pixels.",
  ],
];

/** Issues that wait for another, by their places in the list above. */
const BLOCKED = [
  ["Put the Dolomites into the store", "Otto", 0, "high", "rendering", 0],
  ["Announce the price", "Mara", 2, "high", "copy", 10],
  ["Weekly mail with closed paths", "Juno", 1, "medium", "data", 7],
];

/** What the agents' models used: by use, within a plan, and one whose price nobody knows. */
const USE = [
  ["anthropic", "claude-sonnet-4-5", "metered_api", 1_400_000, 82_000],
  ["anthropic", "claude-opus-4-1", "subscription_included", 310_000, 41_000],
  ["openai", "gpt-5", "metered_api", 920_000, 64_000],
  ["on our own machine", "qwen3-coder", "unknown", 480_000, 30_000],
];

/** Makes the company and waits until its agents have done what they do. Returns what addresses need. */
export async function foundDemo(address) {
  async function call(method, path, body) {
    const answer = await fetch(new URL(`/api${path}`, address), {
      method,
      headers: body ? { "content-type": "application/json" } : {},
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  }
  const company = await call("POST", "/companies", { name: NAME, description: "Maps for people who walk." });
  const of = `/companies/${company.id}`;
  const agents = {};
  for (const { reportsTo, ...agent } of AGENTS)
    agents[agent.name] = await call("POST", `${of}/agents`, {
      ...agent,
      ...(reportsTo ? { reportsTo: agents[reportsTo].id } : {}),
      adapterType: "process",
      adapterConfig: { command: "sh", args: ["-c", SCRIPT], timeoutSec: 1200 },
    });
  const labels = {};
  const colours = ["#d1434f", "#3f7fd0", "#a26cc4", "#3f9a6c"];
  for (const [at, name] of LABELS.entries())
    labels[name] = (await call("POST", `${of}/labels`, { name, color: colours[at] })).id;
  const goals = [];
  for (const title of GOALS)
    goals.push(await call("POST", `${of}/goals`, { title, level: "company", status: "active" }));
  const projects = [];
  for (const { goal, ...project } of PROJECTS)
    projects.push(
      await call("POST", `${of}/projects`, { ...project, status: "in_progress", goalIds: [goals[goal].id] }),
    );

  const STATES = new Set(["todo", "backlog", "cancelled"]);
  const made = [];
  async function issue([title, who, project, priority, label, how, say]) {
    const isPlayed = !STATES.has(how);
    // Those at rest are not for agents yet, or they would start.
    const agent = who && who !== "you" && (isPlayed || how === "backlog") ? agents[who].id : undefined;
    const about = "What is done is written down here; what is open is said at the end.";
    const one = await call("POST", `${of}/issues`, {
      title,
      priority,
      projectId: projects[project].id,
      status: isPlayed ? "todo" : how === "cancelled" ? "backlog" : how,
      description: isPlayed ? `${about}\n\n<!-- play: ${how} | ${say ?? "-"} -->` : about,
      ...(label ? { labelIds: [labels[label]] } : {}),
      ...(agent ? { assigneeAgentId: agent } : {}),
      ...(who === "you" ? { assigneeUserId: "local-board" } : {}),
    });
    if (how === "cancelled") await call("PATCH", `/issues/${one.id}`, { status: "cancelled" });
    return one;
  }
  for (const spec of ISSUES) made.push(await issue(spec));
  for (const [title, , project, priority, label, by] of BLOCKED) {
    const one = await issue([title, null, project, priority, label, "todo"]);
    await call("PATCH", `/issues/${one.id}`, { status: "blocked", blockedByIssueIds: [made[by].id] });
  }

  await call("PATCH", of, { requireBoardApprovalForNewAgents: true });
  const { approval } = await call("POST", `${of}/agent-hires`, {
    name: "Sam",
    role: "engineer",
    title: "Watch engineer",
    icon: "rocket",
    reportsTo: agents.Otto.id,
    capabilities: "Knows small screens and smaller batteries.",
    adapterType: "process",
    adapterConfig: { command: "./watch-agent", args: ["--careful"] },
    budgetMonthlyCents: 4500,
  });
  await call("POST", `${of}/approvals`, {
    type: "request_board_approval",
    issueIds: [made[7].id],
    payload: {
      title: "Buy a year of elevation data",
      summary: "The free source answers 429 as soon as two regions are drawn at once.",
      recommendedAction: "The small plan, **290 € a year**.",
      risks: ["The price may rise after a year."],
    },
  });

  const team = Object.values(agents);
  for (const [at, agent] of team.entries())
    for (const [step, [provider, model, billingType, input, output]] of USE.entries()) {
      if ((at + step) % 3 === 2) continue;
      const one = made[(at * 4 + step) % made.length];
      const part = (at + 2) / (step + 3);
      await call("POST", `${of}/cost-events`, {
        agentId: agent.id,
        issueId: one.id,
        provider,
        model,
        billingType,
        inputTokens: Math.round(input * part),
        cachedInputTokens: Math.round(input * part * 3),
        outputTokens: Math.round(output * part),
        occurredAt: new Date().toISOString(),
      });
    }
  await call("PATCH", of, { budgetMonthlyCents: 12_000 });

  // The one that goes on is all that goes on in the end.
  for (let tries = 0; tries < 600; tries += 1) {
    const live = await call("GET", `${of}/live-runs`);
    if (live.length === 1 && live[0].status === "running") break;
    await new Promise((go) => setTimeout(go, 100));
  }
  const runs = await call("GET", `${of}/heartbeat-runs?limit=200`);
  return {
    id: company.id,
    prefix: company.issuePrefix,
    call,
    live: made[0].identifier,
    approval: approval.id,
    reviewed: made[1].identifier,
    agent: agents.Ines.urlKey,
    liveRun: runs.find((run) => run.status === "running")?.id,
    failedRun: runs.find((run) => run.status === "failed")?.id,
    failedAgent: agents.Juno.urlKey,
  };
}
