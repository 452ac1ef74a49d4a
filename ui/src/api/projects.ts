// Projects and goals: what work belongs to, and what it is for.
import { queryOptions, useQuery } from "@tanstack/react-query";
import { byId } from "./by-id";
import { api, unwrap } from "./client";
import { keys } from "./keys";
import { KEPT_TRUE_BY_FEED } from "./queryClient";
import type { ListedProject } from "./types";

export const projectsQuery = (company: string) =>
  queryOptions({
    queryKey: keys.projects(company),
    queryFn: () =>
      unwrap(api.GET("/companies/{companyId}/projects", { params: { path: { companyId: company } } })),
    staleTime: KEPT_TRUE_BY_FEED,
  });

export const projectQuery = (company: string, project: string) =>
  queryOptions({
    queryKey: keys.project(company, project),
    queryFn: () => unwrap(api.GET("/projects/{projectId}", { params: { path: { projectId: project } } })),
  });

export const goalsQuery = (company: string) =>
  queryOptions({
    queryKey: keys.goals(company),
    queryFn: () =>
      unwrap(api.GET("/companies/{companyId}/goals", { params: { path: { companyId: company } } })),
  });

export const goalQuery = (company: string, goal: string) =>
  queryOptions({
    queryKey: keys.goal(company, goal),
    queryFn: () => unwrap(api.GET("/goals/{goalId}", { params: { path: { goalId: goal } } })),
  });

export const useProjects = (company: string) => useQuery(projectsQuery(company));
export const useProject = (company: string, project: string) => useQuery(projectQuery(company, project));
export const useGoals = (company: string) => useQuery(goalsQuery(company));
export const useGoal = (company: string, goal: string) => useQuery(goalQuery(company, goal));

/** Projects by id; undefined until they are known. */
export function useProjectsById(company: string): ReadonlyMap<string, ListedProject> | undefined {
  const { data } = useProjects(company);
  return data && byId(data);
}
