import { expect, it } from '@jest/globals';

import { readTranscript, toTranscript, writeTranscript } from '../../support/hosts/transcript.js';
import { withHostServer } from '../../support/hosts/with-host-server.js';
import { connectRawHttp } from '../../support/raw-mcp.js';

const given = withHostServer();

/** Set to write down what the server says, after a change of it. */
const isWriting = Boolean(process.env['WRITE_TRANSCRIPT']);

it('is in docs/hosts.md as the server speaks', async () => {
  // A revision without tasks.
  const host = connectRawHttp(given().url, '2025-06-18');
  const call = { name: 'compute', arguments: { seconds: 6, label: 'orbit' } };
  const { result: handle } = await host.request('tools/call', call);
  const { content, structuredContent } = handle as {
    content: [{ text: string }];
    structuredContent: { taskId: string };
  };
  const { result } = await host.request('tools/call', {
    name: 'task_result',
    arguments: { task_id: structuredContent.taskId, after: '1-0' },
  });
  const transcript = toTranscript(content[0].text);

  if (isWriting) await writeTranscript(transcript);
  expect(result).toMatchObject({ structuredContent: { label: 'orbit', seconds: 6 } });
  expect(await readTranscript()).toBe(transcript);
});
