import { describe, expect, it } from '@jest/globals';
import { Command, CommanderError, InvalidArgumentError } from 'commander';

import {
  addHttpFlags,
  addManifestFlag,
  addTemporalFlags,
  parsePort,
  toTemporalOptions,
} from '../../../src/cli/options.js';

function parse(command: Command, ...flags: string[]): Record<string, unknown> {
  const quiet = command.exitOverride().configureOutput({ writeErr: () => undefined });
  return quiet.parse(flags, { from: 'user' }).opts();
}

describe('parsePort', () => {
  it.each([
    ['0', 0],
    ['1', 1],
    ['7400', 7400],
    ['65535', 65_535],
  ])('reads %s', (text, expected) => {
    expect(parsePort(text)).toBe(expected);
  });

  it.each([
    '',
    ' ',
    '-1',
    '65536',
    '1e3',
    '0x50',
    '80.5',
    '80 ',
    'http',
    '٨٠',
    '99999999999999999999',
  ])('refuses "%s"', (text) => {
    expect(() => parsePort(text)).toThrow(InvalidArgumentError);
  });
});

describe('addHttpFlags', () => {
  it('listens on this machine only unless told otherwise', () => {
    expect(parse(addHttpFlags(new Command()))).toEqual({
      port: 7400,
      host: '127.0.0.1',
      drainTime: 10_000,
    });
  });

  it('takes lists of hosts and origins', () => {
    const flags = [
      '--port',
      '0',
      '--host',
      '::',
      '--allowed-hosts',
      'a',
      '--allowed-hosts',
      'b',
      '--allowed-origins',
      'c',
      '--drain-time',
      '1 minute',
    ];

    expect(parse(addHttpFlags(new Command()), ...flags)).toEqual({
      port: 0,
      host: '::',
      allowedHosts: ['a', 'b'],
      allowedOrigins: ['c'],
      drainTime: 60_000,
    });
  });

  it('says what a duration is', () => {
    expect(() => parse(addHttpFlags(new Command()), '--drain-time', 'long')).toThrow(
      /"long" is not a duration: write "500ms", "30s"/,
    );
  });

  it('says what a port is', () => {
    expect(() => parse(addHttpFlags(new Command()), '--port', 'http')).toThrow(
      /A port is a number from 0 to 65535/,
    );
    expect(() => parse(addHttpFlags(new Command()), '--port', 'http')).toThrow(CommanderError);
  });
});

describe('addManifestFlag', () => {
  it.each([
    [[], ['mcp-tasks.yaml']],
    [['--manifest', 'tools.js'], ['tools.js']],
    [
      ['--manifest', 'a.yaml', '--manifest', 'teams'],
      ['a.yaml', 'teams'],
    ],
  ])('with %j, names %j', (flags, expected) => {
    expect(parse(addManifestFlag(new Command()), ...flags)).toEqual({ manifest: expected });
  });
});

describe('toTemporalOptions', () => {
  it('leaves out what is not said, so that the environment decides', () => {
    expect(toTemporalOptions(parse(addTemporalFlags(new Command())))).toEqual({});
  });

  it('takes what is said', () => {
    const flags = [
      '--profile',
      'p',
      '--address',
      'a:1',
      '--namespace',
      'n',
      '--data-converter',
      'd.js',
    ];

    expect(toTemporalOptions(parse(addTemporalFlags(new Command()), ...flags))).toEqual({
      profile: 'p',
      address: 'a:1',
      namespace: 'n',
      dataConverterPath: 'd.js',
    });
  });
});
