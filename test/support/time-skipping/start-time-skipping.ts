import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { TestWorkflowEnvironment } from '@temporalio/testing';
import * as workerLibrary from '@temporalio/worker';

import { installRuntime } from '../../../src/worker/install-runtime.js';
import { findTool, run } from '../languages/prepare-language.js';
import { makeOnce } from '../make-once.js';

const POM = fileURLToPath(new URL('pom.xml', import.meta.url));

/**
 * Starts Temporal's test server, whose clock moves on to the next timer while nothing runs. It is the one for Java,
 * since Maven Central has it everywhere.
 *
 * @throws {Error} With the name of a missing tool, or the output of a failed one.
 */
export async function startTimeSkipping(): Promise<TestWorkflowEnvironment> {
  const java = findTool('java', 'a JDK, 17 or newer');
  const maven = findTool('mvn', 'Maven');
  const folder = await makeOnce('time-skipping', {
    inputs: [java, await readFile(POM)],
    make: async (unfinished) => {
      const copy = ['dependency:copy-dependencies', '-DincludeScope=runtime'];
      const target = `-DoutputDirectory=${join(unfinished, 'lib')}`;
      await run('mvn', [maven, '-q', '-B', '-f', POM, ...copy, target]);
      const script = `#!/bin/sh\nexec '${java}' -cp "$(dirname "$0")/lib/*" io.temporal.testserver.TestServer "$@"\n`;
      await writeFile(join(unfinished, 'server'), script, { mode: 0o755 });
    },
  });
  installRuntime(workerLibrary, new workerLibrary.DefaultLogger('ERROR'));
  return TestWorkflowEnvironment.createTimeSkipping({
    server: { executable: { type: 'existing-path', path: join(folder, 'server') } },
  });
}
