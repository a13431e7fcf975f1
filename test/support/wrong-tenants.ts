/** Wrong uses of `server.tenants`: see `wrong-manifests.ts`. */
import type { WrongManifest } from './wrong-manifests.js';

/** Two tenants, each with a namespace, and further keys of the server. */
function tenantsOf(more: string): string {
  return `server:
  namespaces: { acme: {}, globex: {} }
  tenants: { claim: org, values: { a: { namespace: acme }, g: { namespace: globex } } }
${more}`;
}

const TOOL = 'tools:\n  a:\n    workflow:\n      type: placeOrder\n      taskQueue: orders\n';

export const WRONG_TENANTS: readonly WrongManifest[] = [
  {
    what: 'a tenant in a namespace that is not there',
    text: `server:\n  namespaces: { acme: {} }\n  tenants: { claim: org, values: { a: { namespace: acm } } }\n${TOOL}`,
    problems: [
      '3:52 server.tenants.values.a.namespace: There is no "acm" under server.namespaces. Did you mean "acme"?',
    ],
  },
  {
    what: 'tenants without a claim',
    text: `server:\n  tenants: { values: { a: {} } }\n${TOOL}`,
    problems: [
      '2:12 server.tenants.claim: Missing: a text. The claim of tokens that names the tenant of a caller: a name, or a path with dots.',
    ],
  },
  {
    what: 'tenants of whom there is none',
    text: `server:\n  tenants: { claim: org, values: {} }\n${TOOL}`,
    problems: ['2:34 server.tenants.values: There may be 1 to 1,000.'],
  },
  {
    what: 'an unknown key of a tenant',
    text: `server:\n  tenants: { claim: org, values: { a: { taskQeue: q } } }\n${TOOL}`,
    problems: [
      '2:41 server.tenants.values.a.taskQeue: Unknown key "taskQeue". Did you mean "taskQueue"?',
    ],
  },
  {
    what: 'a Task Queue of a tenant with a placeholder that stands for nothing',
    text: `server:\n  tenants: { claim: org, values: { a: { taskQueue: "{tenant}-q" } } }\n${TOOL}`,
    problems: [
      '2:52 server.tenants.values.a.taskQueue: Only "{taskQueue}" can stand in it, for that of the tool.',
    ],
  },
  {
    what: 'a tool with a namespace, where tenants have them',
    text: tenantsOf(`${TOOL}      namespace: acme\n`),
    problems: [
      '9:18 tools.a.workflow.namespace: The tenant of whoever calls says in which namespace: leave it out.',
    ],
  },
  {
    what: 'defaults with a namespace, where tenants have them',
    text: tenantsOf(`defaults: { workflow: { namespace: acme } }\n${TOOL}`),
    problems: [
      '4:36 defaults.workflow.namespace: The tenant of whoever calls says in which namespace: leave it out.',
    ],
  },
  {
    what: 'a pattern of tools, where tenants have namespaces',
    text: tenantsOf('tools:\n  "job_*": { workflow: { type: "job*", taskQueue: q } }\n'),
    problems: [
      '5:12 tools.job_*: What a pattern stands for would be found in the namespace of the server, and tenants have their own: write the tools out.',
    ],
  },
  {
    what: 'an adoption, where tenants share a namespace',
    text: `server:\n  tenants: { claim: org, values: { a: {}, g: { taskQueue: g } } }\n${TOOL}      adopt: "CustomerId = '{owner}'"\n`,
    problems: [
      '8:14 tools.a.workflow.adopt: Tenants share a namespace: "{owner}" does not tell somebody in one of them from the same in another. Give each a namespace of its own.',
    ],
  },
  {
    what: 'an adoption, where tenants have one namespace by two names',
    text: `server:
  namespaces: { acme: {}, same: { namespace: acme } }
  tenants: { claim: org, values: { a: { namespace: acme }, g: { namespace: same } } }
${TOOL}      adopt: "CustomerId = '{owner}'"
`,
    problems: [
      '9:14 tools.a.workflow.adopt: Tenants share a namespace: "{owner}" does not tell somebody in one of them from the same in another. Give each a namespace of its own.',
    ],
  },
  {
    what: 'a static token of no tenant',
    text: `server:
  auth: { tokens: [{ sha256: ${'a'.repeat(64)}, principal: robot, claims: { org: b } }] }
  tenants: { claim: org, values: { a: {} } }
${TOOL}`,
    problems: [
      '2:20 server.auth.tokens[0]: This token is of no tenant, and would not be let in: name one under claims, as "org".',
    ],
  },
  {
    what: 'more namespaces than a list may ask',
    text: `server:\n  namespaces: { a: {}, b: {}, c: {}, d: {}, e: {}, f: {}, g: {}, h: {}, i: {} }\n${TOOL}`,
    problems: [
      '2:15 server.namespaces: There may be 8, since each list asks all of them; more only where tenants (server.tenants) have namespaces of their own.',
    ],
  },
];
