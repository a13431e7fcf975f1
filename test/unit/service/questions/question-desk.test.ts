import { describe, expect, it } from '@jest/globals';

import {
  type Carrier,
  QuestionDesk,
  toQuestion,
} from '../../../../src/service/questions/question-desk.js';

/** A question on a stream that notes what it is told. */
class NotingCarrier implements Carrier {
  readonly told: string[] = [];

  readonly isWaiting: boolean;
  readonly session: string;

  constructor(isWaiting = true, session = 'session-1') {
    this.isWaiting = isWaiting;
    this.session = session;
  }

  freed(): void {
    this.told.push('freed');
  }

  async respond(): Promise<void> {
    this.told.push('respond');
    return Promise.resolve();
  }

  async decline(): Promise<void> {
    this.told.push('decline');
    return Promise.resolve();
  }

  async fail(): Promise<boolean> {
    this.told.push('fail');
    return Promise.resolve(false);
  }

  async askAgain(hint: string): Promise<void> {
    this.told.push(`ask again: ${hint}`);
    return Promise.resolve();
  }

  async fetchAgain(): Promise<void> {
    this.told.push('fetch again');
    return Promise.resolve();
  }
}

const QUESTION = toQuestion('task-1', 'i1');

describe('a question', () => {
  it('is declined on a stream that does not wait for its task, and on no other one', async () => {
    const desk = new QuestionDesk();
    const [offered, awaiting] = [new NotingCarrier(false), new NotingCarrier(true, 'session-2')];
    desk.claim(QUESTION, offered);
    await desk.decline(QUESTION);
    desk.claim(QUESTION, awaiting);
    await desk.decline(QUESTION);

    expect([offered.told, awaiting.told]).toStrictEqual([['decline'], []]);
  });

  it('is responded to on the stream that carries it, by a client of the same session', async () => {
    const desk = new QuestionDesk();
    const one = new NotingCarrier();
    desk.claim(QUESTION, one);
    await desk.respond(QUESTION, 'session-2');
    await desk.respond(QUESTION, 'session-1');

    expect(one.told).toStrictEqual(['respond']);
  });

  it('stays with its stream when another one lets go of it', () => {
    const desk = new QuestionDesk();
    const [one, other] = [new NotingCarrier(), new NotingCarrier()];
    desk.claim(QUESTION, one);
    desk.release(QUESTION, other);

    expect(desk.claim(QUESTION, other)).toBe(false);
  });

  it('is offered to all that wait for it, of which one gets it', () => {
    const desk = new QuestionDesk();
    const [one, second, third] = [new NotingCarrier(), new NotingCarrier(), new NotingCarrier()];
    desk.claim(QUESTION, one);
    desk.claim(QUESTION, second);
    desk.claim(QUESTION, third);
    desk.release(QUESTION, one);

    expect([second.told, third.told]).toStrictEqual([['freed'], ['freed']]);
    expect(desk.claim(QUESTION, second)).toBe(true);
    expect(desk.claim(QUESTION, third)).toBe(false);
    desk.release(QUESTION, second);
    expect(third.told).toHaveLength(2);
    expect(one.told).toStrictEqual([]);
  });
});
