// @ts-check
import { builtinModules } from 'node:module';

import eslint from '@eslint/js';
import { defineConfig } from 'eslint/config';
import prettier from 'eslint-config-prettier/flat';
import importX from 'eslint-plugin-import-x';
import jest from 'eslint-plugin-jest';
import tseslint from 'typescript-eslint';

import { layers } from './layers.mjs';

const node = {
  regex: `^(node:|(${builtinModules.filter((name) => !name.startsWith('_')).join('|')})$)`,
};

/** One lint entry a layer. Flat config replaces a rule where globs overlap, so they never do. */
const layerRules = layers.map(({ files, message, forbidden, allowsNode }) => ({
  files,
  rules: {
    '@typescript-eslint/no-restricted-imports': [
      'error',
      {
        patterns: [...forbidden, ...(allowsNode ? [] : [node])].map((pattern) => ({
          ...pattern,
          message,
        })),
      },
    ],
  },
}));

export default defineConfig(
  { ignores: ['dist/', 'node_modules/', 'coverage/'] },
  eslint.configs.recommended,
  tseslint.configs.strictTypeChecked,
  tseslint.configs.stylisticTypeChecked,
  {
    languageOptions: {
      parserOptions: {
        projectService: {
          allowDefaultProject: [
            '*.mjs',
            'scripts/*.mjs',
            'src/inbox/browser/*.mjs',
            'test/support/*.mjs',
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
      'max-lines': ['error', { max: 300, skipBlankLines: true, skipComments: true }],
      'max-params': ['error', 3],
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
          // The examples import this package by its name, as a copy of them elsewhere does.
          pathGroups: [{ pattern: 'temporal-mcp-tasks/**', group: 'external' }],
        },
      ],
    },
  },
  {
    files: ['src/**/*.ts'],
    rules: {
      'max-lines': ['error', 300],
      'max-lines-per-function': ['error', { max: 60, skipBlankLines: true, skipComments: true }],
    },
  },
  ...layerRules,
  {
    files: ['test/**/*.ts'],
    extends: [jest.configs['flat/recommended']],
    rules: {
      'max-lines': ['error', { max: 500, skipBlankLines: true, skipComments: true }],
      'jest/no-standalone-expect': [
        'error',
        {
          additionalTestBlockFunctions: [
            'verifies',
            'verifiesOverHttp',
            'verifiesOverStdio',
            'itWithCompose',
          ],
        },
      ],
      'jest/expect-expect': ['warn', { assertFunctionNames: ['expect', 'expect*', 'verify*'] }],
    },
  },
  {
    // One table each, and nothing else.
    files: ['layers.mjs', 'test/support/conformance/requirements-*.ts'],
    rules: { 'max-lines': ['error', { max: 600, skipBlankLines: true, skipComments: true }] },
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
        fetch: 'readonly',
        location: 'readonly',
        DOMParser: 'readonly',
        EventSource: 'readonly',
        HTMLButtonElement: 'readonly',
      },
    },
  },
  prettier,
);
