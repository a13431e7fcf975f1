import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';

import { describe, expect, it } from '@jest/globals';

import { withHostServer } from '../../support/hosts/with-host-server.js';
import { envelope, NO_EXTENSION } from '../../support/raw-mcp-2026.js';

const server = withHostServer();

/** All that comes for one call on a bare socket, in the pieces in which it comes. */
async function callOnSocket(url: string, name: string, input: object): Promise<string[]> {
  const { hostname, port, pathname, host } = new URL(url);
  const params = { name, arguments: input, _meta: envelope(NO_EXTENSION) };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
  const head = [
    `POST ${pathname} HTTP/1.1`,
    `Host: ${host}`,
    'Connection: close',
    'Content-Type: application/json',
    'Accept: application/json, text/event-stream',
    'MCP-Protocol-Version: 2026-07-28',
    'Mcp-Method: tools/call',
    `Mcp-Name: ${name}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
  ].join('\r\n');
  const pieces: string[] = [];
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(`${head}\r\n\r\n${body}`));
    socket.setEncoding('utf8');
    socket.on('data', (piece: string) => pieces.push(piece));
    socket.on('end', () => {
      resolve(pieces);
    });
    socket.on('error', reject);
  });
}

describe('the response headers of a call under 2026-07-28', () => {
  it('come before the Workflow has ended, also where that takes less than a second', async () => {
    const input = { seconds: 0.7, label: randomUUID() };
    const [first = '', ...rest] = await callOnSocket(server().url, 'compute_by_host', input);

    expect(first).toMatch(/^HTTP\/1\.1 200 OK\r\n/u);
    expect(first.toLowerCase()).toContain('content-type: text/event-stream');
    expect(first).not.toContain(input.label);
    expect(rest.join('')).toContain(input.label);
  });

  it('are those of one JSON body for what is refused before it starts', async () => {
    const pieces = await callOnSocket(server().url, 'compute_by_host', { seconds: 'x' });

    expect(pieces.join('').toLowerCase()).toContain('content-type: application/json');
  });
});
