// The palette: actions on what is there, pages, and everything that has a name.

import { useQueryClient } from "@tanstack/react-query";
import { Command } from "cmdk";
import * as Radix from "radix-ui/dialog";
import { type ReactNode, useMemo, useState } from "react";
import { currentActions, useRegistry } from "@/actions/registry";
import { useAgents } from "@/api/agents";
import { useApprovals } from "@/api/approvals";
import { keys } from "@/api/keys";
import { useProjects } from "@/api/projects";
import type { IssueRow } from "@/api/types";
import { useCompany } from "@/company";
import { askOf } from "@/components/approval-words";
import { useGo } from "@/navigation";
import { PaletteResults } from "@/pages/search/palette-results";
import { paths } from "@/paths";
import { useT } from "@/texts/locale";
import { Avatar } from "@/ui/avatar";
import { Kbd } from "@/ui/kbd";
import { StatusIcon } from "@/ui/status";
import { closePalette, useShell } from "./shell-state";

const MOST_ISSUES = 8;
const group =
  "[&_[cmdk-group-heading]]:px-3 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-text-3 [&_[cmdk-group-heading]]:text-xs";
const item =
  "flex min-h-9 select-none items-center gap-3 rounded-m px-3 data-[selected=true]:bg-surface-3/80 pointer-coarse:min-h-11";

/** The issues that some list already holds, the latest first. */
function useKnownIssues(company: string): IssueRow[] {
  const client = useQueryClient();
  return useMemo(() => {
    const lists = client.getQueriesData<{ pages?: IssueRow[][] }>({ queryKey: keys.issueLists(company) });
    const rows = lists.flatMap(([, list]) => list?.pages?.flat() ?? []);
    const byId = new Map(rows.map((row) => [row.id, row]));
    return [...byId.values()].sort((one, other) => other.updatedAt.localeCompare(one.updatedAt));
  }, [client, company]);
}

export function PaletteItem({
  id,
  keywords,
  icon,
  onPick,
  children,
  hint,
}: {
  id: string;
  keywords?: string[];
  icon: ReactNode;
  onPick: () => void;
  children: ReactNode;
  hint?: ReactNode;
}) {
  return (
    <Command.Item
      value={id}
      keywords={keywords}
      onSelect={() => {
        closePalette();
        onPick();
      }}
      className={item}
    >
      <span className="grid w-5 shrink-0 place-items-center text-text-3">{icon}</span>
      <span className="min-w-0 grow truncate">{children}</span>
      {hint}
    </Command.Item>
  );
}

