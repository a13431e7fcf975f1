import { homedir } from 'node:os';
import { join } from 'node:path';

/** Keeps programs that a clone downloads or builds once. */
export const CACHE_FOLDER = join(
  process.env.XDG_CACHE_HOME || join(homedir(), '.cache'),
  'temporal-mcp-tasks',
);
