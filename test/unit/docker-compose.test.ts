import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import * as z from 'zod';

import { findServerVariables } from '../support/package/server-variables.js';

const path = fileURLToPath(new URL('../../docker-compose.temporal.yml', import.meta.url));

/** The part of the Compose Specification that the file uses; strict, so that a typo is an error. */
const serviceSchema = z.strictObject({
  image: z.string().optional(),
  build: z
    .strictObject({ context: z.literal('.'), dockerfile: z.string(), target: z.string() })
    .optional(),
  profiles: z.tuple([z.literal('tasks')]).optional(),
  read_only: z.literal(true).optional(),
  cap_drop: z.tuple([z.literal('ALL')]).optional(),
  restart: z.string().regex(/^(unless-stopped|on-failure:\d+)$/),
  depends_on: z
    .record(
      z.string(),
      z.strictObject({
        condition: z.enum(['service_healthy', 'service_completed_successfully']),
      }),
    )
    .default({}),
  environment: z.record(z.string(), z.string()).default({}),
  entrypoint: z.array(z.string()).optional(),
  command: z.array(z.string()).optional(),
  configs: z.array(z.strictObject({ source: z.string(), target: z.string() })).default([]),
  ports: z.array(z.string()).default([]),
  volumes: z.array(z.string()).default([]),
  healthcheck: z
    .strictObject({
      test: z.tuple([z.literal('CMD')], z.string()),
      interval: z.string().regex(/^\d+s$/),
      timeout: z.string().regex(/^\d+s$/),
      retries: z.int().positive(),
      start_period: z.string().regex(/^\d+s$/),
    })
    .optional(),
});

const composeSchema = z.strictObject({
  name: z.string(),
  services: z.record(z.string(), serviceSchema),
  configs: z.record(z.string(), z.strictObject({ content: z.string() })),
  volumes: z.record(z.string(), z.null()),
});

const compose = composeSchema.parse(parse(readFileSync(path, 'utf8')));
const services = Object.entries(compose.services);
const pulled = services.flatMap(([name, { image }]) =>
  image === undefined ? [] : [{ name, image }],
);
const built = services.flatMap(([name, { build, ...service }]) =>
  build === undefined ? [] : [{ name, build, service }],
);

/** A job ends and is started again only if it failed; everything else is to stay up. */
const isJob = (name: string) => compose.services[name]?.restart.startsWith('on-failure') ?? false;

describe('docker-compose.temporal.yml', () => {
  it.each(pulled)('pins the image of $name to a version', ({ image }) => {
    expect(image).toMatch(/^[a-z/-]+:\d+\.\d+(\.\d+)?(-[a-z]+)?$/);
  });

  it('builds what is of this clone, for those who ask for it', () => {
    const dockerfile = readFileSync(
      new URL('../../deploy/docker/Dockerfile', import.meta.url),
      'utf8',
    );

    expect(built.map(({ name, build }) => [name, build.target])).toStrictEqual([
      ['mcp-server', 'server'],
      ['example-worker', 'worker'],
    ]);
    for (const { build, service } of built) {
      expect(service).toMatchObject({ profiles: ['tasks'], read_only: true, cap_drop: ['ALL'] });
      expect(build.dockerfile).toBe('deploy/docker/Dockerfile');
      expect(dockerfile).toContain(` AS ${build.target}\n`);
    }
    expect(pulled.length + built.length).toBe(services.length);
  });

  it('gives the server variables that it reads', () => {
    const known = findServerVariables();
    const names = built.flatMap(({ service }) => Object.keys(service.environment));

    expect(names.filter((name) => !known.has(name))).toStrictEqual([]);
  });

  it('runs the schema job and the namespace job of the version that the server has', () => {
    const tag = (name: string) => compose.services[name]?.image?.split(':')[1];

    expect(tag('temporal-schema')).toBe(tag('temporal'));
    expect(tag('temporal-namespace')).toBe(tag('temporal'));
  });

  it.each(services)('gives %s a health check, or makes it a job or a Worker', (name, service) => {
    const isWorker = service.build?.target === 'worker';

    expect(service.healthcheck !== undefined).toBe(!isJob(name) && !isWorker);
  });

  it.each(services)('has %s wait for what its dependencies can become', (_, service) => {
    for (const [name, { condition }] of Object.entries(service.depends_on)) {
      expect(compose.services).toHaveProperty([name]);
      expect(condition).toBe(isJob(name) ? 'service_completed_successfully' : 'service_healthy');
    }
  });

  it.each(services)('lets %s use declared volumes and configs only', (_, service) => {
    const volumes = service.volumes.map((mount) => mount.split(':')[0]);
    const configs = service.configs.map(({ source }) => source);

    expect(Object.keys(compose.volumes)).toEqual(expect.arrayContaining(volumes));
    expect(Object.keys(compose.configs)).toEqual(expect.arrayContaining(configs));
  });

  it('publishes the ports of `dev`, on loopback, and no others', () => {
    expect(services.flatMap(([, { ports }]) => ports)).toStrictEqual([
      '127.0.0.1:7233:7233',
      '127.0.0.1:8233:8080',
      '127.0.0.1:7400:7400',
    ]);
  });

  it.each(services)('has Compose leave the shell variables of %s alone', (_, { command = [] }) => {
    expect(command.join().replaceAll('$$', '')).not.toContain('$');
  });

  const { status } = spawnSync('docker', ['compose', 'version'], { stdio: 'ignore' });
  const itWithCompose = status === 0 ? it : it.skip;

  itWithCompose('is accepted by Docker Compose itself (skipped where it is not installed)', () => {
    const args = ['compose', '--file', path, 'config', '--quiet'];

    expect(spawnSync('docker', args, { encoding: 'utf8' })).toMatchObject({
      status: 0,
      stderr: '',
    });
  });
});
