import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import ts from 'typescript';

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Compiles texts as files at the root of the package, which import the package by its name. It compiles them together,
 * because each compilation reads the types of every library again.
 *
 * @returns The errors of each text.
 */
export function compile(codes: readonly string[]): string[][] {
  const codeOf = new Map(
    codes.map((code, index) => [join(root, `document-example-${index}.ts`), code]),
  );
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), (file) =>
    readFileSync(file, 'utf8'),
  ) as { config: { compilerOptions: object } };
  const { options } = ts.convertCompilerOptionsFromJson(
    {
      ...config.compilerOptions,
      noEmit: true,
      incremental: false,
      paths: {
        'temporal-mcp-tasks': ['./src/index.ts'],
        'temporal-mcp-tasks-workflow': ['./src/workflow/index.ts'],
        'temporal-mcp-tasks/worker': ['./src/worker/index.ts'],
      },
    },
    root,
  );
  const host = ts.createCompilerHost(options);
  const getSourceFile = host.getSourceFile.bind(host);
  const fileExists = host.fileExists.bind(host);
  host.getSourceFile = (file, target) => {
    const code = codeOf.get(file);
    return code === undefined
      ? getSourceFile(file, target)
      : ts.createSourceFile(file, code, target);
  };
  host.fileExists = (file) => codeOf.has(file) || fileExists(file);
  const paths = [...codeOf.keys()];
  const program = ts.createProgram(paths, options, host);
  return paths.map((path) =>
    program
      .getSemanticDiagnostics(program.getSourceFile(path))
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n')),
  );
}
