import type { Scenario } from '../scenario.js';

import { activities } from './activities.js';
import { answer } from './answer.js';
import { cancel } from './cancel.js';
import { create } from './create.js';
import { fairness } from './fairness.js';
import { get, getFinished, pollers } from './get.js';
import { history } from './history.js';
import { inbox } from './inbox.js';
import { listBesideCreates } from './list-beside-creates.js';
import { list, listFinished } from './list.js';
import { memory } from './memory.js';
import { requests } from './requests.js';
import { start } from './start.js';
import { visibility } from './visibility.js';
import { waitsEnding } from './waits-ending.js';
import { waits } from './waits.js';
import { push, wakeUp } from './wake-up.js';

/** All scenarios, in the order of a run. */
export const scenarios: readonly Scenario[] = [
  create,
  get,
  getFinished,
  pollers,
  list,
  listFinished,
  listBesideCreates,
  cancel,
  answer,
  wakeUp,
  push,
  requests,
  inbox,
  visibility,
  fairness,
  history,
  activities,
  start,
  memory,
  waits,
  waitsEnding,
];
