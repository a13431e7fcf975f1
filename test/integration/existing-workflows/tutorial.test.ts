import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Client, Connection } from '@temporalio/client';

import { StoryFolder, toFile } from '../../support/document-story.js';
import { type Block, readBlocks } from '../../support/documents.js';
import { eventually } from '../../support/eventually.js';
import { terminateRunning } from '../../support/open-executions.js';
import { registerNamespace } from '../../support/register-namespace.js';
import { temporalAddress } from '../../support/start-mcp-server.js';

const blocks = readBlocks('docs/tutorial.md').filter(({ notRun }) => notRun === undefined);
/** An empty namespace, like the one of a reader. */
const namespace = `story-${randomUUID()}`;

let folder: StoryFolder;
let connection: Connection;
let client: Client;

beforeAll(async () => {
  connection = await Connection.connect({ address: temporalAddress() });
  client = await registerNamespace(connection, namespace);
  folder = new StoryFolder({
    TEMPORAL_ADDRESS: temporalAddress(),
    TEMPORAL_NAMESPACE: namespace,
  });
});

afterAll(async () => {
  await terminateRunning(client);
  await folder.close();
  await connection.close();
});

/** Waits until visibility shows the earlier commands. A person types slowly enough for that. */
async function untilVisible(): Promise<void> {
  await eventually('visibility has two purchases, one of them closed', async () => {
    const all = await client.workflow.count();
    const closed = await client.workflow.count("ExecutionStatus = 'Completed'");
    return all.count === 2 && closed.count === 1;
  });
}

/** Runs a line as written, except for the port, which may be in use. @returns Its output. */
async function runLine(line: string): Promise<string> {
  if (line.startsWith('temporal-mcp-tasks worker')) {
    await folder.start(line, /Worker is polling/);
    return '';
  }
  if (line.startsWith('temporal-mcp-tasks serve')) {
    const [, url = ''] = await folder.start(`${line} --port 0`, /"url":"([^"]+)"/);
    folder.set('MCP_URL', url);
    return '';
  }
  if (line.startsWith('temporal-mcp-tasks init')) await untilVisible();
  return (await folder.run(line)).replaceAll(namespace, 'default');
}

/** Removes the indentation of comments, because formatters of documents change it. */
const flushComments = (yaml: string): string => yaml.replace(/^ +(?=#)/gm, '');

async function runBlock({ code }: Block): Promise<string> {
  let output = '';
  for (const line of code.trim().split('\n')) output += await runLine(line);
  return output;
}

describe('docs/tutorial.md', () => {
  it('goes as it is told, from a Workflow to an approved purchase', async () => {
    let output = '';
    const told: string[] = [];
    const heard: string[] = [];
    const excerpts: string[] = [];
    const missing: string[] = [];
    for (const block of blocks) {
      const file = toFile(block);
      if (file) {
        folder.write(file.name, file.text);
      } else if (block.language === 'sh') {
        output = await runBlock(block);
      } else if (block.language === 'text') {
        told.push(block.code);
        heard.push(output);
      } else {
        excerpts.push(block.code);
        const written = flushComments(folder.read('mcp-tasks.yaml'));
        if (!written.includes(flushComments(block.code))) missing.push(block.code);
      }
    }

    expect(heard).toStrictEqual(told);
    expect(missing).toStrictEqual([]);
    expect([told.length, excerpts.length]).toStrictEqual([3, 1]);
  });
});
