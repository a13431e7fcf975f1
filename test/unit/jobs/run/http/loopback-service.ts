/** Services of jobs on loopback, and calls to them. */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';

import type { ServiceAccess } from '../../../../../src/jobs/contract/job-access.js';
import type { PreparedRequest, SendForJob } from '../../../../../src/jobs/contract/job-reply.js';
import {
  createJobSender,
  type JobSenderOptions,
} from '../../../../../src/jobs/run/http/create-job-sender.js';
import type { Certificate } from '../../../../support/make-certificate.js';

export interface SeenRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface JobService {
  readonly origin: string;
  readonly port: number;
  /** Complete requests, in their order. */
  readonly seen: readonly SeenRequest[];
}

export type Answer = (response: ServerResponse, request: SeenRequest) => void;

const closers: (() => void)[] = [];

/** Ends all services that a test has started. */
export function stopJobServices(): void {
  for (const close of closers.splice(0)) close();
}

export async function startJobService(
  answer: Answer,
  { host = '127.0.0.1', certificate }: { host?: string; certificate?: Certificate } = {},
): Promise<JobService> {
  const seen: SeenRequest[] = [];
  const server = certificate ? createTlsServer(certificate) : createServer();
  server.on('request', (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      const one = { method, url, headers, body: Buffer.concat(chunks).toString() };
      seen.push(one);
      answer(response, one);
    });
  });
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  server.listen(0, host);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { origin: `${certificate ? 'https' : 'http'}://${host}:${port}`, port, seen };
}

export type TestAccess = Partial<ServiceAccess> & Pick<ServiceAccess, 'origin'>;

/** A sender for one tool: without credentials and with private networks, unless the access says otherwise. */
export function createTestSender(
  access: TestAccess,
  options: Partial<JobSenderOptions> = {},
): (request?: Partial<PreparedRequest>) => ReturnType<SendForJob> {
  const send = createJobSender({
    accessOf: () => ({
      credentials: { kind: 'none' },
      otherOrigins: [],
      internalAddresses: true,
      ...access,
    }),
    readSecret: () => undefined,
    ...options,
  });
  return async (request) =>
    send({ tool: 'deploy', method: 'GET', url: `${access.origin}/`, headers: {}, ...request });
}
