import { mkdtempSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

import { openOutputFile } from '../../../../src/cli/local-temporal/output-file.js';

let directory: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'output-file-'));
});

afterEach(() => {
  rmSync(directory, { recursive: true, force: true });
});

describe('openOutputFile', () => {
  it('leaves out the stack trace of a Go program', () => {
    const file = openOutputFile();
    writeSync(
      file.descriptor,
      'panic: nil\n\ngoroutine 1 [running]:\nmain.main()\n\t/main.go:18\n',
    );

    expect(file.readLastLines(9)).toBe('panic: nil');
    file.close();
  });

  it('appends to a named file, and reads what came since', () => {
    const path = join(directory, 'made', 'log.txt');
    openOutputFile(path).close();
    writeFileSync(path, 'old\n');
    const file = openOutputFile(path);
    writeSync(file.descriptor, 'new\n');

    expect(file.readLastLines(5)).toBe('new');
    expect(readFileSync(path, 'utf8')).toBe('old\nnew\n');
    file.close();
  });
});
