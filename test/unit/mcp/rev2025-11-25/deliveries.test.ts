import { describe, expect, it } from '@jest/globals';

import {
  type Carrier,
  Deliveries,
  deliveriesOf,
  toQuestion,
} from '../../../../src/mcp/rev2025-11-25/deliveries.js';
import { FakeTasks } from '../../../support/fake-tasks.js';

/** A stream that notes what it is told. */
class NotingCarrier implements Carrier {
  readonly told: string[] = [];

  readonly isAwaiting: boolean;
  readonly session: string;

  constructor(isAwaiting = true, session = 'session-1') {
    this.isAwaiting = isAwaiting;
    this.session = session;
  }

  async askAgain(question: string, hint: string): Promise<void> {
    this.told.push(`ask ${question}: ${hint}`);
    return Promise.resolve();
  }

  async fetchAgain(question: string): Promise<void> {
    this.told.push(`fetch ${question}`);
    return Promise.resolve();
  }

  settle(question: string): void {
    this.told.push(`settle ${question}`);
  }

  takeOver(question: string): void {
    this.told.push(`take over ${question}`);
  }
}

const QUESTION = toQuestion('task-1', 'i1');

describe('a question', () => {
  it('is carried by the stream that claims it first', () => {
    const deliveries = new Deliveries();
    const [one, other] = [new NotingCarrier(), new NotingCarrier()];

    expect(deliveries.claim(QUESTION, one)).toBe(true);
    expect(deliveries.claim(QUESTION, one)).toBe(true);
    expect(deliveries.claim(QUESTION, other)).toBe(false);
    expect(deliveries.claim(toQuestion('task-1', 'i2'), other)).toBe(true);
    expect(deliveries.claim(toQuestion('task-2', 'i1'), other)).toBe(true);
    expect(deliveries.isCarried(QUESTION)).toBe(true);
  });

  it('is carried too by a stream that waits for its task, where another client was only offered it', () => {
    const deliveries = new Deliveries();
    const offered = new NotingCarrier(false, 'session-1');

    expect(deliveries.claim(QUESTION, offered)).toBe(true);
    expect(deliveries.claim(QUESTION, new NotingCarrier(true, 'session-1'))).toBe(false);
    expect(deliveries.claim(QUESTION, new NotingCarrier(false, 'session-2'))).toBe(false);
    expect(deliveries.claim(QUESTION, new NotingCarrier(true, 'session-2'))).toBe(true);
  });

  it('goes on to another stream when the client that was offered it declines', () => {
    const deliveries = new Deliveries();
    const [offered, other] = [new NotingCarrier(false), new NotingCarrier()];
    deliveries.claim(QUESTION, offered);
    deliveries.claim(QUESTION, other);
    deliveries.decline(QUESTION);

    expect(other.told).toStrictEqual([`take over ${QUESTION}`]);
    expect(deliveries.claim(QUESTION, other)).toBe(true);
    deliveries.decline(QUESTION);
    expect(deliveries.isCarried(QUESTION)).toBe(true);
  });

  it('is free when its stream lets go of it', () => {
    const deliveries = new Deliveries();
    const [one, other] = [new NotingCarrier(), new NotingCarrier()];
    deliveries.claim(QUESTION, one);
    deliveries.release(QUESTION, one);

    expect(deliveries.isCarried(QUESTION)).toBe(false);
    expect(deliveries.claim(QUESTION, other)).toBe(true);
  });

  it('stays with its stream when another one lets go of it', () => {
    const deliveries = new Deliveries();
    const [one, other] = [new NotingCarrier(), new NotingCarrier()];
    deliveries.claim(QUESTION, one);
    deliveries.release(QUESTION, other);

    expect(deliveries.claim(QUESTION, other)).toBe(false);
  });

  it('is offered to all that wait for it, of which one gets it', () => {
    const deliveries = new Deliveries();
    const [one, second, third] = [new NotingCarrier(), new NotingCarrier(), new NotingCarrier()];
    deliveries.claim(QUESTION, one);
    deliveries.claim(QUESTION, second);
    deliveries.claim(QUESTION, third);
    deliveries.release(QUESTION, one);

    expect([second.told, third.told]).toStrictEqual([
      [`take over ${QUESTION}`],
      [`take over ${QUESTION}`],
    ]);
    expect(deliveries.claim(QUESTION, second)).toBe(true);
    expect(deliveries.claim(QUESTION, third)).toBe(false);
    deliveries.release(QUESTION, second);
    expect(third.told).toHaveLength(2);
    expect(one.told).toStrictEqual([]);
  });

  it('is not offered to a stream that has ended', () => {
    const deliveries = new Deliveries();
    const [one, other] = [new NotingCarrier(), new NotingCarrier()];
    deliveries.claim(QUESTION, one);
    deliveries.claim(QUESTION, other);
    deliveries.release(QUESTION, other);
    deliveries.release(QUESTION, one);

    expect(other.told).toStrictEqual([]);
  });

  it('is asked again on the stream that carries it, and nowhere else', async () => {
    const deliveries = new Deliveries();
    const [one, other] = [new NotingCarrier(), new NotingCarrier()];
    deliveries.claim(QUESTION, one);
    deliveries.claim(QUESTION, other);
    await deliveries.askAgain(QUESTION, 'session', 'too short');
    await deliveries.askAgain(toQuestion('task-9', 'i1'), 'session', 'nobody carries it');

    expect(one.told).toStrictEqual([`ask ${QUESTION}: too short`]);
    expect(other.told).toStrictEqual([]);
  });
});

describe('progress', () => {
  it('advances only', () => {
    const deliveries = new Deliveries();
    const reports = [0, 0, 3, 2, 3, 3.5, -1, 4];

    expect(reports.map((progress) => deliveries.advance('task-1', 'one', progress))).toStrictEqual([
      true,
      false,
      true,
      false,
      false,
      true,
      false,
      true,
    ]);
  });

  it('may begin below zero, and is each task’s and session’s own', () => {
    const deliveries = new Deliveries();

    expect(deliveries.advance('task-1', 'one', -5)).toBe(true);
    expect(deliveries.advance('task-1', 'one', 7)).toBe(true);
    expect(deliveries.advance('task-2', 'one', 1)).toBe(true);
    expect(deliveries.advance('task-1', 'other', 1)).toBe(true);
  });
});

describe('deliveriesOf', () => {
  it('is one for the same tasks, and another for others', () => {
    const tasks = new FakeTasks();

    expect(deliveriesOf(tasks)).toBe(deliveriesOf(tasks));
    expect(deliveriesOf(tasks)).not.toBe(deliveriesOf(new FakeTasks()));
  });
});
