import { spawn } from 'node:child_process';
import { once } from 'node:events';

import { connectHttp2025 } from '../peers/connect.js';
import { type Scenario, time } from '../scenario.js';
import { estimateMedian } from '../statistics.js';

const STARTS = 10;

async function startNode(): Promise<void> {
  await once(spawn(process.execPath, ['--eval', ''], { stdio: 'ignore' }), 'exit');
}

/** Measures the time from the start of the process until its first answer. */
export const start: Scenario = {
  name: 'start',
  run: async ({ environment }) => {
    const samples = { node: [] as number[], listening: [] as number[], answering: [] as number[] };
    for (let index = 0; index < STARTS; index += 1) {
      samples.node.push(await time(startNode));
      const startedAtMs = performance.now();
      const server = await environment.startServer();
      samples.listening.push(performance.now() - startedAtMs);
      const peer = await connectHttp2025(server.match);
      await peer.request('tools/list', {});
      samples.answering.push(performance.now() - startedAtMs);
      await peer.close();
      await server.stop();
    }
    return [
      {
        title: 'Start of `serve`',
        columns: ['ms'],
        rows: [
          { name: 'Node.js alone, start and end', cells: [estimateMedian(samples.node)] },
          { name: '`serve --http`, listening', cells: [estimateMedian(samples.listening)] },
          { name: 'first session and `tools/list`', cells: [estimateMedian(samples.answering)] },
        ],
        notes: [`Median of ${STARTS} starts.`],
        samples,
      },
    ];
  },
};
