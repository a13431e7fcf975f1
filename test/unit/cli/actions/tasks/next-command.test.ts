import { describe, expect, it } from '@jest/globals';

import { toNextCommand } from '../../../../../src/cli/actions/tasks/next-command.js';

describe('the command that goes on with a task', () => {
  it.each([
    [{}, 'temporal-mcp-tasks tasks watch a-1'],
    [
      { url: 'https://a.example/mcp?x=1&y=2', tokenFile: '/run/token' },
      "temporal-mcp-tasks tasks watch a-1 --url 'https://a.example/mcp?x=1&y=2' --token-file /run/token",
    ],
    [
      { manifest: ['a.yaml', "it's.yaml"], as: 'ada.json', namespace: 'n' },
      "temporal-mcp-tasks tasks watch a-1 --manifest a.yaml --manifest 'it'\\''s.yaml' --as ada.json --namespace n",
    ],
  ])('names the same place: %j', (flags, expected) => {
    expect(toNextCommand('watch', 'a-1', flags)).toBe(expected);
  });

  it('is one command, whatever the ID', () => {
    const command = toNextCommand('watch', '$(rm -rf ~)', {});
    expect(command).toBe("temporal-mcp-tasks tasks watch '$(rm -rf ~)'");
  });
});
