/** What every host does with the tools of host-manifest.yaml, as a model that reads only text would have it do. */
import { randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';

/** What a model is shown of a result; an error where the tool says that it failed. */
export function toText({ content, isError }) {
  const text = content.map((part) => part.text ?? '').join('');
  if (isError) throw new Error(text);
  return text;
}

/** A call, whatever becomes of it, and how long it took in seconds. */
async function timed(call, name, args) {
  const start = performance.now();
  const said = await Promise.resolve()
    .then(async () => call(name, args))
    .then(
      (text) => ({ text }),
      // What a host makes of a failure is its own to say.
      (error) => ({ error: `${error.name}: ${error.message}` }),
    );
  return { ...said, seconds: (performance.now() - start) / 1000 };
}

/** A text that may stand inside JSON, as a model reads it. */
function unquoted(text) {
  return text.replaceAll('\\"', '"');
}

/** Goes on as a handle says, until it is another result. Ends at once where there was no handle. */
async function follow(call, handle) {
  const replies = [handle];
  for (;;) {
    const found = /call (\w+) with (\{.*?\})/.exec(unquoted(replies.at(-1).text ?? ''));
    if (!found || replies.length > 10) return replies;
    replies.push(await timed(call, found[1], JSON.parse(found[2])));
  }
}

/** What somebody is told of a task of their own, of somebody else's, and of none. A token that is none ends it sooner. */
async function lookAround(connect, { url, unknown }, { token, own, foreign }) {
  const host = {};
  const connected = await timed(async () => {
    Object.assign(host, await connect(url, { Authorization: `Bearer ${token}` }));
    return (await host.listTools()).join(' ');
  });
  const look = async (task_id) => timed(host.call, 'task_status', { task_id });
  const report = { connected };
  if (own !== undefined) {
    Object.assign(report, { own: await look(own), foreign: await look(foreign) });
    report.unknown = await look(unknown);
  }
  await host.close?.();
  return report;
}

/** Runs all of it in turn with the host that `connect` makes for a server's URL, and prints what came of it. */
export async function main(connect) {
  const { listTools, call, close } = await connect(process.argv[2], {});
  // A call with the arguments of another one may join it.
  const mine = randomUUID();
  const slow = { seconds: 2, label: `slow ${mine}` };
  const report = {
    tools: await listTools(),
    quick: await timed(call, 'greet', { name: 'Ada' }),
    slow: await follow(call, await timed(call, 'compute', slow)),
    question: await timed(call, 'confirm_delete', { filename: `${mine}.txt` }),
  };
  await close();
  const shared = JSON.parse(process.argv[4]);
  report.people = [];
  for (const one of shared.people) report.people.push(await lookAround(connect, shared, one));
  process.stdout.write(`${JSON.stringify(report)}\n`);
  // Hosts leave sockets and timers behind that keep Node up.
  process.exit();
}
