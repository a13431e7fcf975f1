/** Wrong settings of the server: see `wrong-manifests.ts`. */
import { TOOL, type WrongManifest } from './wrong-manifest.js';

const PREFIX_PROBLEM =
  'server.yaml:1:12 taskTools: Write false, or a prefix for the names of the tools: "orders_", 1 to 64 letters, digits, "_", "-" or ".".';

export const WRONG_SERVERS: readonly WrongManifest[] = [
  {
    what: 'settings of the server within the manifest',
    text: `server: { inbox: {} }\n${TOOL}`,
    problems: [
      '1:1 server: Must be a path. Write the settings of the server into a file of their own, and name it here: "server: server.yaml".',
    ],
  },
  {
    what: 'an unknown key of the server',
    server: 'instruction: Hello.',
    text: TOOL,
    problems: [
      'server.yaml:1:1 instruction: Unknown key "instruction". Did you mean "instructions"?',
    ],
  },
  {
    what: 'a part of a whole number',
    server: 'temporal: { looksPerSecond: 5.5 }',
    text: TOOL,
    problems: ['server.yaml:1:29 temporal.looksPerSecond: Write a whole number, without quotes.'],
  },
  {
    what: 'a prefix of the task tools as an object',
    server: 'taskTools: { prefix: o_ }',
    text: TOOL,
    problems: [PREFIX_PROBLEM],
  },
  {
    what: 'a host without a duration',
    server: 'hosts: { my-agent: soon }',
    text: TOOL,
    problems: [
      'server.yaml:1:20 hosts.my-agent: "soon" is not a duration: write "500ms", "30s", "5 minutes" or "2 days".',
    ],
  },
  {
    what: 'an origin with a path',
    server: 'cors: [https://app.example.com/]',
    text: TOOL,
    problems: [
      'server.yaml:1:8 cors[0]: Write an origin as browsers send it: https://app.example.com, with a port where it is not the usual one. Wildcards are not allowed.',
    ],
  },
  {
    what: 'an origin for all',
    server: 'cors: ["*"]',
    text: TOOL,
    problems: [
      'server.yaml:1:8 cors[0]: Write an origin as browsers send it: https://app.example.com, with a port where it is not the usual one. Wildcards are not allowed.',
    ],
  },
  {
    what: 'a proxy that is anybody',
    server: 'trustProxy: true',
    text: TOOL,
    problems: [
      'server.yaml:1:13 trustProxy: Write how many proxies there are in a row, or a list of their addresses: [loopback, 10.0.0.0/8].',
    ],
  },
  {
    what: 'a network of everybody',
    server: 'trustProxy: [0.0.0.0/0]',
    text: TOOL,
    problems: [
      'server.yaml:1:14 trustProxy[0]: Write an address, a network (10.0.0.0/8), or one of: loopback, linklocal, uniquelocal.',
    ],
  },
  {
    what: 'an unknown key of the limits',
    server: 'limits:\n  requestPerMinute: 5\n',
    text: TOOL,
    problems: [
      'server.yaml:2:3 limits.requestPerMinute: Unknown key "requestPerMinute". Did you mean "requestsPerMinute"?',
    ],
  },
  {
    what: 'a limit of none',
    server: 'limits:\n  requestsPerMinute: 0\n',
    text: TOOL,
    problems: ['server.yaml:2:22 limits.requestsPerMinute: Must be at least 1.'],
  },
  {
    what: 'no generations',
    server: 'generations: []',
    text: TOOL,
    problems: ['server.yaml:1:14 generations: Name at least one.'],
  },
  {
    what: 'a prefix with a blank',
    server: `taskTools: 'my tools'`,
    text: TOOL,
    problems: [PREFIX_PROBLEM],
  },
  {
    what: 'an unknown key of a static token',
    server: 'auth:\n  tokens:\n    - { sha: abc, principal: me }\n',
    text: TOOL,
    problems: ['server.yaml:3:9 auth.tokens[0].sha: Unknown key "sha". Did you mean "sha256"?'],
  },
  {
    what: 'two problems of an issuer',
    server:
      'auth:\n  resource: http://tools.example.com/mcp\n  issuers:\n    - { issuer: https://login.example.com, algorithm: [RS256] }\n',
    text: TOOL,
    problems: [
      'server.yaml:2:13 auth.resource: Must be a URL with https; http is for this machine only.',
      'server.yaml:4:44 auth.issuers[0].algorithm: Unknown key "algorithm". Did you mean "algorithms"?',
    ],
  },
  {
    what: 'nobody who could come in',
    server: 'auth: { issuers: [] }',
    text: TOOL,
    problems: ['server.yaml:1:18 auth.issuers: Nobody could sign in: name an issuer or a token.'],
  },
  {
    what: 'an audit that goes nowhere',
    server: 'audit: { file: audit.log }\n',
    text: TOOL,
    problems: [
      'server.yaml:1:8 audit.to: Missing. stdout, stderr, or the path of a file that lines are added to.',
      'server.yaml:1:10 audit.file: Unknown key "file".',
    ],
  },
];
