// A company with something in it, made through the API: what the pages are looked at with.

const AGENTS = [
  { name: "Mara", role: "ceo", title: "Chief executive", icon: "crown" },
  { name: "Otto", role: "engineer", title: "Backend engineer", icon: "terminal", reportsTo: "Mara" },
  { name: "Lin", role: "designer", title: "Product designer", icon: "sparkles", reportsTo: "Mara" },
];

const ISSUES = [
  { title: "Write the launch page", status: "backlog", priority: "high" },
  { title: "Usage chart does not follow the time zone", status: "todo", priority: "critical" },
  { title: "Onboarding mail in German", status: "backlog", priority: "low" },
  { title: "Measure the start-up time", status: "todo", assignee: "Otto", priority: "medium" },
];

/** One that is billed by use, one that a plan covers, and one whose price nobody knows. */
const MODELS = [
  ["claude-sonnet-4-5", "metered_api"],
  ["claude-opus-4-1", "subscription_included"],
  ["a-model-of-our-own", "unknown"],
];

/** Makes the company, or finds the one of an earlier time. Returns what addresses need. */
export async function found(address) {
  async function call(method, path, body) {
    const answer = await fetch(new URL(`/api${path}`, address), {
      method,
      headers: body ? { "content-type": "application/json" } : {},
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  }

  const name = "Looking Glass";
  const known = (await call("GET", "/companies")).find((company) => company.name === name);
  const company = known ?? (await call("POST", "/companies", { name }));
  if (!known) {
    const ids = {};
    for (const { reportsTo, ...agent } of AGENTS) {
      const made = await call("POST", `/companies/${company.id}/agents`, {
        ...agent,
        ...(reportsTo ? { reportsTo: ids[reportsTo] } : {}),
        adapterType: "process",
        adapterConfig: { command: "echo", args: ["Hello from", agent.name] },
      });
      ids[agent.name] = made.id;
    }
    await call("POST", `/companies/${company.id}/goals`, {
      title: "Launch the public beta",
      level: "company",
    });
    await call("POST", `/companies/${company.id}/projects`, { name: "Website" });
    for (const { assignee, ...issue } of ISSUES) {
      const assigned = assignee ? { assigneeAgentId: ids[assignee] } : {};
      await call("POST", `/companies/${company.id}/issues`, { ...issue, ...assigned });
    }
  }
  if (!known) {
    const agents = await call("GET", `/companies/${company.id}/agents`);
    const [issue] = await call("GET", `/companies/${company.id}/issues?limit=1`);
    const [project] = await call("GET", `/companies/${company.id}/projects`);
    for (const [model, billingType] of MODELS)
      for (const agent of agents)
        await call("POST", `/companies/${company.id}/cost-events`, {
          agentId: agent.id,
          issueId: issue.id,
          projectId: project.id,
          provider: "anthropic",
          model,
          billingType,
          inputTokens: 40_000,
          cachedInputTokens: 250_000,
          outputTokens: 9_000,
          occurredAt: new Date().toISOString(),
        });
  }
  const asked = await call("GET", `/companies/${company.id}/approvals`);
  const approval =
    asked[0] ??
    (await call("POST", `/companies/${company.id}/approvals`, {
      type: "request_board_approval",
      payload: {
        title: "Buy a better camera",
        summary: "The pictures of the site are dark.",
        risks: ["It may be used for holidays"],
      },
    }));
  const [agents, issues] = await Promise.all([
    call("GET", `/companies/${company.id}/agents`),
    call("GET", `/companies/${company.id}/issues?limit=1`),
  ]);
  return {
    id: company.id,
    prefix: company.issuePrefix,
    call,
    agent: agents[0].urlKey,
    issue: issues[0].identifier,
    approval: approval.id,
  };
}
