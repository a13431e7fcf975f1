/**
 * The rooms of this repository and what each may import: the one table, read by the linter (eslint.config.mjs) and by
 * test/unit/layers.test.ts. An import that no row allows is forbidden.
 *
 * A file belongs to the row with the longest matching folder. `rooms` names rooms, which stand above in this table, and
 * which include the rooms below them unless these have a row of their own. `packages` names packages with all their
 * subpaths; `node:` stands for Node itself. `folders` are those of a room in their order: each may import those that
 * stand before it. Files beside the folders are the folder `.`. A room without `folders` has none. `types` names rooms of
 * which a room may import types alone, which are gone before anything runs; they may stand below.
 */

/** @typedef {{ room: string, purpose: string, folders?: string[], rooms: string[], types?: string[], packages: string[] }} Room */

/** @type {Room[]} */
export const layers = [
  {
    room: 'src/core',
    purpose: 'the task, questions, tools, people, webhooks; the contract; the ports',
    folders: [
      '.',
      'value',
      'person',
      'contract',
      'mapping',
      'question',
      'tool',
      'task',
      'webhook',
      'companion',
      'request',
    ],
    rooms: [],
    types: ['src/definition'],
    packages: [],
  },
  {
    room: 'src/definition',
    purpose: 'the keys of a manifest: schema, type, default, names and checks of each',
    folders: ['.', 'tool'],
    rooms: ['src/core'],
    packages: ['zod'],
  },
  {
    room: 'src/temporal',
    purpose: 'the task port over a Temporal Client',
    folders: [
      'link',
      'trace',
      'activity',
      'describe',
      'declared',
      'read',
      'start',
      'watch',
      'decisions',
      'task',
      'act',
      'history',
      'list',
      'approve',
      '.',
    ],
    rooms: ['src/core'],
    types: ['src/definition'],
    packages: [
      'node:',
      '@grpc/grpc-js',
      '@temporalio/client',
      '@temporalio/common',
      '@temporalio/proto',
      'lru-cache',
    ],
  },
  {
    room: 'src/service/questions',
    purpose: 'a question on the streams of clients',
    rooms: ['src/core'],
    packages: [],
  },
  {
    room: 'src/service/calls',
    purpose: 'a tool call by phase; the kinds of tools; limits of hosts',
    folders: ['call', 'answer', 'start', 'task-tools', 'action-tools', '.'],
    rooms: ['src/core', 'src/service/questions'],
    types: ['src/definition'],
    packages: ['lru-cache'],
  },
  {
    room: 'src/mcp',
    purpose: 'the interface of a generation, and what generations share',
    rooms: ['src/core', 'src/service/calls'],
    packages: ['node:'],
  },
  {
    room: 'src/mcp/rev2025-11-25',
    purpose: 'revision 2025-11-25, and older ones without tasks',
    folders: ['wire', 'session', 'request', 'streams', 'methods', '.'],
    rooms: ['src/core', 'src/service/questions', 'src/service/calls', 'src/mcp'],
    packages: ['@modelcontextprotocol/sdk', 'lru-cache'],
  },
  {
    room: 'src/mcp/rev2026-07-28',
    purpose: 'the tasks extension of 2026-07-28',
    folders: ['wire', 'request', 'methods', '.'],
    rooms: ['src/core', 'src/service/questions', 'src/service/calls', 'src/mcp'],
    packages: ['@modelcontextprotocol/server'],
  },
  {
    room: 'src/transport/http',
    purpose: 'HTTP: who comes in, limits, pages; Host checks of the MCP SDK',
    folders: ['request', 'limits', 'admission', 'pages', '.'],
    rooms: ['src/core', 'src/mcp'],
    packages: ['node:', '@modelcontextprotocol/sdk', 'cors', 'express', 'lru-cache'],
  },
  {
    room: 'src/transport/stdio',
    purpose: 'standard input and output',
    rooms: ['src/core', 'src/mcp'],
    packages: ['node:'],
  },
  {
    room: 'src/transport/outgoing',
    purpose: 'one HTTP request: to a checked address, or to an issuer',
    rooms: [],
    packages: ['node:', 'ipaddr.js'],
  },
  {
    room: 'src/transport/webhooks',
    purpose: 'signed messages to the endpoints of the configuration',
    rooms: ['src/core', 'src/transport/outgoing'],
    types: ['src/definition'],
    packages: ['node:'],
  },
  {
    room: 'src/security/auth',
    purpose: 'tokens: verifying, principals, scopes, challenges',
    folders: ['tokens', '.'],
    rooms: ['src/core', 'src/transport/outgoing'],
    packages: ['node:', 'jose'],
  },
  {
    room: 'src/security/sealing',
    purpose: 'encrypts what clients carry for the server',
    rooms: ['src/core'],
    packages: ['node:', 'jose'],
  },
  {
    room: 'src/security/audit',
    purpose: 'writes who did what to a file',
    rooms: ['src/core'],
    packages: ['node:'],
  },
  {
    room: 'src/inbox',
    purpose: 'pages where people answer and follow their tasks; signing in',
    folders: ['components', 'html', 'session', 'forms', 'pages', 'queue', '.'],
    rooms: ['src/core', 'src/transport/outgoing'],
    packages: ['node:', 'openid-client'],
  },
  {
    room: 'src/manifest',
    purpose: 'tools and settings of the server, from YAML or TypeScript',
    folders: ['.', 'file', 'compile', 'server', 'group', 'tool'],
    rooms: ['src/core', 'src/definition'],
    packages: [
      'node:',
      '@jmespath-community/jmespath',
      'ajv',
      'ajv-formats',
      'lru-cache',
      're2js',
      'yaml',
      'zod',
    ],
  },
  {
    room: 'src/jobs/contract',
    purpose: 'a job as Workflow and Activities have it: its declaration, calls, failures',
    rooms: ['src/core'],
    packages: [],
  },
  {
    room: 'src/jobs/manifest',
    purpose: '`job` of a tool: its schema, checks and presets',
    rooms: ['src/core', 'src/jobs/contract', 'src/manifest', 'src/definition'],
    packages: ['node:', 'zod'],
  },
  {
    room: 'src/jobs/run',
    purpose: 'starts, follows and ends jobs of services behind HTTP APIs',
    folders: ['http', 'request', 'reply', '.'],
    rooms: ['src/core', 'src/jobs/contract', 'src/transport/outgoing'],
    packages: ['node:', 'aws4fetch', 'lru-cache', 'openid-client'],
  },
  {
    room: 'src/jobs/workflows',
    purpose: 'the Workflow of jobs; runs in the sandbox',
    rooms: ['src/core', 'src/jobs/contract'],
    packages: ['@temporalio/workflow', '@temporalio/common'],
  },
  {
    room: 'src/manifest/load',
    purpose: 'a manifest as a whole: its files, and the list of kinds of tools',
    rooms: ['src/core', 'src/jobs/manifest', 'src/manifest', 'src/definition'],
    packages: ['zod'],
  },
  {
    room: 'src/workflow',
    purpose: 'the helper that Workflows import; runs in the sandbox',
    rooms: ['src/core'],
    packages: ['@temporalio/workflow', '@temporalio/common'],
  },
  {
    room: 'src/worker/system-workflows',
    purpose: "this package's own Workflows; run in the sandbox",
    rooms: ['src/core', 'src/jobs/workflows'],
    packages: ['@temporalio/workflow', '@temporalio/common'],
  },
  {
    room: 'src/worker',
    purpose: 'the Worker process, and what a Worker of a user needs',
    rooms: ['src/core'],
    packages: [
      'node:',
      '@temporalio/activity',
      '@temporalio/client',
      '@temporalio/common',
      '@temporalio/worker',
    ],
  },
  {
    room: 'src/app/config',
    purpose: 'settings: Temporal connection, secrets, logger',
    rooms: ['src/core', 'src/manifest', 'src/temporal'],
    packages: ['node:', '@temporalio/client', '@temporalio/envconfig', 'pino'],
  },
  {
    room: 'src/jobs/worker',
    purpose: 'the Workers of jobs',
    rooms: [
      'src/app/config',
      'src/core',
      'src/jobs/contract',
      'src/jobs/run',
      'src/manifest',
      'src/worker',
    ],
    packages: ['@temporalio/activity', '@temporalio/common', '@temporalio/worker'],
  },
  {
    room: 'src/app/telemetry',
    purpose: 'what operators watch: logs of calls, traces, metrics',
    rooms: ['src/core'],
    packages: ['node:', '@opentelemetry/api', '@opentelemetry/sdk-node'],
  },
  {
    room: 'src/app/server',
    purpose: '`createTaskServer`: wires all rooms above; loads the generations',
    rooms: [
      'src/app/config',
      'src/app/telemetry',
      'src/core',
      'src/inbox',
      'src/manifest',
      'src/manifest/load',
      'src/mcp',
      'src/mcp/rev2025-11-25',
      'src/mcp/rev2026-07-28',
      'src/security/audit',
      'src/security/auth',
      'src/security/sealing',
      'src/service/calls',
      'src/temporal',
      'src/transport/http',
      'src/transport/stdio',
      'src/transport/webhooks',
    ],
    packages: ['node:'],
  },
  {
    room: 'src/check',
    purpose: 'what the command `check` finds',
    rooms: [
      'src/definition',
      'src/core',
      'src/jobs/contract',
      'src/manifest',
      'src/security/auth',
      'src/temporal',
    ],
    packages: ['@temporalio/client', '@temporalio/proto'],
  },
  {
    room: 'src/init',
    purpose: 'what the command `init` drafts from the executions in a namespace',
    rooms: ['src/check', 'src/core', 'src/temporal'],
    packages: ['@temporalio/client', 'yaml'],
  },
  {
    room: 'activities',
    purpose: 'example Activities',
    rooms: [],
    packages: ['node:', '@temporalio/activity'],
  },
  {
    room: 'workflows',
    purpose: 'example Workflows; run in the sandbox',
    rooms: ['activities'],
    packages: ['@temporalio/workflow', '@temporalio/common', 'temporal-mcp-tasks-workflow'],
  },
  {
    room: 'src/cli',
    purpose: 'the commands',
    folders: ['.', 'commands', 'programs'],
    rooms: [
      'activities',
      'src/app/config',
      'src/app/server',
      'src/app/telemetry',
      'src/check',
      'src/core',
      'src/init',
      'src/jobs/worker',
      'src/manifest',
      'src/manifest/load',
      'src/temporal',
      'src/transport/http',
      'src/worker',
      'src/definition',
    ],
    packages: ['node:', '@modelcontextprotocol/sdk', '@temporalio/client', 'commander'],
  },
  {
    room: 'src/index.ts',
    purpose: 'the main entry',
    rooms: [
      'src/definition',
      'src/app/config',
      'src/app/server',
      'src/core',
      'src/manifest',
      'src/manifest/load',
      'src/mcp',
      'src/transport/http',
    ],
    packages: [],
  },
];

