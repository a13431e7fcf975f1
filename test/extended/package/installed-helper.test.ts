/** The Workflow helper's tarball, installed from the registry into the empty project of a Worker. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import ts from 'typescript';

import {
  canInstall,
  createProject,
  installPackages,
  packHelper,
} from '../../support/package/install-package.js';

const INSTALL_TIMEOUT_MS = 300_000;
const WORKFLOW = `
import { openTask } from 'temporal-mcp-tasks-workflow';

export async function deleteFile(file: string): Promise<boolean> {
  const answer = await openTask().elicit({
    message: \`Delete \${file}?\`,
    schema: { type: 'object', properties: { confirm: { type: 'boolean' } }, required: ['confirm'] },
  });
  return answer.action === 'accept' && answer.content.confirm;
}
`;
/** Says whether the Worker's own bundler finds the helper, and puts it into the bundle. */
const BUNDLE = `
import { bundleWorkflowCode, DefaultLogger } from '@temporalio/worker';

const workflowsPath = new URL('workflows.ts', import.meta.url).pathname;
const { code } = await bundleWorkflowCode({ workflowsPath, logger: new DefaultLogger('ERROR') });
process.stdout.write(String(code.includes('mcp.task.input')));
`;

// Without the registry, Jest reports this suite as skipped.
const describeWithRegistry = (await canInstall()) ? describe : describe.skip;

describeWithRegistry('the helper in an empty project', () => {
  let folder: string;
  let project: string;
  const pathOf = (name: string): string => join(project, name);

  /** Names of the installed packages. */
  function readInstalled(): readonly string[] {
    const lock = readFileSync(pathOf('node_modules/.package-lock.json'), 'utf8');
    const { packages } = JSON.parse(lock) as { readonly packages: object };
    return Object.keys(packages).map((path) => path.slice('node_modules/'.length));
  }

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'helper-'));
    project = join(folder, 'project');
    createProject(project);
    writeFileSync(pathOf('workflows.ts'), WORKFLOW);
    writeFileSync(pathOf('bundle.mjs'), BUNDLE);
    await installPackages(project, ['@temporalio/workflow']);
  }, INSTALL_TIMEOUT_MS);

  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it(
    'adds itself to the packages of Workflows, and nothing else',
    async () => {
      const before = readInstalled();
      await installPackages(project, [await packHelper(folder)]);

      expect(readInstalled()).toStrictEqual([...before, 'temporal-mcp-tasks-workflow'].sort());
    },
    INSTALL_TIMEOUT_MS,
  );

  it('has types that a Workflow compiles with', () => {
    const options = {
      strict: true,
      noEmit: true,
      skipLibCheck: false,
      types: [],
      target: ts.ScriptTarget.ES2023,
      module: ts.ModuleKind.NodeNext,
    };
    const program = ts.createProgram([pathOf('workflows.ts')], options);
    const messages = ts
      .getPreEmitDiagnostics(program)
      .filter(({ file }) => !file?.fileName.includes('node_modules/@temporalio'))
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));

    expect(messages).toStrictEqual([]);
  });

  it(
    'is bundled by a Worker without the package of the server',
    async () => {
      await installPackages(project, ['@temporalio/worker']);
      const { stdout } = await promisify(execFile)(process.execPath, ['bundle.mjs'], {
        cwd: project,
      });

      expect(stdout).toBe('true');
      expect(readInstalled()).not.toContain('temporal-mcp-tasks');
    },
    INSTALL_TIMEOUT_MS,
  );
});
