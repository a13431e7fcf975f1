import { randomBytes, randomUUID } from 'node:crypto';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { parseManifest } from '../../../src/manifest/file/load-manifest.js';
import type { Manifest } from '../../../src/manifest/manifest.js';
import { inspectNamespace } from '../../../src/temporal/check/inspect-namespace.js';
import { createTemporalTasks } from '../../../src/temporal/temporal-tasks.js';
import { eventually } from '../../support/eventually.js';
import { languageCases } from '../../support/languages/language-cases.js';
import { LanguageHarness } from '../../support/languages/language-harness.js';
import { PREPARATION_TIMEOUT_MS } from '../../support/languages/prepare-language.js';
import { rev2025 } from '../../support/protocols.js';

describe.each(languageCases)('check, of a worker in $language', ({ language, asking, plain }) => {
  let harness: LanguageHarness;

  beforeAll(async () => {
    harness = await LanguageHarness.open(language);
    await harness.untilClosed(await harness.create(plain.tool, plain.short));
    await harness.untilAsked(await harness.create(asking.tool, asking.arguments));
  }, PREPARATION_TIMEOUT_MS);

  afterAll(async () => {
    await harness.close();
  });

  /** The findings about tools, one per line. */
  async function check(manifest: Pick<Manifest, 'tools' | 'actions'>): Promise<string[]> {
    const inspected = { ...manifest, server: { name: 'tests' } };
    const findings = await inspectNamespace(harness.client, inspected);
    return findings.flatMap(({ level, tool, message }) =>
      tool === undefined ? [] : [`${level} ${tool}: ${message}`],
    );
  }

  it('passes what works', async () => {
    const tools = new Map(
      [plain.tool, asking.tool].map((name) => [name, harness.tool(name)] as const),
    );

    const lines = await eventually('visibility has both', async () => {
      const found = await check({ tools });
      return found.filter((line) => line.includes(' ran on ')).length === 2 ? found : undefined;
    });

    expect(lines.filter((line) => !line.startsWith('ok '))).toStrictEqual([]);
    expect(lines).toHaveLength(4);
  });

  it('fails what does not work', async () => {
    const { workflowType, taskQueue, inputSchema } = harness.tool(plain.tool);
    const names = Object.keys(inputSchema['properties'] ?? {});
    const manifest = parseManifest(
      JSON.stringify({
        tools: {
          [plain.tool]: {
            workflow: { type: workflowType, taskQueue, arguments: names },
            input: inputSchema,
          },
          [asking.tool]: { workflow: { type: harness.tool(asking.tool).workflowType, taskQueue } },
        },
        actions: {
          ask: { workflow: harness.tool(asking.tool).workflowType, query: 'nobodyHasThis' },
        },
      }),
    );
    const tool = manifest.tools.get(plain.tool);
    const parsed = await tool?.parseInput(plain.short);
    if (!tool || !parsed?.ok) throw new Error('The arguments do not fit.');

    const lines = await check(manifest);

    expect(lines).toContainEqual(
      expect.stringMatching(
        `^problem ${plain.tool}: .* was an object every time, and this tool gives a (text|number)`,
      ),
    );
    expect(lines).toContainEqual(
      expect.stringMatching(
        `^problem ${asking.tool}: the action ask counts on the Query "nobodyHasThis"`,
      ),
    );

    // The server accepts the call in spite of the finding.
    const tasks = createTemporalTasks({
      serverName: 'tests',
      client: harness.client,
      tools: manifest.tools,
      secret: randomBytes(32),
    });
    const owner = randomUUID();
    const { taskId } = await tasks.create({
      tool,
      workflowArguments: parsed.workflowArguments,
      owner,
      protocolVersion: rev2025.version,
    });
    try {
      const { phase } = await eventually('it has failed, or cannot go on', async () => {
        const task = await tasks.get(taskId, owner);
        const cannotGoOn = task.statusMessage?.includes('cannot go on') === true;
        return task.phase !== 'working' || cannotGoOn ? task : undefined;
      });
      expect(['working', 'toolError', 'protocolError']).toContain(phase);
    } finally {
      await harness.client.workflow
        .getHandle(taskId)
        .terminate()
        .catch(() => undefined);
    }
  });
});
