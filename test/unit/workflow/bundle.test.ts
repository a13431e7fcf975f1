import { builtinModules } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { beforeAll, describe, expect, it } from '@jest/globals';
import { bundleWorkflowCode, DefaultLogger } from '@temporalio/worker';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const workflowsPath = join(root, 'src/workflow/index.ts');

/** Webpack bundles for seconds on a quiet machine, and for a minute on a busy one. */
const BUNDLING_TIMEOUT_MS = 180_000;

let modules: string[];

/** Everything that a Workflow gets into its sandbox by importing the helper. */
beforeAll(async () => {
  const seen = new Set<string>();
  await bundleWorkflowCode({
    workflowsPath,
    logger: new DefaultLogger('ERROR'),
    webpackConfigHook: (config) => ({
      ...config,
      plugins: [
        ...(config.plugins ?? []),
        (compiler) => {
          compiler.hooks.compilation.tap('modules', (compilation) => {
            compilation.hooks.succeedModule.tap('modules', (module) => {
              seen.add(module.identifier().split('!').at(-1) ?? '');
            });
          });
        },
      ],
    }),
  });
  modules = [...seen];
}, BUNDLING_TIMEOUT_MS);

describe('temporal-mcp-tasks-workflow', () => {
  it('brings core and itself into the sandbox, and nothing else of this package', () => {
    const own = modules.filter((path) => path.startsWith(join(root, 'src')));
    const folders = new Set(own.map((path) => path.slice(root.length).split('/')[1]));

    expect(own).toContain(workflowsPath);
    expect([...folders].sort()).toStrictEqual(['core', 'workflow']);
  });

  it('brings no schema library and no MCP package', () => {
    expect(
      modules.filter((path) => /node_modules\/(zod|ajv|@modelcontextprotocol)/.test(path)),
    ).toStrictEqual([]);
  });

  it('brings no Node built-in', () => {
    const builtIns = new Set(builtinModules.flatMap((name) => [name, `node:${name}`]));

    expect(modules.filter((path) => builtIns.has(path))).toStrictEqual([]);
  });
});
