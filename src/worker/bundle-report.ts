import { join } from 'node:path';

import type { WorkerOptions } from '@temporalio/worker';

/** Changes the configuration of webpack. */
export type ConfigHook = NonNullable<
  NonNullable<WorkerOptions['bundlerOptions']>['webpackConfigHook']
>;

/** Texts of webpack, with what to do. */
const ADVICE: readonly (readonly [text: string, advice: string])[] = [
  [
    'UnhandledSchemeError: Reading from "node:',
    "Workflows can't use Node's modules: move this code into an Activity, and import only its type.",
  ],
  [
    "Can't resolve '@temporalio/workflow",
    'Install the package of Workflows where this module is: npm install @temporalio/workflow',
  ],
];

/** Keeps the errors of the SDK's bundler, which otherwise go to a log, and the names that the module exports. */
export class BundleReport {
  readonly #path: string | undefined;
  #errors = '';
  /** Absent: unknown. */
  exportedNames: readonly string[] | undefined;

  /** @param path The module, or the folder with its `index`. */
  constructor(path: string | undefined) {
    this.#path = path;
  }

  readonly webpackConfigHook: ConfigHook = (config) => {
    const plugin: NonNullable<typeof config.plugins>[number] = {
      apply: ({ hooks }) => {
        hooks.done.tap('temporal-mcp-tasks', (stats) => {
          const { modules, moduleGraph } = stats.compilation;
          if (stats.hasErrors()) {
            this.#errors = stats.toString({ all: false, errors: true, moduleTrace: true });
          }
          const module = [...modules].find((each) => this.#isOwn(each.nameForCondition()));
          const names = module && moduleGraph.getProvidedExports(module);
          // A script without "import" and "export" may be CommonJS, which needs the word "exports".
          const isScript = !/\bexports\b/.test(
            String(module?.originalSource()?.source() ?? 'exports'),
          );
          if (Array.isArray(names)) this.exportedNames = names;
          else if (isScript) this.exportedNames = [];
        });
      },
    };
    return { ...config, plugins: [...(config.plugins ?? []), plugin] };
  };

  /** Returns the bundler's errors, with file and line; `undefined` if it had none. */
  toError(): Error | undefined {
    if (this.#errors === '') return undefined;
    const advice = ADVICE.flatMap(([text, sentence]) =>
      this.#errors.includes(text) ? [sentence] : [],
    );
    const lines = [`The Workflows in ${this.#path} cannot be bundled:`, this.#errors, ...advice];
    return new Error(lines.join('\n'));
  }

  #isOwn(resource: string | null): boolean {
    const path = this.#path;
    return (
      path !== undefined &&
      [path, join(path, 'index.ts'), join(path, 'index.js')].includes(resource ?? '')
    );
  }
}
