import { readFileSync } from 'node:fs';

import { expect, it } from '@jest/globals';

import { HOST_ENTRIES, HOST_NAMES } from '../../../src/cli/host-entries.js';
import { DEFAULT_URL } from '../../../src/cli/options.js';

const page = readFileSync(new URL('../../../docs/connect-a-host.md', import.meta.url), 'utf8');
const withoutBlanks = (text: string): string => text.replace(/\s+/g, '');

it.each(HOST_NAMES.filter((host) => host !== 'claude-desktop'))(
  'the entry of %s is the one on the page about hosts',
  (host) => {
    const entry = HOST_ENTRIES[host]('orders', { url: DEFAULT_URL });

    const text = entry && ('run' in entry ? entry.run.join(' ') : entry.text);
    expect(withoutBlanks(page)).toContain(withoutBlanks(text ?? 'no entry'));
  },
);
