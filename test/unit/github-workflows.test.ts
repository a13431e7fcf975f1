/** The workflows that check changes and publish releases. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import * as z from 'zod';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = join(root, '.github/workflows');

const permissions = z.record(z.string(), z.enum(['read', 'write']));
const workflowSchema = z.looseObject({
  on: z.unknown(),
  permissions,
  jobs: z.record(
    z.string(),
    z.looseObject({
      environment: z.string().optional(),
      permissions: permissions.default({}),
      steps: z.array(z.looseObject({ uses: z.string().optional(), run: z.string().optional() })),
    }),
  ),
});

const workflows = readdirSync(folder).map((name) => {
  const text = readFileSync(join(folder, name), 'utf8');
  return { ...workflowSchema.parse(parse(text)), name, text };
});

describe.each(workflows)('$name', ({ text, permissions: granted, jobs }) => {
  it('uses actions by commit, each with its version', () => {
    const used = text.match(/uses: .+/g) ?? [];

    expect(used).not.toStrictEqual([]);
    expect(
      used.filter((line) => !/^uses: [\w./-]+@[0-9a-f]{40} # v[\d.]+$/.test(line)),
    ).toStrictEqual([]);
  });

  it('may only read, but for jobs of the protected environment', () => {
    const writers = Object.values(jobs).filter(({ permissions: own }) =>
      Object.values(own).includes('write'),
    );

    expect(granted).toStrictEqual({ contents: 'read' });
    expect(writers.filter(({ environment }) => environment !== 'release')).toStrictEqual([]);
  });

  it('runs tests and scripts of packages only in jobs without rights', () => {
    const runners = Object.values(jobs).filter(({ steps }) =>
      steps.some(({ run = '' }) => /\.ci\/run|npm (run|ci|test|pack)/.test(run)),
    );

    expect(runners).not.toStrictEqual([]);
    expect(runners.filter((job) => Object.keys(job.permissions).length > 0)).toStrictEqual([]);
  });

  it('runs scripts and builds files that are there', () => {
    const paths = text.match(/\b(scripts|deploy)\/[\w./-]+/g) ?? [];

    expect(paths.filter((path) => !existsSync(join(root, path)))).toStrictEqual([]);
  });
});

describe('ci.yml', () => {
  it('checks a change of anybody as the maintainers do, on each supported Node', () => {
    const workflow = workflows.find(({ name }) => name === 'ci.yml');
    const jobs = workflow?.jobs ?? {};
    const runs = Object.values(jobs).flatMap(({ steps }) => steps.map(({ run }) => run));

    expect(workflow?.on).toHaveProperty('pull_request');
    expect(runs).toContain('.ci/run');
    expect(jobs['unit']).toMatchObject({ strategy: { matrix: { node: ['20', '24', '26'] } } });
  });
});
