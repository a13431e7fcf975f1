/** Fan-out: one child a name, all at once, and their results together. */
import { executeChild, sleep } from '@temporalio/workflow';

export async function parentWorkflow(...names: string[]): Promise<string> {
  const responses = await Promise.all(
    names.map(async (name) => executeChild(childWorkflow, { args: [name] })),
  );
  return responses.join('\n');
}

export async function childWorkflow(name: string): Promise<string> {
  await sleep('1 second');
  return `I am a child named ${name}`;
}
