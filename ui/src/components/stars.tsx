// What a person keeps at hand: starred agents and projects, which the server knows, and starred issues, goals
// and views of lists, for which it has no place: this browser keeps them.
import { Star as StarIcon } from "lucide-react";
import { useAgents } from "@/api/agents";
import { useMemberships, useStarOnServer } from "@/api/memberships";
import { useProjects } from "@/api/projects";
import { useCompany } from "@/company";
import { setDraft, useDraft } from "@/drafts";
import { paths } from "@/paths";
import { useT } from "@/texts/locale";
import { IconButton } from "@/ui/button";

export interface Star {
  kind: "agent" | "project" | "issue" | "goal" | "view";
  id: string;
  name: string;
  /** Where it leads. */
  to: string;
  /** How an agent looks. */
  icon?: string | null;
}

const NONE: Star[] = [];
const placeOf = (company: string) => `stars/${company}`;

/** Everything starred in the company, and how to change that. */
export function useStars(): {
  stars: Star[];
  isStarred: (star: Star) => boolean;
  toggle: (star: Star) => void;
} {
  const { id: company, issuePrefix } = useCompany();
  const { data: memberships } = useMemberships(company);
  const { data: agents = [] } = useAgents(company);
  const { data: projects = [] } = useProjects(company);
  const onServer = useStarOnServer(company);
  const here = useDraft<Star[]>(placeOf(company))?.value ?? NONE;

  const starredAgents = (memberships?.starredAgentIds ?? []).flatMap((id): Star[] => {
    const agent = agents.find((one) => one.id === id);
    if (!agent) return [];
    const { name, icon } = agent;
    return [{ kind: "agent", id, name, to: paths.agent(issuePrefix, agent.urlKey), icon: icon ?? null }];
  });
  const starredProjects = (memberships?.starredProjectIds ?? []).flatMap((id): Star[] => {
    const project = projects.find((one) => one.id === id);
    return project
      ? [{ kind: "project", id, name: project.name, to: paths.project(issuePrefix, project.urlKey) }]
      : [];
  });
  const stars = [...here, ...starredAgents, ...starredProjects];
  const isStarred = (star: Star) => stars.some((one) => one.kind === star.kind && one.id === star.id);

  function toggle(star: Star) {
    const starred = !isStarred(star);
    if (star.kind === "agent" || star.kind === "project")
      onServer.mutate({ kind: star.kind, id: star.id, name: star.name, starred });
    else {
      const others = here.filter((one) => one.id !== star.id || one.kind !== star.kind);
      setDraft(placeOf(company), starred ? [...others, star] : others);
    }
  }
  return { stars, isStarred, toggle };
}

/** The star of a thing, on its page. */
export function StarButton({ star }: { star: Star }) {
  const t = useT();
  const { isStarred, toggle } = useStars();
  const isOn = isStarred(star);
  return (
    <IconButton
      label={t(isOn ? "shell.unstar" : "shell.star")}
      aria-pressed={isOn}
      icon={<StarIcon size={15} className={isOn ? "fill-working text-working" : ""} />}
      onClick={() => toggle(star)}
    />
  );
}
