/**
 * A process that runs the Workers of all test files of a run. The Worker's library takes a second to load in the
 * modules of each file; this process loads it once. Test files send HTTP requests:
 *
 * - POST /workers with `{ definitions, codePath, taskQueue, address, namespace }` starts a Worker; the reply is its ID
 * - DELETE /workers/ID stops it; the reply is an error if it has failed
 *
 * The global setup starts it. It ends with the process of the setup.
 */
import { createServer } from 'node:http';

import * as workerLibrary from '@temporalio/worker';

import * as exampleActivities from '../../../dist/activities/index.js';
import * as fixtureActivities from '../../../dist/lab/fixtures/activities/index.js';
import { installRuntime } from '../../../dist/src/worker/install-runtime.js';
import { startWorker } from '../../../dist/src/worker/run-worker.js';
import { systemWorkerOptions } from '../../../dist/src/worker/system-worker.js';
import * as sampleActivities from '../../../dist/test/support/samples/typescript/activities.js';

const activities = {
  examples: exampleActivities,
  fixtures: fixtureActivities,
  samples: sampleActivities,
  system: systemWorkerOptions().activities,
};

const workers = new Map();
let started = 0;

async function start({ definitions, codePath, taskQueue, address, namespace }) {
  const worker = await startWorker({
    connection: { address },
    namespace,
    taskQueue,
    activities: activities[definitions],
    bundle: { codePath },
    shutdownGraceMs: 0,
  });
  // The request that stops the Worker reports its failure.
  worker.stopped.catch(() => undefined);
  started += 1;
  workers.set(String(started), worker);
  return String(started);
}

async function stop(id) {
  const worker = workers.get(id);
  workers.delete(id);
  await worker?.stop();
  return '';
}

async function readBody(request) {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += chunk;
  return text;
}

async function answer(request) {
  return request.method === 'DELETE'
    ? stop(request.url.split('/').at(-1))
    : start(JSON.parse(await readBody(request)));
}

// Logs errors only: tests cause the warnings on purpose.
installRuntime(workerLibrary, new workerLibrary.DefaultLogger('ERROR'));
const server = createServer((request, response) => {
  answer(request).then(
    (text) => response.end(text),
    (error) => response.writeHead(500).end(error.stack),
  );
});
server.listen(0, '127.0.0.1', () => process.send(server.address().port));
process.on('disconnect', () => process.exit());
