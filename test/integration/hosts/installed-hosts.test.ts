import { beforeAll, describe, expect, it } from '@jest/globals';

import type { HostReport } from '../../support/hosts/host-report.js';
import { type NpmHost, prepareNpmHosts, runNpmHost } from '../../support/hosts/npm-hosts.js';
import {
  preparePythonHosts,
  type PythonEnvironment,
  runPythonHost,
} from '../../support/hosts/python-hosts.js';
import { withHostServer } from '../../support/hosts/with-host-server.js';

const given = withHostServer();

const OWN_TOOLS = ['greet', 'compute', 'compute_by_host', 'confirm_delete'];
const TASK_TOOLS = ['task_result', 'task_status', 'task_answer', 'task_cancel', 'task_list'];
const ALL_TOOLS = [...OWN_TOOLS, ...TASK_TOOLS];
/** A question that hung would do so for as long as its task runs: for ever. */
const PROMPTLY_S = 15;
/** Installing and running, on a machine that has none of the packages yet and much else to do. */
const RUN_TIMEOUT_MS = 15 * 60_000;

/** Runs a host against the server; `undefined` where the host cannot be installed. */
type RunHost = (url: string) => Promise<HostReport | undefined>;

function ofPython(environment: PythonEnvironment, script: string): RunHost {
  return async (url) => {
    const python = await preparePythonHosts(environment);
    return python === undefined ? undefined : runPythonHost(python, script, url);
  };
}

function ofNpm(host: NpmHost): RunHost {
  return async (url) => {
    const installed = await prepareNpmHosts();
    return installed === undefined ? undefined : runNpmHost(installed, host, url);
  };
}

interface InstalledHost {
  readonly name: string;
  readonly run: RunHost;
  /** Whether its calls become tasks, and it collects them by itself. */
  readonly usesTasks?: boolean;
  /** Default: all of them. */
  readonly tools?: readonly string[];
  /** What it says of a tool that there is not, where it asks the server. */
  readonly slip?: RegExp;
}

const HOSTS: readonly InstalledHost[] = [
  {
    name: 'OpenAI Agents for Python',
    run: ofPython('mcp1', 'openai_agents.py'),
    slip: /Unknown tool: comput\. Did you mean compute\?/,
  },
  { name: "LangChain's adapters", run: ofPython('mcp1', 'langchain_adapters.py') },
  { name: 'Pydantic AI', run: ofPython('mcp1', 'pydantic_ai_agent.py'), usesTasks: true },
  {
    name: 'FastMCP 4',
    run: ofPython('mcp2', 'fastmcp_client.py'),
    usesTasks: true,
    tools: OWN_TOOLS,
    slip: /Unknown tool: comput\. Did you mean compute\?/,
  },
  {
    name: 'AI SDK 1',
    run: ofNpm({ script: 'ai-sdk.mjs', module: 'ai-sdk-mcp-1/dist/index.mjs' }),
  },
  {
    name: 'AI SDK 2',
    run: ofNpm({ script: 'ai-sdk.mjs', module: 'ai-sdk-mcp-2/dist/index.js' }),
  },
];

/** What came of each host, by its name. */
const reports = new Map<string, HostReport>();

/** A test that says that it was skipped, on a machine where the host cannot be had. */
function itOf({ name }: InstalledHost, title: string, verify: (report: HostReport) => void): void {
  it(title, () => {
    const report = reports.get(name);
    if (report) verify(report);
    else process.stderr.write(`Skipped, since ${name} cannot be installed here: ${title}\n`);
  });
}

describe.each(HOSTS)('$name', (host) => {
  const { name, run, usesTasks = false, tools = ALL_TOOLS, slip } = host;

  beforeAll(async () => {
    const report = await run(given().url);
    if (report) reports.set(name, report);
  }, RUN_TIMEOUT_MS);

  itOf(host, 'is offered the tools that it needs', (report) => {
    expect(report.tools).toStrictEqual(tools);
  });

  itOf(host, 'has a quick call answered', ({ quick }) => {
    expect(quick.text).toBe('Hello, Ada!');
  });

  itOf(host, 'gets the result of a call that outlasts the budget', ({ slow }) => {
    const texts = slow.map(({ text = '' }) => text);

    expect(slow.filter(({ error }) => error !== undefined)).toStrictEqual([]);
    expect(JSON.parse(texts.at(-1) ?? '')).toMatchObject({ label: 'slow', seconds: 2 });
    expect(texts.slice(0, -1).every((text) => text.includes('is still running'))).toBe(true);
    expect(texts.length > 1).toBe(!usesTasks);
  });

  itOf(host, 'has a question refused at once that it cannot be asked', ({ question }) => {
    expect(question).not.toHaveProperty('error');
    expect(question.text).toMatch(/^Did not delete a\.txt/);
    expect(question.seconds).toBeLessThan(PROMPTLY_S);
  });

  if (slip) {
    itOf(host, 'is told the nearest name for a tool that there is not', (report) => {
      expect(report.slip?.error).toMatch(slip);
    });
  }
});

describe('OpenAI Agents for Python, which gives up after 5 seconds,', () => {
  itOf(
    HOSTS[0] as InstalledHost,
    'gets a handle in time, and then the result',
    ({ byHost = [] }) => {
      const [handle, ...others] = byHost;

      expect(handle?.text).toContain('compute_by_host is still running');
      expect(handle?.seconds).toBeLessThan(5);
      expect(JSON.parse(others.at(-1)?.text ?? '')).toMatchObject({ seconds: 6 });
    },
  );
});

describe('Pydantic AI, which asks for a short ttl,', () => {
  itOf(HOSTS[2] as InstalledHost, 'gets the result of a task that outlasts it', ({ beyondTtl }) => {
    expect(JSON.parse(beyondTtl?.text ?? beyondTtl?.error ?? '')).toMatchObject({ seconds: 4 });
  });
});

describe('FastMCP 4, which sends no Mcp-Name,', () => {
  itOf(HOSTS[3] as InstalledHost, 'gets the result of a task', ({ asTask }) => {
    expect(JSON.parse(asTask?.text ?? asTask?.error ?? '')).toMatchObject({ seconds: 2 });
  });
});
