import { describe, expect, it } from '@jest/globals';

import { type DeskFlags, openDesk } from '../../../../../src/cli/tasks/desk/open-desk.js';

const TOKEN = 'TEMPORAL_MCP_TASKS_TOKEN';

describe('where tasks are looked for', () => {
  it.each<[DeskFlags, NodeJS.ProcessEnv, RegExp]>([
    [{ url: 'http://127.0.0.1/mcp', manifest: ['a.yaml'] }, {}, /--url is for a server/],
    [{ tokenFile: 'a', manifest: ['a.yaml'] }, {}, /--token-file is for a server/],
    [{ dataConverter: 'a.js' }, {}, /--data-converter goes with --manifest/],
    [{ url: 'file:///etc' }, {}, /takes the URL of an MCP server/],
    [{}, { TEMPORAL_MCP_TASKS_URL: 'nowhere' }, /takes the URL of an MCP server/],
    [{ url: 'http://a.example/mcp' }, { [TOKEN]: 'abc' }, /A token goes over https/],
    [{}, { [TOKEN]: 'a b' }, /to be the access token is none/],
    [{ tokenFile: '/nowhere' }, {}, /--token-file has to name a file .+ \(ENOENT\)/],
    [{}, { [TOKEN]: 'a', [`${TOKEN}_FILE`]: 'b' }, /are both set/],
  ])('is said to be nowhere: %j %j', async (flags, environment, expected) => {
    await expect(openDesk(flags, environment)).rejects.toThrow(expected);
  });

  it('never repeats what may be a token', async () => {
    const opening = openDesk({}, { [TOKEN]: 'secret token' });

    await expect(opening).rejects.not.toThrow(/secret/);
  });
});
