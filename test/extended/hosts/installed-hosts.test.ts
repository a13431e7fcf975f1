import { fileURLToPath } from 'node:url';

import { beforeAll, describe, expect, it } from '@jest/globals';

import { WRONG_TOKEN } from '../../support/attacks/attacked-server.js';
import { withAttackedServer } from '../../support/attacks/with-attacked-server.js';
import {
  HOST_TIMEOUT_MS,
  type HostErrand,
  type HostReport,
  type ReportedCall,
  type SharedServer,
} from '../../support/hosts/host-report.js';
import { type NpmHost, prepareNpmHosts, runNpmHost } from '../../support/hosts/npm-hosts.js';
import { preparePythonHosts, runPythonHost } from '../../support/hosts/python-hosts.js';
import { withHostServer } from '../../support/hosts/with-host-server.js';

/** If the packages of a host cannot be installed, its tests are skipped. */
const [python1, python2, npm, npmMastra0] = await Promise.all([
  preparePythonHosts('mcp1'),
  preparePythonHosts('mcp2'),
  prepareNpmHosts('npm'),
  prepareNpmHosts('npm-mastra-0'),
]);

const given = withHostServer();
const attacked = withAttackedServer(
  fileURLToPath(new URL('../../support/attacks/attack-manifest.yaml', import.meta.url)),
);

const OWN_TOOLS = [
  'greet',
  'compute',
  'compute_by_host',
  'compute_once',
  'look_up',
  'confirm_delete',
];
const TASK_TOOLS = ['task_result', 'task_status', 'task_cancel', 'task_list'];
const ALL_TOOLS = [...OWN_TOOLS, ...TASK_TOOLS];
const REFUSED = /^Did not delete \S+\.txt/;
/** Seconds. A question that hangs would take as long as its task, which has no end. */
const PROMPTLY_S = 15;

type RunHost = (errand: HostErrand) => Promise<HostReport>;

interface InstalledHost {
  readonly name: string;
  readonly run: RunHost | undefined;
  /** True if the calls of the host become tasks, and the host collects their results. Default: false. */
  readonly usesTasks?: boolean;
  /** Tools that the server offers the host. Default: all of them. */
  readonly tools?: readonly string[];
  /** True if the host also calls a tool with a misspelt name. Default: false. */
  readonly slips?: boolean;
  /** The host's error for a wrong token, or `tools: ` and the tools that it lists then. Default: a 401. */
  readonly refusal?: RegExp;
  /** Further tests of this host. */
  readonly more?: (report: () => HostReport) => void;
}

function ofPython(python: string | undefined, script: string): RunHost | undefined {
  return python === undefined ? undefined : async (errand) => runPythonHost(python, script, errand);
}

function ofNpm(installed: string | undefined, host: NpmHost): RunHost | undefined {
  return installed === undefined
    ? undefined
    : async (errand) => runNpmHost(installed, host, errand);
}

const HOSTS: readonly InstalledHost[] = [
  {
    name: 'OpenAI Agents for Python',
    run: ofPython(python1, 'openai_agents.py'),
    slips: true,
    more: (report) => {
      it('gets a handle before it gives up, after 5 seconds, where the manifest has its time, and then the result', () => {
        const [handle, ...others] = report().byHost ?? [];

        expect(handle?.text).toContain('compute_by_host is still running');
        expect(handle?.seconds).toBeLessThan(5);
        expect(JSON.parse(others.at(-1)?.text ?? '')).toMatchObject({ seconds: 6 });
      });
    },
  },
  { name: "LangChain's adapters", run: ofPython(python1, 'langchain_adapters.py') },
  {
    name: 'Pydantic AI',
    run: ofPython(python1, 'pydantic_ai_agent.py'),
    usesTasks: true,
    more: (report) => {
      it('gets the result of a task that outlasts the ttl that it has asked for', () => {
        expect(report().beyondTtl).toMatchObject({ text: expect.stringContaining('in 4 s') });
      });

      it('gets the result of a task that it has given up by the same call, where the tool has an idempotency key', () => {
        const { first, again, label = '', tasks } = report().givenUp ?? {};

        expect(first).toMatchObject({ error: expect.stringContaining('TimeoutError') });
        expect(again).toMatchObject({ text: expect.stringContaining(label) });
        expect(tasks).toBe(1);
      });

      it('goes on from a handle when it is told to make no tasks', () => {
        const replies = report().plain ?? [];

        expect(replies.at(0)).toMatchObject({ text: expect.stringContaining('task_result') });
        expect(replies.at(-1)).toMatchObject({ text: expect.stringContaining('in 2 s') });
      });
    },
  },
  {
    name: 'FastMCP 4',
    run: ofPython(python2, 'fastmcp_client.py'),
    usesTasks: true,
    slips: true,
    refusal: /Server returned an error response/,
    more: (report) => {
      it('gets the result of a task, although it sends no Mcp-Name', () => {
        expect(report().asTask).toMatchObject({ text: expect.stringContaining('in 2 s') });
      });
    },
  },
  {
    name: 'AI SDK 1',
    run: ofNpm(npm, { script: 'ai-sdk.mjs', module: 'ai-sdk-mcp-1/dist/index.mjs' }),
  },
  {
    name: 'AI SDK 2',
    run: ofNpm(npm, { script: 'ai-sdk.mjs', module: 'ai-sdk-mcp-2/dist/index.js' }),
  },
  {
    name: 'Mastra 0.14',
    run: ofNpm(npmMastra0, { script: 'mastra.mjs', module: '@mastra/mcp/dist/index.js' }),
    refusal: /Could not connect to server/,
  },
  {
    name: 'Mastra 2',
    run: ofNpm(npm, { script: 'mastra.mjs', module: 'mastra-mcp-2/dist/index.js' }),
    // Mastra 2 logs the error, and goes on without the server.
    refusal: /^tools: $/,
  },
];