export default function Palette() {
  const t = useT();
  const go = useGo();
  const { id, issuePrefix } = useCompany();
  const [typed, setTyped] = useState(useShell.getState().paletteText);
  const actions = currentActions(useRegistry((state) => state.actions)).filter((action) => !action.isKeyOnly);
  const { data: agents = [] } = useAgents(id);
  const { data: projects = [] } = useProjects(id);
  const issues = useKnownIssues(id);
  const { data: approvals = [] } = useApprovals(id, typed.length > 1);

  const scope = /^[>@#:]/.test(typed) ? typed[0] : undefined;
  const words = (scope ? typed.slice(1) : typed).trim();
  const shows = (sign: string) => !scope || scope === sign;
  const team = agents.filter((agent) => agent.status !== "terminated" && (words || scope === "@"));
  const found = issues
    .filter((issue) => `${issue.identifier} ${issue.title}`.toLowerCase().includes(words.toLowerCase()))
    .slice(0, MOST_ISSUES);

  return (
    <Radix.Root open onOpenChange={(open) => !open && closePalette()}>
      <Radix.Portal>
        <Radix.Overlay className="fading fixed inset-0 z-40 bg-scrim" />
        <Radix.Content
          aria-describedby={undefined}
          className="md:rising fixed inset-x-2 top-2 z-40 overflow-hidden rounded-l border border-line bg-overlay shadow-l outline-none md:inset-x-auto md:top-[14vh] md:left-1/2 md:-ml-[300px] md:w-[600px]"
        >
          <Radix.Title className="sr-only">{t("shell.palette")}</Radix.Title>
          <Command
            label={t("shell.palette")}
            loop
            filter={(value, search, keywords) => {
              // Results of the server are in its order; the sign before the words is not searched for.
              if (value.startsWith("found ")) return 1;
              const plain = search
                .replace(/^[>@#:]/, "")
                .trim()
                .toLowerCase();
              const text = [value, ...(keywords ?? [])].join(" ").toLowerCase();
              if (!plain) return 1;
              if (text.startsWith(plain) || keywords?.some((word) => word.toLowerCase().startsWith(plain)))
                return 1;
              return plain.split(/\s+/).every((word) => text.includes(word)) ? 0.6 : 0;
            }}
          >
            <Command.Input
              value={typed}
              onValueChange={setTyped}
              placeholder={t("shell.paletteHint")}
              className="h-12 w-full border-line border-b bg-transparent px-4 text-md outline-none"
            />
            <Command.List className="max-h-[min(420px,60vh)] overflow-y-auto p-1.5">
              <Command.Empty className="py-8 text-center text-text-3">
                {t("shell.paletteEmpty")}
              </Command.Empty>
              {shows("#") && found.length > 0 && (
                <Command.Group heading={t("shell.issues")} className={group}>
                  {found.map((issue) => (
                    <PaletteItem
                      key={issue.id}
                      id={issue.identifier}
                      keywords={[issue.title]}
                      icon={<StatusIcon status={issue.status} isDecoration />}
                      onPick={() => go(paths.issue(issuePrefix, issue.identifier))}
                      hint={<span className="font-mono text-text-3 text-xs">{issue.identifier}</span>}
                    >
                      {issue.title}
                    </PaletteItem>
                  ))}
                </Command.Group>
              )}
              {shows("@") && team.length > 0 && (
                <Command.Group heading={t("shell.agents")} className={group}>
                  {team.map((agent) => (
                    <PaletteItem
                      key={agent.id}
                      id={`agent ${agent.id}`}
                      keywords={[agent.name, agent.title ?? ""]}
                      icon={
                        <Avatar kind="agent" id={agent.id} name={agent.name} icon={agent.icon} size={18} />
                      }
                      onPick={() => go(paths.agent(issuePrefix, agent.urlKey))}
                      hint={<span className="text-text-3 text-xs">{agent.title}</span>}
                    >
                      {agent.name}
                    </PaletteItem>
                  ))}
                </Command.Group>
              )}
              {shows(">") && (
                <Command.Group heading={t("shell.actions")} className={group}>
                  {actions
                    .filter((action) => action.group !== "navigation")
                    .map((action) => (
                      <PaletteItem
                        key={action.id}
                        id={`action ${action.id}`}
                        keywords={[t(action.label, action.values)]}
                        icon={action.icon && <action.icon size={16} />}
                        onPick={action.run}
                        hint={action.keys && <Kbd keys={action.keys.split("|")[0] ?? ""} />}
                      >
                        {t(action.label, action.values)}
                      </PaletteItem>
                    ))}
                </Command.Group>
              )}
              {(!scope || scope === ":") && (
                <Command.Group heading={t("shell.goTo")} className={group}>
                  {actions
                    .filter((action) => action.group === "navigation")
                    .map((action) => (
                      <PaletteItem
                        key={action.id}
                        id={`page ${action.id}`}
                        keywords={[t(action.label, action.values)]}
                        icon={action.icon && <action.icon size={16} />}
                        onPick={action.run}
                        hint={action.keys && <Kbd keys={action.keys} />}
                      >
                        {t(action.label, action.values)}
                      </PaletteItem>
                    ))}
                  {!scope &&
                    words &&
                    projects.map((project) => (
                      <PaletteItem
                        key={project.id}
                        id={`project ${project.id}`}
                        keywords={[project.name]}
                        icon={<StatusIcon status={project.status} isDecoration />}
                        onPick={() => go(paths.project(issuePrefix, project.id))}
                      >
                        {project.name}
                      </PaletteItem>
                    ))}
                </Command.Group>
              )}
              {!scope && words.length > 1 && approvals.length > 0 && (
                <Command.Group heading={t("shell.approvals")} className={group}>
                  {approvals.map((approval) => (
                    <PaletteItem
                      key={approval.id}
                      id={`approval ${approval.id}`}
                      keywords={[askOf(approval, t), t(`approvals.kind_${approval.type}`)]}
                      icon={<StatusIcon status={approval.status} isDecoration />}
                      onPick={() => go(paths.approval(issuePrefix, approval.id))}
                      hint={
                        <span className="shrink-0 text-text-3 text-xs">
                          {t(`approvals.kind_${approval.type}`)}
                        </span>
                      }
                    >
                      {askOf(approval, t)}
                    </PaletteItem>
                  ))}
                </Command.Group>
              )}
              {!scope && words.length > 1 && (
                <PaletteResults words={words} known={found.map((issue) => issue.id)} />
              )}
            </Command.List>
          </Command>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
