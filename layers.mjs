/**
 * The layer rules, once, for the linter (eslint.config.mjs) and for test/unit/layers.test.ts.
 * Each entry says which files it governs and which import specifiers are forbidden there.
 */

const packages = (...group) => ({ group });
/** Folders of this repository: packages may have some of the same names. */
const folders = (...names) => ({ regex: `^\\.\\.?/(.*/)?(${names.join('|')})/` });

const wiring = [
  'cli',
  'server',
  'config',
  'manifest',
  'auth',
  'http',
  'stdio',
  'worker',
  'local-temporal',
  'survey',
  'stored-content',
  'webhooks',
  'inbox',
  'codec',
  'audit',
];
/** What reads or writes a survey of a namespace. */
const wiringButSurvey = wiring.filter((name) => name !== 'survey');
const definitions = ['workflows', 'activities', 'fixtures', 'bench', 'chaos', 'demo', 'test'];
const otherSdks = packages('@temporalio/*', '@modelcontextprotocol/*');

/** @type {{ name: string, files: string[], message: string, forbidden: object[], allowsNode: boolean }[]} */
export const layers = [
  {
    name: 'core',
    files: ['src/core/**'],
    message: 'core imports nothing outside core.',
    forbidden: [{ regex: '^(?!\\./)' }],
    allowsNode: false,
  },
  {
    name: 'survey',
    files: ['src/survey/**'],
    message: 'survey knows core only.',
    forbidden: [
      otherSdks,
      folders(
        'calls',
        'events',
        'questions',
        'mcp',
        'temporal',
        'workflow',
        ...wiringButSurvey,
        ...definitions,
      ),
    ],
    allowsNode: false,
  },
  {
    name: 'temporal',
    files: ['src/temporal/**'],
    message: 'temporal knows core, survey and the Temporal Client only.',
    forbidden: [
      packages('@modelcontextprotocol/*', '@temporalio/worker', '@temporalio/testing'),
      folders(
        'mcp',
        'calls',
        'events',
        'questions',
        'workflow',
        ...wiringButSurvey,
        ...definitions,
      ),
    ],
    allowsNode: true,
  },
  {
    name: 'questions',
    files: ['src/questions/**'],
    message: 'questions knows core only.',
    forbidden: [
      otherSdks,
      folders('calls', 'events', 'mcp', 'temporal', 'workflow', ...wiring, ...definitions),
    ],
    allowsNode: false,
  },
  {
    name: 'calls',
    files: ['src/calls/**'],
    message: 'calls knows core and questions only.',
    forbidden: [
      otherSdks,
      folders('events', 'mcp', 'temporal', 'workflow', ...wiring, ...definitions),
    ],
    allowsNode: false,
  },
  {
    name: 'events',
    files: ['src/events/**'],
    message: 'events knows core only.',
    forbidden: [
      otherSdks,
      folders('calls', 'questions', 'mcp', 'temporal', 'workflow', ...wiring, ...definitions),
    ],
    allowsNode: false,
  },
  {
    name: 'mcp',
    files: [
      'src/mcp/event-frame.ts',
      'src/mcp/event-methods.ts',
      'src/mcp/filter-messages.ts',
      'src/mcp/generation.ts',
      'src/mcp/log-failure.ts',
      'src/mcp/malformed-message.ts',
      'src/mcp/under-way.ts',
    ],
    message: 'What generations share knows core, questions, calls and events only.',
    forbidden: [
      otherSdks,
      folders('rev[0-9-]+', 'temporal', 'workflow', ...wiring, ...definitions),
    ],
    // Streams of standard input and output.
    allowsNode: true,
  },
  {
    name: 'mcp/rev2025-11-25',
    files: ['src/mcp/rev2025-11-25/**'],
    message: 'A generation knows core, questions, calls, events, itself and its MCP SDK.',
    forbidden: [
      packages('@temporalio/*', '@modelcontextprotocol/server', '@modelcontextprotocol/server/*'),
      folders('rev2026-07-28', 'temporal', 'workflow', ...wiring, ...definitions),
    ],
    allowsNode: false,
  },
  {
    name: 'mcp/rev2026-07-28',
    files: ['src/mcp/rev2026-07-28/**'],
    message: 'A generation knows core, questions, calls, events, itself and its MCP SDK.',
    forbidden: [
      packages('@temporalio/*', '@modelcontextprotocol/sdk', '@modelcontextprotocol/sdk/*'),
      folders('rev2025-11-25', 'temporal', 'workflow', ...wiring, ...definitions),
    ],
    allowsNode: false,
  },
  {
    name: 'sealing',
    files: ['src/sealing/**'],
    message: 'sealing knows core only.',
    forbidden: [
      otherSdks,
      folders('events', 'mcp', 'temporal', 'workflow', ...wiring, ...definitions),
    ],
    allowsNode: true,
  },
  {
    name: 'webhooks',
    files: ['src/webhooks/**'],
    message: 'webhooks knows core only.',
    forbidden: [
      otherSdks,
      folders(
        ...['calls', 'events', 'questions', 'mcp', 'temporal', 'workflow', 'sealing'],
        ...wiring.filter((name) => name !== 'webhooks'),
        ...definitions,
      ),
    ],
    allowsNode: true,
  },
  {
    name: 'inbox',
    files: ['src/inbox/**'],
    message: 'inbox knows core only: no transport, no generation, no gate.',
    forbidden: [
      otherSdks,
      packages('express'),
      folders(
        ...['calls', 'events', 'questions', 'mcp', 'temporal', 'workflow', 'sealing'],
        ...wiring.filter((name) => name !== 'inbox'),
        ...definitions,
      ),
    ],
    allowsNode: true,
  },
  {
    name: 'stored-content',
    files: ['src/stored-content/**'],
    message: 'stored-content knows core only.',
    forbidden: [
      otherSdks,
      folders(
        'mcp',
        'calls',
        'events',
        'questions',
        'temporal',
        'workflow',
        'sealing',
        ...wiring,
        ...definitions,
      ),
    ],
    allowsNode: true,
  },
  {
    name: 'codec',
    files: ['src/codec/**'],
    message: 'codec knows core and what a payload is only.',
    forbidden: [
      packages(
        '@modelcontextprotocol/*',
        '@temporalio/*',
        '!@temporalio/common',
        '!@temporalio/proto',
      ),
      folders(
        ...['calls', 'questions', 'mcp', 'temporal', 'workflow', 'sealing'],
        ...wiring.filter((name) => name !== 'codec'),
        ...definitions,
      ),
    ],
    allowsNode: true,
  },
  {
    name: 'audit',
    files: ['src/audit/**'],
    message: 'audit knows core only.',
    forbidden: [
      otherSdks,
      packages('express'),
      folders(
        ...['calls', 'questions', 'mcp', 'temporal', 'workflow', 'sealing'],
        ...wiring.filter((name) => name !== 'audit'),
        ...definitions,
      ),
    ],
    allowsNode: true,
  },
  {
    name: 'auth',
    files: ['src/auth/**'],
    message: 'auth knows core only: no transport, no generation, no manifest.',
    forbidden: [
      otherSdks,
      packages('express'),
      folders(
        ...['calls', 'events', 'questions', 'mcp', 'temporal', 'workflow', 'sealing'],
        ...wiring.filter((name) => name !== 'auth'),
        ...definitions,
      ),
    ],
    allowsNode: true,
  },
  {
    name: 'manifest',
    files: ['src/manifest/**'],
    message: 'manifest knows core and survey only.',
    forbidden: [
      otherSdks,
      folders(
        'events',
        'mcp',
        'temporal',
        'workflow',
        ...wiringButSurvey.filter((name) => name !== 'manifest'),
        ...definitions,
      ),
    ],
    allowsNode: true,
  },
  {
    name: 'http and stdio',
    files: ['src/http/**', 'src/stdio/**'],
    message: 'Transports know core and the interface of a generation.',
    forbidden: [
      packages('@temporalio/*', '@modelcontextprotocol/server', '@modelcontextprotocol/server/*'),
      folders(
        'rev[0-9-]+',
        'calls',
        'events',
        'questions',
        'temporal',
        'workflow',
        'worker',
        'local-temporal',
        'inbox',
        'manifest',
        'config',
        'auth',
        'server',
        'cli',
        ...definitions,
      ),
    ],
    allowsNode: true,
  },
  {
    name: 'server',
    files: ['src/server/**'],
    message: 'server wires everything together but the CLI, Workers and the local Temporal.',
    forbidden: [
      packages('@temporalio/*'),
      folders('cli', 'worker', 'workflow', 'local-temporal', ...definitions),
    ],
    allowsNode: true,
  },
  {
    name: 'worker',
    files: ['src/worker/**'],
    message: 'worker knows the Temporal Worker only.',
    forbidden: [
      packages('@modelcontextprotocol/*'),
      folders('mcp', 'temporal', 'manifest', 'http', 'stdio', 'cli', 'local-temporal'),
    ],
    allowsNode: true,
  },
  {
    name: 'local-temporal',
    files: ['src/local-temporal/**'],
    message: 'local-temporal finds and starts a Temporal Service; it knows nothing of tasks.',
    forbidden: [
      packages('@modelcontextprotocol/*', '@temporalio/worker'),
      folders(
        'core',
        'mcp',
        'temporal',
        'manifest',
        'http',
        'stdio',
        'cli',
        'worker',
        'workflow',
        'config',
      ),
    ],
    allowsNode: true,
  },
  {
    name: 'workflows',
    files: [
      'src/workflow/**',
      'src/system-workflows/**',
      'workflows/**',
      'fixtures/workflows/**',
      'chaos/workflows/**',
    ],
    message: 'Sandboxed: core, @temporalio/workflow and @temporalio/common only.',
    forbidden: [
      packages(
        '@modelcontextprotocol/*',
        '@temporalio/*',
        '!@temporalio/workflow',
        '!@temporalio/common',
      ),
      folders('temporal', 'mcp', ...wiring),
    ],
    allowsNode: false,
  },
];
