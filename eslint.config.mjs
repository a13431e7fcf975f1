// @ts-check
import { posix, relative } from 'node:path';

import eslint from '@eslint/js';
import { defineConfig } from 'eslint/config';
import prettier from 'eslint-config-prettier/flat';
import importX from 'eslint-plugin-import-x';
import jest from 'eslint-plugin-jest';
import tseslint from 'typescript-eslint';

import { violation } from './layers.mjs';

/** @param {object} node */
const isTypeOnly = (node) =>
  ('importKind' in node && node.importKind === 'type') ||
  ('exportKind' in node && node.exportKind === 'type');

/**
 * Forbids each import that layers.mjs does not allow.
 *
 * @type {import('eslint').Rule.RuleModule}
 */
const allowedImports = {
  create(context) {
    const file = relative(context.cwd, context.filename);
    /** @param {import('estree').Node & { source?: unknown }} node */
    const check = (node) => {
      const specifier = /** @type {{ value?: unknown } | null | undefined} */ (node.source)?.value;
      if (typeof specifier !== 'string') return;
      const target = specifier.startsWith('.')
        ? { file: posix.join(posix.dirname(file), specifier) }
        : { specifier };
      const message = violation(file, target, isTypeOnly(node));
      if (message) context.report({ node, message });
    };
    return {
      ImportDeclaration: check,
      ImportExpression: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
    };
  },
};

const PACKED_MEMBERS = {
  selector: 'ObjectExpression > SpreadElement > ObjectExpression',
  message: 'Write the members themselves: this spread only packs them into a line.',
};

const CONDITIONAL_MEMBERS = {
  selector:
    'ObjectExpression > SpreadElement > :matches(LogicalExpression[operator="&&"], ConditionalExpression:has(> ObjectExpression))',
  message:
    'Write the member itself, which may be undefined. Over defaults, spread withoutUndefined(…).',
};

export default defineConfig(
  { ignores: ['**/dist/', 'node_modules/', 'coverage/'] },
  eslint.configs.recommended,
  tseslint.configs.strictTypeChecked,
  tseslint.configs.stylisticTypeChecked,
  {
    languageOptions: {
      parserOptions: {
        projectService: {
          allowDefaultProject: [
            '*.mjs',
            'examples/encryption/*.mjs',
            'scripts/*.mjs',
            'scripts/postgres/*.mjs',
            'src/inbox/browser/*.mjs',
          ],
        },
      },
    },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    plugins: { 'import-x': importX },
    settings: {
      'import-x/parsers': { '@typescript-eslint/parser': ['.ts'] },
      'import-x/resolver-next': [
        importX.createNodeResolver({ extensionAlias: { '.js': ['.ts', '.js'] } }),
      ],
    },
    rules: {
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'max-lines': ['error', { max: 400, skipBlankLines: true, skipComments: true }],
      'max-params': ['error', 4],
      'no-restricted-syntax': ['error', PACKED_MEMBERS],
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/explicit-module-boundary-types': 'error',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      'import-x/no-cycle': 'error',
      'import-x/no-default-export': 'error',
      'import-x/no-duplicates': ['error', { 'prefer-inline': true }],
      'import-x/order': [
        'error',
        {
          'newlines-between': 'always',
          alphabetize: { order: 'asc' },
          groups: ['builtin', 'external', 'parent', ['sibling', 'index']],
          // The examples import the helper by its name, as a copy of them elsewhere does.
          pathGroups: [{ pattern: 'temporal-mcp-tasks-workflow', group: 'external' }],
        },
      ],
    },
  },
  {
    files: ['src/**/*.ts'],
    rules: {
      'max-lines-per-function': ['error', { max: 80, skipBlankLines: true, skipComments: true }],
    },
  },
  {
    // The wiring reads from top to bottom: parts of it would hand each other bags of options.
    files: ['src/app/server/create-task-server.ts'],
    rules: { 'max-lines-per-function': 'off' },
  },
  {
    files: ['src/**/*.ts', 'workflows/**/*.ts', 'activities/**/*.ts'],
    plugins: { layers: { rules: { 'allowed-imports': allowedImports } } },
    rules: {
      'layers/allowed-imports': 'error',
      'no-restricted-syntax': ['error', PACKED_MEMBERS, CONDITIONAL_MEMBERS],
    },
  },
  {
    files: ['test/**/*.ts'],
    extends: [jest.configs['flat/recommended']],
    rules: {
      'max-lines': ['error', { max: 550, skipBlankLines: true, skipComments: true }],
      'jest/no-standalone-expect': [
        'error',
        {
          additionalTestBlockFunctions: [
            'verifies',
            'verifiesOverHttp',
            'verifiesOverStdio',
            'itOnNode',
            'itWithActivities',
            'itOnNode.each',
            'itWithCompose',
            'itWithHadolint',
            'itWithSchemas',
            'it',
            'it.each',
          ],
        },
      ],
      'jest/expect-expect': ['warn', { assertFunctionNames: ['expect', 'expect*', 'verify*'] }],
    },
  },
  {
    // One table each, and nothing else.
    files: [
      'layers.mjs',
      'test/support/conformance/requirements-*.ts',
      'test/integration/jobs/where-a-job-is.test.ts',
    ],
    rules: { 'max-lines': ['error', { max: 700, skipBlankLines: true, skipComments: true }] },
  },
  {
    files: ['**/*.mjs'],
    extends: [tseslint.configs.disableTypeChecked],
    languageOptions: {
      globals: {
        process: 'readonly',
        console: 'readonly',
        URL: 'readonly',
        setTimeout: 'readonly',
        AbortController: 'readonly',
        AbortSignal: 'readonly',
        fetch: 'readonly',
      },
    },
    rules: {
      'import-x/no-default-export': 'off',
      '@typescript-eslint/explicit-module-boundary-types': 'off',
    },
  },
  {
    // What runs in browsers.
    files: ['src/inbox/browser/*.mjs'],
    languageOptions: {
      globals: {
        document: 'readonly',
        location: 'readonly',
        DOMParser: 'readonly',
        history: 'readonly',
        HTMLButtonElement: 'readonly',
      },
    },
  },
  prettier,
);
