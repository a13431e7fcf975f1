/** `tasks list|get|watch|answer|cancel` as a script has them: at a server and straight at Temporal, which look the same. */
import { fileURLToPath } from 'node:url';

import { describe, expect, it } from '@jest/globals';

import { eventually } from '../../support/eventually.js';
import { type CliExit, type CliProcess, runCli, startCli } from '../../support/start-cli.js';
import { createTask, untilStatus } from '../../support/steps/rev2025-task-steps.js';
import { createTestFolder } from '../../support/test-folder.js';
import { withTestServers } from '../../support/with-test-server.js';

const MANIFEST = fileURLToPath(new URL('../../support/terminal-manifest.yaml', import.meta.url));

const servers = withTestServers(MANIFEST);

const PLACES = ['a server', 'Temporal'] as const;
type Place = (typeof PLACES)[number];

function argumentsOf(place: Place, [command = '', ...more]: readonly string[]): string[] {
  const where = place === 'Temporal' ? ['--manifest', MANIFEST] : ['--url', servers().url];
  return ['tasks', command, ...where, ...more];
}

function options(): { environment: NodeJS.ProcessEnv } {
  const { environment, taskQueue } = servers().options;
  return { environment: { ...environment, TEST_TASK_QUEUE: taskQueue } };
}

async function run(place: Place, ...args: readonly string[]): Promise<CliExit> {
  return runCli(argumentsOf(place, args), options());
}

function start(place: Place, ...args: readonly string[]): CliProcess {
  return startCli(argumentsOf(place, args), options());
}

async function create(
  tool: string,
  input: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  return createTask(servers().http, tool, { arguments: input });
}

async function signal(taskId: string, name: string, ...args: readonly unknown[]): Promise<void> {
  await servers()
    .temporal.workflow.getHandle(taskId)
    .signal(name, ...args);
}

/** A task that asks whether a file may be deleted. */
async function createAsking(): Promise<string> {
  const taskId = await create('confirm_delete', { filename: 'a.txt' });
  await untilStatus(servers().http, taskId, 'input_required');
  return taskId;
}

const yesOrNo = {
  method: 'elicitation/create',
  params: {
    message: 'Well?',
    requestedSchema: {
      type: 'object',
      properties: { well: { type: 'boolean' } },
      required: ['well'],
    },
  },
};

interface Printed {
  readonly taskId: string;
  readonly status: string;
  readonly [name: string]: unknown;
}

function parse(text: string): Printed {
  return JSON.parse(text) as Printed;
}

