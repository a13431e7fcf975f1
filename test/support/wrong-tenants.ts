/** Wrong uses of `server.tenants`: see `wrong-manifests.ts`. */
import type { WrongManifest } from './wrong-manifests.js';

/** Two tenants, each with a namespace. */
const TWO_TENANTS = `namespaces: { acme: {}, globex: {} }
tenants: { claim: org, values: { a: { namespace: acme }, g: { namespace: globex } } }
`;

const TOOL = 'tools:\n  a:\n    workflow:\n      type: placeOrder\n      taskQueue: orders\n';

export const WRONG_TENANTS: readonly WrongManifest[] = [
  {
    what: 'a tenant in a namespace that is not there',
    server:
      'namespaces: { acme: {} }\ntenants: { claim: org, values: { a: { namespace: acm } } }\n',
    text: TOOL,
    problems: [
      'server.yaml:2:50 tenants.values.a.namespace: There is no "acm" under server.namespaces. Did you mean "acme"?',
    ],
  },
  {
    what: 'tenants without a claim',
    server: 'tenants: { values: { a: {} } }',
    text: TOOL,
    problems: [
      'server.yaml:1:10 tenants.claim: Missing: a text. The claim of tokens that names the tenant of a caller: a name, or a path with dots.',
    ],
  },
  {
    what: 'tenants of whom there is none',
    server: 'tenants: { claim: org, values: {} }',
    text: TOOL,
    problems: ['server.yaml:1:32 tenants.values: There may be 1 to 1,000.'],
  },
  {
    what: 'an unknown key of a tenant',
    server: 'tenants: { claim: org, values: { a: { taskQeue: q } } }',
    text: TOOL,
    problems: [
      'server.yaml:1:39 tenants.values.a.taskQeue: Unknown key "taskQeue". Did you mean "taskQueue"?',
    ],
  },
  {
    what: 'a Task Queue of a tenant with a placeholder that stands for nothing',
    server: 'tenants: { claim: org, values: { a: { taskQueue: "{tenant}-q" } } }',
    text: TOOL,
    problems: [
      'server.yaml:1:50 tenants.values.a.taskQueue: Only "{taskQueue}" can stand in it, for that of the tool.',
    ],
  },
  {
    what: 'a tool with a namespace, where tenants have them',
    server: TWO_TENANTS,
    text: `${TOOL}      namespace: acme\n`,
    problems: [
      '6:18 tools.a.workflow.namespace: The tenant of whoever calls says in which namespace: leave it out.',
    ],
  },
  {
    what: 'defaults with a namespace, where tenants have them',
    server: TWO_TENANTS,
    text: `defaults: { workflow: { namespace: acme } }\n${TOOL}`,
    problems: [
      '1:36 defaults.workflow.namespace: The tenant of whoever calls says in which namespace: leave it out.',
    ],
  },
  {
    what: 'a pattern of tools, where tenants have namespaces',
    server: TWO_TENANTS,
    text: 'tools:\n  "job_*": { workflow: { type: "job*", taskQueue: q } }\n',
    problems: [
      '2:12 tools.job_*: What a pattern stands for would be found in the namespace of the server, and tenants have their own: write the tools out.',
    ],
  },
  {
    what: 'an adoption, where tenants share a namespace',
    server: 'tenants: { claim: org, values: { a: {}, g: { taskQueue: g } } }',
    text: `${TOOL}      adopt: "CustomerId = '{owner}'"\n`,
    problems: [
      '6:14 tools.a.workflow.adopt: Tenants share a namespace: "{owner}" does not tell somebody in one of them from the same in another. Give each a namespace of its own.',
    ],
  },
  {
    what: 'an adoption, where tenants have one namespace by two names',
    server:
      'namespaces: { acme: {}, same: { namespace: acme } }\ntenants: { claim: org, values: { a: { namespace: acme }, g: { namespace: same } } }\n',
    text: `${TOOL}      adopt: "CustomerId = '{owner}'"\n`,
    problems: [
      '6:14 tools.a.workflow.adopt: Tenants share a namespace: "{owner}" does not tell somebody in one of them from the same in another. Give each a namespace of its own.',
    ],
  },
  {
    what: 'a static token of no tenant',
    server: `auth: { tokens: [{ sha256: ${'a'.repeat(64)}, principal: robot, claims: { org: b } }] }\ntenants: { claim: org, values: { a: {} } }\n`,
    text: TOOL,
    problems: [
      'server.yaml:1:18 auth.tokens[0]: This token is of no tenant, and would not be let in: name one under claims, as "org".',
    ],
  },
  {
    what: 'more namespaces than a list may ask',
    server: 'namespaces: { a: {}, b: {}, c: {}, d: {}, e: {}, f: {}, g: {}, h: {}, i: {} }',
    text: TOOL,
    problems: [
      'server.yaml:1:13 namespaces: There may be 8, since each list asks all of them; more only where tenants (server.tenants) have namespaces of their own.',
    ],
  },
];
