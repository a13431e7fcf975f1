/** Scenarios of every host with the tools of host-manifest.yaml, for a model that reads only text. */
import { randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';

/** Returns the text of a result that a model sees. Throws it if the tool reports a failure. */
export function toText({ content, isError }) {
  const text = content.map((part) => part.text ?? '').join('');
  if (isError) throw new Error(text);
  return text;
}

/** Makes a call, and returns its text or error with its duration in seconds. */
async function timed(call, name, args) {
  const start = performance.now();
  const said = await Promise.resolve()
    .then(async () => call(name, args))
    .then(
      (text) => ({ text }),
      // Each host words its errors in its own way.
      (error) => ({ error: `${error.name}: ${error.message}` }),
    );
  return { ...said, seconds: (performance.now() - start) / 1000 };
}

/** Removes the escapes of a text inside JSON, as a model reads it. */
function unquoted(text) {
  return text.replaceAll('\\"', '"');
}

/** Makes the calls that a handle asks for, until a result has no handle. */
async function follow(call, handle) {
  const replies = [handle];
  for (;;) {
    const found = /\bcall (\w+) with (\{.*?\})/i.exec(unquoted(replies.at(-1).text ?? ''));
    if (!found || replies.length > 10) return replies;
    replies.push(await timed(call, found[1], JSON.parse(found[2])));
  }
}

/** Reads a person's own task, another person's and an unknown one. An invalid token ends it at the connection. */
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

/** Runs the scenarios with the host that `connect` makes for a server's URL, and prints the report. */
export async function main(connect) {
  const { listTools, call, close } = await connect(process.argv[2], {});
  // A call with the arguments of another call may join it.
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
  // Hosts leave sockets and timers behind, which keep Node running.
  process.exit();
}
