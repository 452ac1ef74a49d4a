// What the server finds for the words in the palette, below what was known already.
import { Command } from "cmdk";
import { Bot, FileText, Folder, MessageSquare } from "lucide-react";
import { useEffect, useState } from "react";
import { useAgentsById } from "@/api/agents";
import { useProjectsById } from "@/api/projects";
import { useSearchAnswer } from "@/api/search";
import type { SearchAnswer } from "@/api/types";
import { useCompany } from "@/company";
import { useGo } from "@/navigation";
import { paths } from "@/paths";
import { PaletteItem } from "@/shell/palette";
import { useT } from "@/texts/locale";
import { Avatar } from "@/ui/avatar";
import { StatusIcon } from "@/ui/status";

const ASKED_AFTER = 150;
const group =
  "[&_[cmdk-group-heading]]:px-3 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-text-3 [&_[cmdk-group-heading]]:text-xs";

type Found = SearchAnswer["results"][number];

export interface PaletteResultsProps {
  words: string;
  /** Ids that are shown above. */
  known: readonly string[];
}

/** The words as they were when somebody stopped typing for a moment. */
function useSettled(words: string): string {
  const [settled, setSettled] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setSettled(words), ASKED_AFTER);
    return () => clearTimeout(timer);
  }, [words]);
  return settled;
}

function useLook(found: Found) {
  const { id } = useCompany();
  const agent = useAgentsById(id)?.get(found.id);
  const project = useProjectsById(id)?.get(found.id);
  if (found.issue) return { icon: <StatusIcon status={found.issue.status} isDecoration />, to: undefined };
  if (found.type === "agent")
    return {
      icon: agent ? (
        <Avatar kind="agent" id={agent.id} name={agent.name} icon={agent.icon} size={18} />
      ) : (
        <Bot size={16} />
      ),
      to: agent?.urlKey,
    };
  if (found.type === "project") return { icon: <Folder size={16} />, to: project?.urlKey };
  if (found.type === "comment") return { icon: <MessageSquare size={16} />, to: undefined };
  return { icon: <FileText size={16} />, to: undefined };
}

function Result({ found }: { found: Found }) {
  const go = useGo();
  const { issuePrefix } = useCompany();
  const { icon, to } = useLook(found);
  function open() {
    if (found.issue) go(paths.issue(issuePrefix, found.issue.identifier));
    else if (found.type === "agent") go(paths.agent(issuePrefix, to ?? found.id));
    else if (found.type === "project") go(paths.project(issuePrefix, to ?? found.id));
    // The server's own address for what has no page of its own.
    else go(found.href);
  }
  return (
    <PaletteItem
      id={`found ${found.type} ${found.id}`}
      icon={icon}
      onPick={open}
      hint={found.issue && <span className="font-mono text-text-3 text-xs">{found.issue.identifier}</span>}
    >
      {found.issue?.title ?? found.title}
      {!found.matchedFields.includes("title") && found.snippet && (
        <span className="ml-2 text-text-3 text-xs">{found.snippet}</span>
      )}
    </PaletteItem>
  );
}

export function PaletteResults({ words, known }: PaletteResultsProps) {
  const t = useT();
  const { id } = useCompany();
  const { data } = useSearchAnswer(id, useSettled(words));
  // Agents and projects are known to the browser and stand above by their name.
  const found = (data?.results ?? []).filter(
    (one) =>
      !known.includes(one.id) &&
      !(
        (one.type === "agent" || one.type === "project") &&
        one.title.toLowerCase().includes(words.toLowerCase())
      ),
  );
  if (found.length === 0) return null;
  return (
    <Command.Group heading={t("palette.found")} className={group} forceMount>
      {found.map((one) => (
        <Result key={`${one.type}-${one.id}`} found={one} />
      ))}
    </Command.Group>
  );
}
