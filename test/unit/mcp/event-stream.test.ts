import { afterEach, describe, expect, it, jest } from '@jest/globals';

import { EventStream } from '../../../src/mcp/event-stream.js';

async function textOf({ reply }: EventStream): Promise<string> {
  return new Response(reply.body).text();
}

afterEach(() => {
  jest.useRealTimers();
});

describe('the stream of an answer', () => {
  it('sends each message as an event, and ends after the last', async () => {
    const stream = new EventStream();

    void stream.send({ method: 'notifications/progress' });
    void stream.send({ id: 1, result: {} });
    stream.close();

    expect(stream.reply.headers).toMatchObject({ 'content-type': 'text/event-stream' });
    expect(await textOf(stream)).toBe(
      'event: message\ndata: {"jsonrpc":"2.0","method":"notifications/progress"}\n\n' +
        'event: message\ndata: {"jsonrpc":"2.0","id":1,"result":{}}\n\n',
    );
  });

  it('sends a comment every 15 s for as long as it stands', async () => {
    jest.useFakeTimers();
    const stream = new EventStream();

    jest.advanceTimersByTime(30_000);
    stream.close();
    jest.advanceTimersByTime(30_000);

    expect(jest.getTimerCount()).toBe(0);
    expect(await textOf(stream)).toBe(': keepalive\n\n: keepalive\n\n');
  });

  it('forgets what is sent when nobody reads it any more', async () => {
    jest.useFakeTimers();
    const stream = new EventStream();

    await new Response(stream.reply.body).body?.cancel();
    void stream.send({ id: 1, result: {} });
    stream.close();

    expect(jest.getTimerCount()).toBe(0);
  });
});
