// The texts of the page `projects`.
export const projects = {
  title: "Projects",
  new: "New project",
  create: "Create project",
  seeAll: "See all projects",
  emptyTitle: "No projects",
  empty: "A project holds issues that belong together, with somebody who leads it and a goal it serves.",
  description: "Description",
  target: "Target date",
  lead: "Lead",
  goal: "Goal",
  showArchived: "Archived",
  showCurrent: "Current",
} as const;