describe.each(PLACES)('tasks, at %s', (place) => {
  it('lists what there is, as a table and as JSON', async () => {
    const taskId = await create('wait_for_finish');
    const table = await eventually('the task in the list', async () => {
      const listed = await run(place, 'list', '--limit', '1000');
      return listed.stdout.includes(taskId) ? listed : undefined;
    });
    const json = await run(place, 'list', '--limit', '1', '--json');

    expect(table.stdout).toMatch(/^TASK +STATUS +(TOOL +)?AGE +MESSAGE\n/);
    expect(table.stdout).toMatch(new RegExp(`${taskId}  working `));
    expect(table.code).toBe(0);
    expect(JSON.parse(json.stdout)).toMatchObject({ tasks: [{ status: expect.any(String) }] });
  });

  it('shows a task with its figures', async () => {
    const reports = [{ progress: 3, total: 12, message: 'third' }];
    const taskId = await create('report_all', { reports });
    const shown = await eventually('the report', async () => {
      const { stdout } = await run(place, 'get', taskId, '--json');
      const task = parse(stdout);
      return 'progress' in task ? task : undefined;
    });
    const { stdout, code } = await run(place, 'get', taskId);

    expect(code).toBe(0);
    expect(shown).toMatchObject({
      taskId,
      tool: 'report_all',
      status: 'working',
      progress: { progress: 3, total: 12 },
    });
    expect(stdout).toMatch(/^Progress +█████░{15} +25 % {2}3 of 12/m);
    expect(stdout).toMatch(/^Tool +report_all$/m);
  });

  it('prints nothing of a Workflow that a terminal would obey', async () => {
    const message = 'one\u001b[2J\u001b]0;title\u0007\u009b31mtwo\u202ethree\rfour\u0008';
    const taskId = await create('say_status', { message });
    await eventually('the status', async () => {
      const { stdout } = await run(place, 'get', taskId);
      return stdout.includes('two');
    });
    const { stdout } = await run(place, 'get', taskId);
    const json = await run(place, 'get', taskId, '--json');

    // eslint-disable-next-line no-control-regex -- what a terminal would obey
    const obeyed = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/;
    expect(stdout).not.toMatch(obeyed);
    expect(stdout).toContain('onetwothree four');
    expect(json.stdout).not.toMatch(obeyed);
    expect(parse(json.stdout)['statusMessage']).toBe(message);
  });

  it('watches a task to its result', async () => {
    const taskId = await create('wait_for_finish');
    const watching = start(place, 'watch', taskId);
    await watching.untilOutput(/^working/m);
    await signal(taskId, 'finish', { answer: 42 });
    const { code, stdout } = await watching.exited;

    expect(stdout).toMatch(/^completed\n\{"answer":42\}\n$/m);
    expect(code).toBe(0);
  });

  it('watches in lines of JSON, one for each change', async () => {
    const taskId = await create('wait_for_finish');
    const watching = start(place, 'watch', taskId, '--json');
    await watching.untilOutput(/"working"/);
    await signal(taskId, 'finish', 'done');
    const { code, stdout } = await watching.exited;
    const lines = stdout.trim().split('\n').map(parse);

    expect(lines.map(({ status }) => status)).toStrictEqual(['working', 'completed']);
    expect(lines.at(-1)).toMatchObject({
      taskId,
      outcome: { kind: 'result', result: { content: [{ type: 'text', text: 'done' }] } },
    });
    expect(code).toBe(0);
  });

  it.each([
    ['failing_job', /^completed, with an error as its result\n.+/m],
    ['protocol_error_job', /^failed\n.+\(-32603\)\n$/m],
  ])('ends with 3 where the task fails (%s)', async (tool, expected) => {
    const { code, stdout } = await run(place, 'watch', await create(tool));

    expect(stdout).toMatch(expected);
    expect(code).toBe(3);
  });

  it('leaves a task alone that is being watched at Ctrl-C, and says how to go on', async () => {
    const taskId = await create('wait_for_finish');
    const watching = start(place, 'watch', taskId);
    await watching.untilOutput(/^working/m);
    const { code, stdout } = await watching.end('SIGINT');

    expect(stdout).toMatch(
      new RegExp(
        `The task goes on. To watch it again:\n  temporal-mcp-tasks tasks watch ${taskId} --`,
      ),
    );
    expect(code).toBe(130);
    expect(parse((await run(place, 'get', taskId, '--json')).stdout).status).toBe('working');
  });

  it('ends with 5 where a task asks and nobody is there, and is answered by a command', async () => {
    const taskId = await createAsking();
    const watched = await run(place, 'watch', taskId);
    const { questions } = parse((await run(place, 'get', taskId, '--json')).stdout);
    const [key = ''] = Object.keys(questions as object);
    const waiting = start(place, 'watch', taskId, '--no-ask');
    await waiting.untilOutput(/Delete a\.txt\?/);
    const answered = await run(place, 'answer', taskId, '--content', '{"confirm":true}', '--json');

    expect(watched.code).toBe(5);
    expect(watched.stdout).toMatch(
      new RegExp(`tasks answer ${taskId} --.+ --key ${key} --content`),
    );
    expect(JSON.parse(answered.stdout)).toStrictEqual({
      taskId,
      key,
      response: { action: 'accept', content: { confirm: true } },
    });
    expect(await waiting.exited).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('Deleted a.txt.'),
    });
  });

  it('takes a declined question, and content from a file', async () => {
    const folder = await createTestFolder({ 'answer.json': '{"confirm": false}' });
    const declined = await createAsking();
    const read = await createAsking();
    await run(place, 'answer', declined, '--decline');
    await run(place, 'answer', read, '--content', `@${folder.path}/answer.json`);
    await folder.remove();

    expect((await run(place, 'watch', declined)).stdout).toMatch(/Did not delete a.txt: decline\./);
    expect((await run(place, 'watch', read)).stdout).toMatch(/Did not delete a.txt/);
  });

  it('answers nothing that was not asked, or not so', async () => {
    const taskId = await create('ask_by_contract', { requests: { one: yesOrNo, two: yesOrNo } });
    await untilStatus(servers().http, taskId, 'input_required');
    const answer = async (...args: string[]): Promise<CliExit> =>
      run(place, 'answer', taskId, ...args);

    expect(await answer('--decline')).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/more than one question: name one of one, two with --key/),
    });
    expect(await answer('--key', 'three', '--decline')).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/does not ask three now. It asks one, two\./),
    });
    expect(await answer('--key', 'one', '--content', '{"well":"yes"}')).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/- \/content\/well must be true or false/),
    });
    expect(await answer('--key', 'one', '--content', '[]')).toMatchObject({ code: 2 });
    expect(await answer('--key', 'one')).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/Well\?\n- well \(boolean; required\)/),
    });
    expect(parse((await run(place, 'get', taskId, '--json')).stdout)).toMatchObject({
      questions: { one: yesOrNo, two: yesOrNo },
    });
  });

  it('cancels a task once', async () => {
    const taskId = await create('wait_for_finish');
    const cancelled = await run(place, 'cancel', taskId);
    const watched = await run(place, 'watch', taskId);
    const again = await run(place, 'cancel', taskId);

    expect(cancelled).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/has been asked to stop/),
    });
    expect(watched.code).toBe(4);
    expect(again).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/has ended already \(cancelled\)/),
    });
  });

  it.each(['get', 'watch', 'cancel'])(
    'says of an unknown task that it is (%s)',
    async (command) => {
      const { code, stdout, stderr } = await run(place, command, 'nobodys-task');

      expect(stderr).toMatch(/^Task not found/);
      expect(stdout).toBe('');
      expect(code).toBe(1);
    },
  );
});

