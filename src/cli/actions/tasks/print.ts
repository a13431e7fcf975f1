import { toCleanJson } from '../../../app/config/clean-text.js';

const INDENT = 2;

/** Prints lines for people. */
export function printLines(lines: readonly string[]): void {
  for (const line of lines) process.stdout.write(`${line}\n`);
}

/** Prints one JSON document. */
export function printJson(value: unknown): void {
  process.stdout.write(`${toCleanJson(value, INDENT)}\n`);
}
