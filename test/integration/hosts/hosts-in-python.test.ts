import { beforeAll, describe, expect, it } from '@jest/globals';

import {
  PREPARATION_TIMEOUT_MS,
  preparePythonHosts,
  type PythonCall,
  type PythonEnvironment,
  type PythonReport,
  runPythonHost,
} from '../../support/hosts/python-hosts.js';
import { withHostServer } from '../../support/hosts/with-host-server.js';

const given = withHostServer();

const OWN_TOOLS = ['greet', 'compute', 'compute_by_host', 'confirm_delete'];
const TASK_TOOLS = ['task_result', 'task_status', 'task_answer', 'task_cancel', 'task_list'];
/** A question that hangs would last for as long as its task. */
const PROMPTLY_S = 15;

interface PythonHost {
  readonly name: string;
  readonly environment: PythonEnvironment;
  readonly script: string;
  /** Whether it speaks of tasks before its first call. */
  readonly tools: readonly string[];
  readonly usesTasks: boolean;
}

const all = [...OWN_TOOLS, ...TASK_TOOLS];
const HOSTS: readonly PythonHost[] = [
  {
    name: 'OpenAI Agents',
    environment: 'mcp1',
    script: 'openai_agents.py',
    tools: all,
    usesTasks: false,
  },
  {
    name: "LangChain's adapters",
    environment: 'mcp1',
    script: 'langchain_adapters.py',
    tools: all,
    usesTasks: false,
  },
  {
    name: 'Pydantic AI',
    environment: 'mcp1',
    script: 'pydantic_ai_agent.py',
    tools: all,
    usesTasks: true,
  },
  {
    name: 'FastMCP 4',
    environment: 'mcp2',
    script: 'fastmcp_client.py',
    tools: OWN_TOOLS,
    usesTasks: true,
  },
];

describe.each(HOSTS)('$name', ({ environment, script, tools, usesTasks }) => {
  let report: PythonReport | undefined;

  beforeAll(async () => {
    const python = await preparePythonHosts(environment);
    report = python === undefined ? undefined : await runPythonHost(python, script, given().url);
    if (process.env['HOSTS_DEBUG']) process.stderr.write(`${JSON.stringify(report, null, 1)}\n`);
  }, PREPARATION_TIMEOUT_MS);

  /** A test that says it was skipped, on a machine where the host cannot be had. */
  const itOfHost = (title: string, body: (seen: PythonReport) => void): void => {
    it(title, () => {
      if (report) body(report);
      else process.stderr.write(`Skipped, since the host cannot be installed here: ${title}\n`);
      expect.hasAssertions();
    });
  };

  itOfHost('x', (seen) => { expect(seen.tools).toStrictEqual(tools); });
  itOfHost('y', (seen) => { expect(last(seen.slow).text).toContain('slow'); expect(usesTasks).toBeDefined(); expect(seen.question.seconds).toBeLessThan(PROMPTLY_S); });
});
function last(calls: readonly PythonCall[]): PythonCall { return calls.at(-1) as PythonCall; }
