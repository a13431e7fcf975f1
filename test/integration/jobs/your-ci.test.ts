import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { StoryFolder } from '../../support/document-story.js';
import { readBlocks } from '../../support/documents.js';
import { findQuietPort } from '../../support/find-quiet-port.js';
import { buildbotPython } from '../../support/jobs/engines/buildbot.js';
import { isAnswered, runProgram } from '../../support/jobs/engines/engine.js';
import { temporalAddress } from '../../support/start-mcp-server.js';

const blocks = readBlocks('docs/your-ci.md').filter(({ notRun }) => notRun === undefined);
/** The command `buildbot`, which a reader installs. */
const COMMAND = ['-c', 'from buildbot.scripts.runner import run; run()'];

let folder: StoryFolder;
let port: string;
let stopBuildbot: (() => Promise<void>) | undefined;

beforeAll(async () => {
  port = String(await findQuietPort());
  folder = new StoryFolder({
    TEMPORAL_ADDRESS: temporalAddress(),
    CI_PORT: port,
    CI_URL: `http://127.0.0.1:${port}`,
  });
  const command = join(folder.path, 'bin', 'buildbot');
  writeFileSync(
    command,
    `#!/bin/sh\nexec "${buildbotPython ?? ''}" ${COMMAND[0]} "${COMMAND[1]}" "$@"\n`,
  );
  chmodSync(command, 0o755);
});
afterAll(async () => {
  await folder.close();
  await stopBuildbot?.();
});

async function startBuildbot(python: string): Promise<void> {
  stopBuildbot = await runProgram({
    python,
    args: [...COMMAND, 'start', '--nodaemon', '.'],
    cwd: folder.path,
    environment: { CI_PORT: port },
    isReady: async () => isAnswered(`http://127.0.0.1:${port}/api/v2/builders/nightly`),
  });
}

/** Runs a line as written, except for ports, which may be in use. @returns Its output. */
async function runLine(line: string, python: string): Promise<string> {
  if (line.startsWith('buildbot start')) {
    await startBuildbot(python);
  } else if (line.startsWith('temporal-mcp-tasks worker')) {
    await folder.start(`${line} --task-queue unused-${port}`, /Worker is polling/);
  } else if (line.startsWith('temporal-mcp-tasks serve')) {
    const [, url = ''] = await folder.start(`${line} --port 0`, /"url":"([^"]+)"/);
    folder.set('MCP_URL', url);
  } else {
    return folder.run(line);
  }
  return '';
}

const describeWithBuildbot = buildbotPython === undefined ? describe.skip : describe;

describeWithBuildbot('docs/your-ci.md', () => {
  it('goes as it is told, from a CI to a build by an MCP client', async () => {
    const built = "{ build: 1, said: 'build successful' }\n";

    const followed = await folder.follow(blocks, async (line) =>
      runLine(line, buildbotPython ?? ''),
    );

    expect(followed).toStrictEqual({
      told: [built],
      heard: [built],
    });
  });
});
