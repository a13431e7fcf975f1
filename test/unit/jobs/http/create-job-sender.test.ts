import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { afterEach, describe, expect, it } from '@jest/globals';

import type { JobAccess } from '../../../../src/core/job/job-access.js';
import type { JobReply, PreparedRequest } from '../../../../src/core/job/job-reply.js';
import {
  createJobSender,
  type JobSenderOptions,
} from '../../../../src/jobs/http/create-job-sender.js';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function listen(listener: RequestListener) {
  const seen: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    seen.push(request);
    listener(request, response);
  });
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen };
}

const environment: Readonly<Record<string, string>> = { TOKEN: 'token-of-the-tests' };

async function send(
  access: Partial<JobAccess> & Pick<JobAccess, 'origin'>,
  request: Partial<PreparedRequest> = {},
  options: Partial<JobSenderOptions> = {},
): Promise<JobReply> {
  const whole: JobAccess = {
    credentials: { kind: 'bearer', token: 'TOKEN' },
    otherOrigins: [],
    internalAddresses: true,
    callsPerMinute: 60,
    ...access,
  };
  const sender = createJobSender({
    accessOf: () => whole,
    readSecret: (name) => environment[name],
    ...options,
  });
  return sender({
    tool: 'deploy',
    method: 'GET',
    url: `${access.origin}/`,
    headers: {},
    ...request,
  });
}

describe('createJobSender', () => {
  it('calls the origin of a job with its credentials, and parses the reply', async () => {
    const { origin, seen } = await listen((_request, response) => {
      response.writeHead(202, { Location: 'jobs/7?a=%20' }).end('{"id":12345678901234567890}');
    });

    expect(await send({ origin }, { url: `${origin}/all/` })).toStrictEqual({
      status: 202,
      headers: expect.objectContaining({ location: `${origin}/all/jobs/7?a=%20` }),
      body: { id: 12345678901234567890n },
      isText: false,
      isTooLarge: false,
    });
    expect(seen[0]?.headers).toMatchObject({
      accept: 'application/json',
      authorization: 'Bearer token-of-the-tests',
      'user-agent': 'temporal-mcp-tasks',
    });
  });
});
