// The German catalogue, file by file as the English one.

import type { Like } from "../catalogue";
import type { catalogue as english } from "../en";
import { activity } from "./activity";
import { agent } from "./agent";
import { agents } from "./agents";
import { approvals } from "./approvals";
import { auth } from "./auth";
import { budgets } from "./budgets";
import { common } from "./common";
import { companies } from "./companies";
import { costs } from "./costs";
import { dashboard } from "./dashboard";
import { deeds } from "./deeds";
import { documents } from "./documents";
import { editor } from "./editor";
import { environments } from "./environments";
import { errors } from "./errors";
import { files } from "./files";
import { goals } from "./goals";
import { inbox } from "./inbox";
import { issue } from "./issue";
import { issues } from "./issues";
import { onboarding } from "./onboarding";
import { org } from "./org";
import { palette } from "./palette";
import { project } from "./project";
import { projects } from "./projects";
import { reasons } from "./reasons";
import { run } from "./run";
import { runs } from "./runs";
import { settings } from "./settings";
import { shell } from "./shell";
import { tree } from "./tree";
import { words } from "./words";

export const catalogue: Like<typeof english> = {
  activity,
  agent,
  agents,
  approvals,
  auth,
  budgets,
  common,
  companies,
  costs,
  dashboard,
  deeds,
  documents,
  editor,
  environments,
  errors,
  files,
  goals,
  inbox,
  issue,
  issues,
  onboarding,
  org,
  palette,
  project,
  projects,
  reasons,
  run,
  runs,
  settings,
  shell,
  tree,
  words,
};