/** @param {string} file @param {string} room */
const isInside = (file, room) => file === room || file.startsWith(`${room}/`);

/**
 * Returns the row that a file belongs to; `undefined` where no row governs it.
 *
 * @param {string} file a path from the root of the repository
 * @returns {Room | undefined}
 */
export function roomOf(file) {
  return layers
    .filter(({ room }) => isInside(file, room))
    .reduce(
      (longest, row) => (longest && longest.room.length > row.room.length ? longest : row),
      /** @type {Room | undefined} */ (undefined),
    );
}

/**
 * Returns the place of a file's folder in the order of its room; -1 if it has none.
 *
 * @param {Room} row
 * @param {string} file
 */
function placeOf({ room, folders = ['.'] }, file) {
  const inner = file.slice(room.length + 1);
  return folders.indexOf(inner.includes('/') ? inner.slice(0, inner.lastIndexOf('/')) : '.');
}

/**
 * Returns why a file may not import a package or another file; `undefined` if it may, or if it is in no room.
 *
 * @param {string} file
 * @param {{ file: string } | { specifier: string }} target a file of this repository, or the name of a package
 * @param {boolean} [isType] the import is of types alone
 * @returns {string | undefined}
 */
export function violation(file, target, isType = false) {
  const from = roomOf(file);
  if (!from) return undefined;
  if ('specifier' in target) {
    const allowed = from.packages.some((name) =>
      name === 'node:' ? target.specifier.startsWith('node:') : isInside(target.specifier, name),
    );
    return allowed ? undefined : `${from.room} may not import ${target.specifier}.`;
  }
  const to = roomOf(target.file);
  if (to === from) {
    return placeOf(from, target.file) <= placeOf(from, file)
      ? undefined
      : `${target.file} stands above ${file}: see the folders of ${from.room} in layers.mjs.`;
  }
  if (to && from.rooms.includes(to.room)) return undefined;
  if (to && isType && from.types?.includes(to.room)) return undefined;
  return `${from.room} may not import ${to?.room ?? target.file}.`;
}
