// Projects and goals: what work belongs to, and what it is for.
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { byId } from "./by-id";
import { api, unwrap } from "./client";
import { keys } from "./keys";
import { patchCached, useOptimistic } from "./optimistic";
import { putAnswer } from "./put-answer";
import { KEPT_TRUE_BY_FEED } from "./queryClient";
import type { components } from "./schema";
import type { Goal, ListedProject } from "./types";

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

type CreateProject = components["schemas"]["CreateProjectRequest"];
type UpdateProject = components["schemas"]["UpdateProjectRequest"];
type CreateGoal = components["schemas"]["CreateGoalRequest"];
type UpdateGoal = components["schemas"]["UpdateGoalRequest"];

export function useCreateProject(company: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: CreateProject) =>
      unwrap(api.POST("/companies/{companyId}/projects", { params: { path: { companyId: company } }, body })),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.anyProjects(company) }),
  });
}

export interface ChangedProject {
  project: ListedProject;
  change: Partial<UpdateProject>;
  said: string;
}

/** Change a project: shown at once, rolled back with the reason if refused, undone from the toast. */
export function useChangeProject(company: string) {
  return useOptimistic<ChangedProject, unknown>({
    send: ({ project, change }) =>
      unwrap(
        api.PATCH("/projects/{projectId}", {
          params: { path: { projectId: project.id } },
          body: change as UpdateProject,
        }),
      ),
    patch: ({ project, change }, client) =>
      patchCached<ListedProject[]>(client, keys.projects(company), (all) =>
        all.map((one) => (one.id === project.id ? ({ ...one, ...change } as ListedProject) : one)),
      ),
    what: ({ project }) => project.name,
    done: ({ said }) => said,
    inverse: ({ project, change, said }) => ({
      project: { ...project, ...change } as ListedProject,
      change: Object.fromEntries(
        Object.keys(change).map((field) => [field, project[field as keyof ListedProject] ?? null]),
      ),
      said,
    }),
    settle: (_answer, _changed, client) => client.invalidateQueries({ queryKey: keys.anyProjects(company) }),
  });
}

export function useDeleteProject(company: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (project: string) =>
      unwrap(api.DELETE("/projects/{projectId}", { params: { path: { projectId: project } } })),
    onSuccess: (_answer, project) =>
      putAnswer<ListedProject[]>(client, keys.projects(company), (all) =>
        all?.filter((one) => one.id !== project),
      ),
  });
}

export function useCreateGoal(company: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: CreateGoal) =>
      unwrap(api.POST("/companies/{companyId}/goals", { params: { path: { companyId: company } }, body })),
    onSuccess: (goal) => {
      putAnswer<Goal[]>(client, keys.goals(company), (all) => all && [...all, goal]);
      client.invalidateQueries({ queryKey: keys.anyGoals(company) });
    },
  });
}

export interface ChangedGoal {
  goal: Goal;
  change: Partial<UpdateGoal>;
  said?: string;
}

export function useChangeGoal(company: string) {
  return useOptimistic<ChangedGoal, unknown>({
    send: ({ goal, change }) =>
      unwrap(
        api.PATCH("/goals/{goalId}", {
          params: { path: { goalId: goal.id } },
          body: change as UpdateGoal,
        }),
      ),
    patch: ({ goal, change }, client) =>
      patchCached<Goal[]>(client, keys.goals(company), (all) =>
        all.map((one) => (one.id === goal.id ? ({ ...one, ...change } as Goal) : one)),
      ),
    what: ({ goal }) => goal.title,
    done: ({ said }) => said,
    inverse: ({ goal, change }) => ({
      goal: { ...goal, ...change } as Goal,
      change: Object.fromEntries(
        Object.keys(change).map((field) => [field, goal[field as keyof Goal] ?? null]),
      ),
    }),
    settle: (_answer, _changed, client) => client.invalidateQueries({ queryKey: keys.anyGoals(company) }),
  });
}

export function useDeleteGoal(company: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (goal: string) =>
      unwrap(api.DELETE("/goals/{goalId}", { params: { path: { goalId: goal } } })),
    onSuccess: (_answer, goal) =>
      putAnswer<Goal[]>(client, keys.goals(company), (all) => all?.filter((one) => one.id !== goal)),
  });
}

/** How many issues a project has, and how many of them are done. */
export const useProjectProgress = (company: string, project: string) =>
  useQuery({
    // With the lists of issues, so that what changes them brings it up to date.
    queryKey: keys.issueList(company, { projectId: project, part: "progress" }),
    queryFn: async () => {
      const count = async (status?: string) => {
        const query = { projectId: project, ...(status ? { status } : {}) };
        const answer = await unwrap(
          api.GET("/companies/{companyId}/issues/count", {
            params: { path: { companyId: company }, query: query as never },
          }),
        );
        return answer.count;
      };
      const [all, done, cancelled] = await Promise.all([count(), count("done"), count("cancelled")]);
      return { total: all - cancelled, done };
    },
  });
