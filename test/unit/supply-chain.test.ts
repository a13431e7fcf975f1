/** The packages that come with this one: their install scripts, their licences, and the list of them. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { describe, expect, it } from '@jest/globals';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { judgeAudit } = (await import(
  new URL('../../scripts/judge-audit.mjs', import.meta.url).href
)) as {
  readonly judgeAudit: (output: string) => {
    readonly verdict: string;
    readonly lines: readonly string[];
  };
};

interface LockedPackage {
  readonly version?: string;
  readonly license?: string;
  readonly integrity?: string;
  readonly resolved?: string;
  readonly dev?: boolean;
  readonly link?: boolean;
  readonly hasInstallScript?: boolean;
}

interface PackageJson {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly publishConfig?: Readonly<Record<string, unknown>>;
}

function read(name: string): string {
  return readFileSync(`${root}${name}`, 'utf8');
}

const { packages } = JSON.parse(read('package-lock.json')) as {
  readonly packages: Readonly<Record<string, LockedPackage>>;
};
const manifest = JSON.parse(read('package.json')) as PackageJson;
/** The folders of this repository's own packages: the root, and those to which links lead. */
const ownFolders = new Set([
  '',
  ...Object.values(packages).flatMap(({ link, resolved }) => (link ? (resolved ?? []) : [])),
]);
const locked = Object.entries(packages).filter(
  ([path, { link }]) => !link && !ownFolders.has(path),
);

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
}

/** Packages with install scripts, and the reason for each. The scripts are optional: `--ignore-scripts` works. */
const INSTALL_SCRIPTS: Readonly<Record<string, string>> = {
  '@swc/core': 'looks whether its binary for this platform is there; of the Worker, which bundles',
  protobufjs: 'warns of version ranges that are written in an unusual way',
  esbuild: 'puts its binary in the place of its script; for developers',
  '@parcel/watcher': 'builds itself where there is no binary; for developers',
  'unrs-resolver': 'looks whether its binary for this platform is there; for developers',
};

/** Licences that require only a notice, or the source of the files that they cover. */
const LICENCES: readonly string[] = [
  ...['MIT', 'ISC', '0BSD', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', 'BlueOak-1.0.0'],
  ...['Unlicense', 'CC0-1.0'],
  // For @jmespath-community/jmespath, which is used unchanged.
  'MPL-2.0',
  // For data of caniuse-lite, which the bundler of Workflows reads.
  'CC-BY-4.0',
];
/** Licences of packages that state them in a separate file, and not in package.json. */
const LICENCE_FILES: Readonly<Record<string, string>> = { unionfs: 'Unlicense' };

/** `A AND B` needs both licences, `(A OR B)` one of them. */
function isAllowed(licence: string): boolean {
  return licence
    .replace(/[()]/g, '')
    .split(' AND ')
    .every((part) => part.split(' OR ').some((one) => LICENCES.includes(one)));
}

describe('the packages that are installed', () => {
  it('run no code then, but for a few that are known', () => {
    const scripts = locked.filter(([, { hasInstallScript }]) => hasInstallScript);

    expect(scripts.map(([path]) => nameOf(path)).sort()).toStrictEqual(
      Object.keys(INSTALL_SCRIPTS).sort(),
    );
  });

  it('have licences under which anybody may use this one', () => {
    const others = locked
      .filter(([, { dev }]) => !dev)
      .map(([path, { license }]) => [nameOf(path), license ?? LICENCE_FILES[nameOf(path)] ?? ''])
      .filter(([, licence]) => !isAllowed(licence ?? ''));

    expect(others).toStrictEqual([]);
  });

  it('are the very ones that were locked, from wherever they come', () => {
    const loose = locked.filter(([, { integrity }]) => integrity === undefined);
    const placed = locked.filter(([, { resolved }]) => resolved !== undefined);

    expect(loose.map(([path]) => path)).toStrictEqual([]);
    expect(placed.map(([path]) => path)).toStrictEqual([]);
  });
});

describe('this package', () => {
  it('is published with a statement of where it was built', () => {
    expect(manifest.publishConfig).toStrictEqual({ access: 'public', provenance: true });
  });

  it('has a list of all that comes with it, in CycloneDX', () => {
    const bom = JSON.parse(
      execFileSync('npm', ['run', '--silent', 'sbom'], { cwd: root, encoding: 'utf8' }),
    ) as {
      readonly bomFormat: string;
      readonly metadata: { readonly component: { readonly name: string; readonly purl: string } };
      readonly components: readonly { readonly name: string; readonly version: string }[];
    };
    const listed = bom.components.map(({ name, version }) => `${name}@${version}`);

    expect(bom.bomFormat).toBe('CycloneDX');
    expect(bom.metadata.component.name).toBe('temporal-mcp-tasks');
    expect(bom.metadata.component.purl).toContain('pkg:npm/temporal-mcp-tasks@');
    for (const name of Object.keys(manifest.dependencies)) {
      const { link, resolved = '', version } = packages[`node_modules/${name}`] ?? {};
      expect(listed).toContain(`${name}@${(link ? packages[resolved]?.version : version) ?? ''}`);
    }
    expect(listed.filter((name) => name.startsWith('jest@'))).toStrictEqual([]);
  });
});

/** Runs `check:audit` with an npm that prints only this output. */
function audit(output: string, ...args: readonly string[]): number | null {
  const folder = mkdtempSync(join(tmpdir(), 'audit-'));
  try {
    writeFileSync(join(folder, 'npm'), `#!/bin/sh\necho '${output}'\n`, { mode: 0o755 });
    const env = { ...process.env, PATH: `${folder}:${process.env['PATH'] ?? ''}` };
    return spawnSync(process.execPath, [`${root}scripts/audit.mjs`, ...args], { env }).status;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe('the audit', () => {
  it('fails for a vulnerability, and for a registry that does not say where that is required', () => {
    const clean = '{ "vulnerabilities": {} }';
    const vulnerable = '{ "vulnerabilities": { "x": { "name": "x", "severity": "high" } } }';

    expect([audit(clean, '--required'), audit('{}'), audit(vulnerable)]).toStrictEqual([0, 0, 1]);
    expect(audit('{}', '--required')).toBe(1);
  });

  const found = (severity: string) =>
    JSON.stringify({
      vulnerabilities: {
        thing: { name: 'thing', severity, range: '<2', via: ['other', { title: 'It leaks' }] },
      },
    });

  it.each([
    ['nothing was found', JSON.stringify({ vulnerabilities: {} }), 'clean', 'No known'],
    ['something moderate was found', found('moderate'), 'clean', 'No known'],
    ['something high was found', found('high'), 'vulnerable', 'high: thing <2: It leaks'],
    ['something critical was found', found('critical'), 'vulnerable', 'critical: thing'],
    [
      'there is no endpoint',
      JSON.stringify({ message: '405 Method Not Allowed', error: {} }),
      'skipped',
      '405 Method Not Allowed',
    ],
    ['there is no answer', '', 'skipped', 'npm audit has said nothing'],
  ])('where %s', (...row) => {
    const [, output, verdict, line] = row;
    const judged = judgeAudit(output);

    expect(judged.verdict).toBe(verdict);
    expect(judged.lines.join()).toContain(line);
  });
});
