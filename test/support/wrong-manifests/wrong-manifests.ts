import { WRONG_ACTIVITIES } from './activities.js';
import { WRONG_APPROVERS } from './approvers.js';
import { WRONG_DECLARATIONS } from './declarations.js';
import { WRONG_JOBS } from './jobs.js';
import { WRONG_NAMES } from './names.js';
import { WRONG_SERVERS } from './servers.js';
import { WRONG_WORKFLOWS } from './workflows.js';
import type { WrongManifest } from './wrong-manifest.js';

/** Likely mistakes of users, by what they are about. */
export const WRONG_MANIFESTS: Readonly<Record<string, readonly WrongManifest[]>> = {
  workflow: WRONG_WORKFLOWS,
  names: WRONG_NAMES,
  declarations: WRONG_DECLARATIONS,
  approvers: WRONG_APPROVERS,
  job: WRONG_JOBS,
  activity: WRONG_ACTIVITIES,
  server: WRONG_SERVERS,
};
