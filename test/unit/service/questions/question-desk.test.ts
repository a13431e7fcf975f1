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
  it('is carried by the stream that claims it first', () => {
    const desk = new QuestionDesk();
    const [one, other] = [new NotingCarrier(), new NotingCarrier()];

    expect(desk.claim(QUESTION, one)).toBe(true);
    expect(desk.claim(QUESTION, one)).toBe(true);
    expect(desk.claim(QUESTION, other)).toBe(false);
    expect(desk.claim(toQuestion('task-1', 'i2'), other)).toBe(true);
    expect(desk.claim(toQuestion('task-2', 'i1'), other)).toBe(true);
  });

  it('is carried too by a stream that waits for its task, where another client was only offered it', () => {
    const desk = new QuestionDesk();
    const offered = new NotingCarrier(false, 'session-1');

    expect(desk.claim(QUESTION, offered)).toBe(true);
    expect(desk.claim(QUESTION, new NotingCarrier(true, 'session-1'))).toBe(false);
    expect(desk.claim(QUESTION, new NotingCarrier(false, 'session-2'))).toBe(false);
    expect(desk.claim(QUESTION, new NotingCarrier(true, 'session-2'))).toBe(true);
  });

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

  it('stays open after an error where no stream of this process carries it', async () => {
    const desk = new QuestionDesk();
    const one = new NotingCarrier();

    expect(await desk.fail(QUESTION)).toBe(true);
    desk.claim(QUESTION, one);
    expect(await desk.fail(QUESTION)).toBe(false);
    expect(one.told).toStrictEqual(['fail']);
  });

  it('is free when its stream lets go of it', () => {
    const desk = new QuestionDesk();
    const [one, other] = [new NotingCarrier(), new NotingCarrier()];
    desk.claim(QUESTION, one);
    desk.release(QUESTION, one);

    expect(desk.claim(QUESTION, other)).toBe(true);
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

  it('is not offered to a stream that has ended', () => {
    const desk = new QuestionDesk();
    const [one, other] = [new NotingCarrier(), new NotingCarrier()];
    desk.claim(QUESTION, one);
    desk.claim(QUESTION, other);
    desk.release(QUESTION, other);
    desk.release(QUESTION, one);

    expect(other.told).toStrictEqual([]);
  });

  it('is asked again on the stream that carries it, and nowhere else', async () => {
    const desk = new QuestionDesk();
    const [one, other] = [new NotingCarrier(), new NotingCarrier()];
    desk.claim(QUESTION, one);
    desk.claim(QUESTION, other);
    await desk.askAgain(QUESTION, 'too short');
    await desk.fetchAgain(QUESTION);
    await desk.askAgain(toQuestion('task-9', 'i1'), 'nobody carries it');

    expect(one.told).toStrictEqual(['ask again: too short', 'fetch again']);
    expect(other.told).toStrictEqual([]);
  });
});
