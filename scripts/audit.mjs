/**
 * `npm run check:audit`: fails if a package has a known vulnerability of severity high or critical. With `--required`,
 * as for a release, it fails as well if the registry gives no advisories.
 */
import { spawnSync } from 'node:child_process';

import { judgeAudit } from './judge-audit.mjs';

const PATIENCE_MS = 60_000;

const { stdout } = spawnSync('npm', ['audit', '--json'], {
  encoding: 'utf8',
  timeout: PATIENCE_MS,
  stdio: ['ignore', 'pipe', 'ignore'],
  maxBuffer: 64 * 1024 * 1024,
});
const { verdict, lines } = judgeAudit(stdout ?? '');
for (const line of lines) process.stdout.write(`${line}\n`);
const isRequired = process.argv.includes('--required');
if (verdict === 'vulnerable' || (isRequired && verdict === 'skipped')) process.exitCode = 1;
