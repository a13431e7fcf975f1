import { describe, expect, it } from '@jest/globals';

import type { Asked } from '../../../../src/cli/tasks/ask-question.js';
import type { DeskTask } from '../../../../src/cli/tasks/desk/desk-task.js';
import { Prompter } from '../../../../src/cli/tasks/prompter.js';

const request = { method: 'elicitation/create', params: { message: 'Well?' } } as const;
const at = '2026-11-22T10:00:00.000Z';

function asking(...keys: readonly string[]): DeskTask {
  const questions = Object.fromEntries(keys.map((key) => [key, request]));
  return { taskId: 'a', status: 'working', createdAt: at, lastUpdatedAt: at, questions };
}

/** A person who says what they are told to, when they are told to. */
function createPerson(answer: () => Promise<void> = async () => Promise.resolve()) {
  const log: string[] = [];
  const waiting: ((asked: Asked) => void)[] = [];
  const prompter = new Prompter({
    ask: async (_request, signal) =>
      new Promise((resolve) => {
        waiting.push(resolve);
        signal.addEventListener('abort', () => {
          resolve({ kind: 'ended' });
        });
      }),
    answer: async (key, response) => {
      log.push(`${key} ${JSON.stringify(response)}`);
      await answer();
    },
    onScreen: (isTaken) => log.push(isTaken ? 'taken' : 'free'),
    say: (text) => log.push(text),
    onEnough: () => log.push('enough'),
  });
  const says = async (asked: Asked): Promise<void> => {
    waiting.shift()?.(asked);
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { prompter, log, says };
}

const decline: Asked = { kind: 'answered', response: { action: 'decline' } };

describe('a person who watches a task', () => {
  it('is asked one question at a time, and each once', async () => {
    const { prompter, log, says } = createPerson();
    prompter.update(asking('one', 'two'));
    prompter.update(asking('one', 'two'));
    await says(decline);
    await says({ kind: 'left' });
    prompter.update(asking('two'));

    expect(log).toStrictEqual([
      ...['taken', 'free', 'one {"action":"decline"}'],
      ...['taken', 'free', 'two stays open.'],
    ]);
  });

  it('is no longer asked what is no longer open', async () => {
    const { prompter, log } = createPerson();
    prompter.update(asking('one'));
    prompter.update(asking());
    await prompter.end();

    expect(log).toStrictEqual(['taken', 'free', expect.stringMatching(/^one is no longer asked/)]);
  });

  it('is told when an answer was not taken, and may have had enough', async () => {
    const { prompter, log, says } = createPerson(async () =>
      Promise.reject(new Error('Too late.')),
    );
    prompter.update(asking('one', 'two'));
    await says(decline);
    await says({ kind: 'ended' });

    expect(log).toContain('one could not be answered: Too late.');
    expect(log.at(-1)).toBe('enough');
  });
});
