import { randomUUID } from 'node:crypto';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Connection } from '@temporalio/client';
import proto from '@temporalio/proto';
import ts from 'typescript';

import { StoryFolder } from '../../support/document-story.js';
import { readBlocks } from '../../support/documents.js';
import { runProgram } from '../../support/jobs/engines/engine.js';
import { preparePython } from '../../support/languages/prepare-python.js';
import { registerNamespace } from '../../support/register-namespace.js';
import { temporalAddress } from '../../support/start-mcp-server.js';

const { TaskQueueType } = proto.temporal.api.enums.v1;
const blocks = readBlocks('docs/activities.md').filter(({ notRun }) => notRun === undefined);
const namespace = `story-${randomUUID()}`;
const python = await preparePython(join('examples', 'python'), 'examples/python/requirements.txt');

let folder: StoryFolder;
let connection: Connection;
const stops: (() => Promise<void>)[] = [];

beforeAll(async () => {
  connection = await Connection.connect({ address: temporalAddress() });
  await registerNamespace(connection, namespace);
  folder = new StoryFolder({
    TEMPORAL_ADDRESS: temporalAddress(),
    TEMPORAL_NAMESPACE: namespace,
  });
});

afterAll(async () => {
  for (const stop of stops) await stop();
  await folder.close();
  await connection.close();
});

async function startWorker(program: string, file: string, taskQueue: string): Promise<void> {
  const stop = await runProgram({
    python: program,
    args: [file],
    cwd: folder.path,
    environment: { TEMPORAL_ADDRESS: temporalAddress(), TEMPORAL_NAMESPACE: namespace },
    isReady: async () => {
      const { pollers } = await connection.workflowService.describeTaskQueue({
        namespace,
        taskQueue: { name: taskQueue },
        taskQueueType: TaskQueueType.TASK_QUEUE_TYPE_ACTIVITY,
      });
      return pollers.length > 0;
    },
  });
  stops.push(stop);
}

/** Runs a line as written. What `tsx` does, the compiler does. */
async function runLine(line: string): Promise<string> {
  if (line.startsWith('npx tsx')) {
    const { outputText } = ts.transpileModule(folder.read('worker.mts'), {
      compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 },
    });
    folder.write('worker.mjs', outputText);
    await startWorker(process.execPath, 'worker.mjs', 'media');
  } else if (line.startsWith('python')) {
    await startWorker(python ?? '', 'worker.py', 'texts');
  } else {
    return (await folder.run(line)).replaceAll(namespace, 'default');
  }
  return '';
}

(python === undefined ? describe.skip : describe)('docs/activities.md', () => {
  it('goes as it is told, from two functions to two tools', async () => {
    const { told, heard } = await folder.follow(blocks, runLine);

    expect(heard).toStrictEqual(told);
    expect(told).toHaveLength(2);
  });
});