describe('tasks, wherever', () => {
  it('tells Workflows why they are cancelled, straight at Temporal alone', async () => {
    const taskId = await create('wait_for_finish');
    const refused = await run('a server', 'cancel', taskId, '--reason', 'too late');
    const taken = await run('Temporal', 'cancel', taskId, '--reason', 'too late');

    expect(refused).toMatchObject({ code: 2, stderr: expect.stringMatching(/--manifest/) });
    expect(taken.code).toBe(0);
  });

  it.each([
    [['get'], /missing required argument 'task'/],
    [['get', 'x', '--manifest', MANIFEST, '--url', 'http://127.0.0.1:1/mcp'], /keep one of them/],
    [['get', 'x', '--as', 'somebody.json'], /--as goes with --manifest/],
    [['get', 'x', '--url', 'mcp.example.com'], /--url takes the URL of an MCP server/],
    [['get', 'x', '--url', 'https://a:b@mcp.example.com/mcp'], /no user and password/],
    [['get', 'x', '--manifest', MANIFEST, '--as', 'a.json'], /asks for no tokens/],
    [['list', '--limit', '0'], /from 1 to 1000/],
    [['answer', 'x', '--accept', '--decline'], /cannot be used with/],
    [['look'], /unknown command 'look'/],
  ])('ends with 2 where it is used wrongly: %j', async (args, expected) => {
    const { code, stderr } = await runCli(['tasks', ...args], options());

    expect(stderr).toMatch(expected);
    expect(code).toBe(2);
  });

  it.each([
    ['nobody', 'http://127.0.0.1:9/mcp', /^Nobody answers at .+ Is the server running there\?/],
    ['another path', undefined, /^There is no MCP server at .+\/else \(HTTP 404\)/],
  ])('says what is wrong where there is %s', async (_what, url, expected) => {
    const there = url ?? new URL('/else', servers().url).href;
    const { code, stderr } = await runCli(['tasks', 'list', '--url', there], options());

    expect(stderr).toMatch(expected);
    expect(code).toBe(1);
  });
});
