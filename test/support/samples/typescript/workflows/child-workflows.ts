/** Fan-out: starts a child for each name at once, and returns all results. */
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
