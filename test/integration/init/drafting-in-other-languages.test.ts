import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { parseManifest } from '../../../src/manifest/file/load-manifest.js';
import { eventually } from '../../support/eventually.js';
import { languageCases } from '../../support/languages/language-cases.js';
import { LanguageHarness } from '../../support/languages/language-harness.js';
import { PREPARATION_TIMEOUT_MS } from '../../support/languages/prepare-language.js';
import { runCli } from '../../support/start-cli.js';

/** The texts in a value, at any depth. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : [];
}

/** Matches a text only as whole words, so that a month does not match within another date. */
function asWords(text: string): RegExp {
  const escaped = text.replaceAll(/[^\w\s]/g, String.raw`\$&`);
  return new RegExp(String.raw`(?<![\w-])${escaped}(?![\w-])`);
}

describe.each(languageCases)('init, with a worker in $language', ({ language, asking, plain }) => {
  let harness: LanguageHarness;
  let directory: string;

  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'init-'));
    harness = await LanguageHarness.open(language);
  }, PREPARATION_TIMEOUT_MS);

  afterAll(async () => {
    await harness.close();
    rmSync(directory, { recursive: true, force: true });
  });

  /** The first argument with which a call starts the Workflow of a tool, including defaults. */
  async function startedWith(tool: string, args: typeof plain.short): Promise<typeof plain.short> {
    const parsed = await harness.tool(tool).parseInput(args);
    return (parsed.ok ? parsed.workflowArguments[0] : {}) as typeof plain.short;
  }

  it('writes a manifest whose tools take and return what is known of them', async () => {
    await harness.untilAsked(await harness.create(asking.tool, asking.arguments));
    const short = await harness.create(plain.tool, plain.short);
    await harness.untilClosed(short);
    const { workflowType, taskQueue } = harness.tool(plain.tool);
    await eventually('visibility has both', async () => {
      const query = `TaskQueue = '${taskQueue}'`;
      const closed = `${query} AND ExecutionStatus = 'Completed'`;
      const counts = [
        await harness.client.workflow.count(query),
        await harness.client.workflow.count(closed),
      ];
      return counts.map(({ count }) => count).join() === '2,1';
    });
    const path = join(directory, `${language}.yaml`);

    const { code, stdout } = await runCli([...['init', '--task-queue', taskQueue, '--out', path]]);

    expect(code).toBe(0);
    expect(stdout).toMatch(new RegExp(`Worker, ${language}\\)`, 'i'));
    expect(stdout).not.toContain('no Worker has said');
    const text = readFileSync(path, 'utf8');
    const tools = [...parseManifest(text).tools.values()];
    const drafted = tools.find((tool) => tool.workflowType === workflowType);
    expect(tools).toHaveLength(2);
    expect(await drafted?.parseInput(await startedWith(plain.tool, plain.short))).toStrictEqual({
      ok: true,
      workflowArguments: [await startedWith(plain.tool, plain.short)],
    });
    expect(await drafted?.validateOutput?.(plain.whenShort)).toStrictEqual([]);
    const other = tools.find((tool) => tool !== drafted);
    const asked = await startedWith(asking.tool, asking.arguments);
    expect(await other?.parseInput(asked)).toMatchObject({ ok: true });
    for (const secret of textsOf([asking.arguments, plain.short, asking.message])) {
      expect(text + stdout).not.toMatch(asWords(secret));
    }
    expect((await runCli(['check', '--manifest', path])).code).toBe(0);
  });
});
