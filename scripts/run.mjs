/**
 * `node scripts/run.mjs MODULE [ARG …]`: sets up the clone, then runs dist/MODULE in this process, with a Temporal CLI on
 * the PATH if it may start a Temporal.
 */
import { endWithNpm } from './end-with-npm.mjs';
import { setUp } from './setup.mjs';
import { putTemporalOnPath } from './temporal-cli.mjs';

const [module, ...args] = process.argv.slice(2);
setUp();
endWithNpm();
const command = module === 'src/cli/main.js' ? args[0] : 'lab';
const usesConfigured = command !== 'demo' && process.env.TEMPORAL_ADDRESS;
if (['dev', 'demo', 'lab'].includes(command) && !usesConfigured) putTemporalOnPath();
process.argv = [process.argv[0], new URL(`../dist/${module}`, import.meta.url).pathname, ...args];
await import(new URL(`../dist/${module}`, import.meta.url).href);