function withoutIds(call: ReportedCall | undefined): string | undefined {
  return (call?.text ?? call?.error)?.replaceAll(/mcp-[a-z2-7]+-[a-z2-7]+/g, 'ID');
}

/** One task of each of two people, and a person with a wrong token. */
let shared: SharedServer;

beforeAll(async () => {
  const { connectHttp, url } = attacked().server;
  const create = async (who: string): Promise<string> => {
    const params = { name: 'wait', arguments: {}, task: {} };
    const { message } = await connectHttp(who, '2025-11-25').send('tools/call', params);
    return (message?.result?.['task'] as { readonly taskId: string }).taskId;
  };
  const [ofAlice, ofBob] = [await create('alice'), await create('bob')];
  shared = {
    url,
    unknown: ofAlice.replace(/[^-]{8}$/, 'aaaaaaaa'),
    people: [
      { token: 'alice', own: ofAlice, foreign: ofBob },
      { token: 'bob', own: ofBob, foreign: ofAlice },
      { token: WRONG_TOKEN },
    ],
  };
});

for (const host of HOSTS) {
  const { name, run, usesTasks = false, tools = ALL_TOOLS } = host;
  const describeInstalled = run ? describe : describe.skip;

  describeInstalled(`the host ${name}`, () => {
    let report: HostReport;

    beforeAll(async () => {
      if (run) report = await run({ url: given().url, shared });
    }, HOST_TIMEOUT_MS);

    it('is offered the tools that it needs', () => {
      expect(report.tools).toStrictEqual(tools);
    });

    it('has a quick call answered', () => {
      expect(report.quick).toMatchObject({ text: 'Hello, Ada!' });
    });

    it('gets the result of a call that outlasts the budget', () => {
      const texts = report.slow.map(({ text = '' }) => text);

      expect(report.slow.filter(({ error }) => error !== undefined)).toStrictEqual([]);
      expect(JSON.parse(texts.at(-1) ?? '')).toMatchObject({
        label: expect.stringMatching(/^slow /),
        seconds: 2,
      });
      expect(texts.slice(0, -1).every((text) => text.includes('is still running'))).toBe(true);
      expect(texts.length > 1).toBe(!usesTasks);
    });

    it('has a question refused at once that it cannot be asked', () => {
      const { text, error, seconds } = report.question;

      expect(text ?? error).toMatch(REFUSED);
      expect(seconds).toBeLessThan(PROMPTLY_S);
    });

    it('shows each of two people their own task alone', () => {
      const people = report.people.slice(0, 2);

      expect(people).toHaveLength(2);

      for (const { own, foreign, unknown } of people) {
        expect(own?.text).toContain('working');
        expect(withoutIds(foreign)).toContain('Task not found');
        expect(withoutIds(foreign)).toBe(withoutIds(unknown));
      }
    });

    it('is told that a token is wrong', () => {
      const { error, text = '' } = report.people[2]?.connected ?? {};

      expect(error ?? `tools: ${text}`).toMatch(host.refusal ?? /401|unauthorized/i);
    });

    if (host.slips) {
      it('is told the nearest name for a tool that there is not', () => {
        expect(report.slip?.error).toMatch(/Unknown tool: comput\. Did you mean compute\?/);
      });
    }

    host.more?.(() => report);
  });
}
