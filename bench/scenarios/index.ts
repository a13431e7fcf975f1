import type { Scenario } from '../scenario.js';

import { create } from './create.js';
import { get, getFinished } from './get.js';
import { wakeUp } from './wake-up.js';

/** All there is to measure, in the order in which it is. A new scenario needs its file and its place here. */
export const scenarios: readonly Scenario[] = [create, get, getFinished, wakeUp];
