/** `node scripts/run.mjs MODULE [ARG …]`: sets up the clone, then runs dist/MODULE in this process. */
import { endWithNpm } from './end-with-npm.mjs';
import { setUp } from './setup.mjs';

const [module, ...args] = process.argv.slice(2);
setUp();
endWithNpm();
process.argv = [process.argv[0], new URL(`../dist/${module}`, import.meta.url).pathname, ...args];
await import(new URL(`../dist/${module}`, import.meta.url).href);
