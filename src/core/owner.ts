import type { Owner } from './tasks.js';

/** The owner of every task where nobody is authenticated. */
export const LOCAL_OWNER: Owner = 'local';
