import { expect, it } from '@jest/globals';

import {
  readTranscript,
  record,
  toTranscript,
  writeTranscript,
} from '../../support/hosts/transcript.js';
import { withHostServer } from '../../support/hosts/with-host-server.js';
import { connectRawHttp } from '../../support/raw-mcp.js';

const given = withHostServer();

/** Set to write down what the server says, after a change of it. */
const isWriting = Boolean(process.env['WRITE_TRANSCRIPT']);

it('is in docs/hosts.md as the server speaks', async () => {
  // A revision without tasks.
  const host = connectRawHttp(given().url, '2025-06-18');
  const call = await record(
    host,
    'The host calls a tool that takes six seconds, which is answered within one second:',
    { name: 'compute', arguments: { seconds: 6, label: 'orbit' } },
  );
  const { structuredContent } = call.reply as { structuredContent: { taskId: string } };
  const ofTask = { task_id: structuredContent.taskId };
  const status = await record(host, 'The model looks how it stands:', {
    name: 'task_status',
    arguments: ofTask,
  });
  const result = await record(host, 'And waits for the result:', {
    name: 'task_result',
    arguments: { ...ofTask, after: '1-0' },
  });
  const transcript = toTranscript([call, status, result]);

  if (isWriting) await writeTranscript(transcript);
  expect(result.reply).toMatchObject({ structuredContent: { label: 'orbit', seconds: 6 } });
  expect(await readTranscript()).toBe(transcript);
});
