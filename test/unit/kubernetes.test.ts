/** The file for Kubernetes, held against what the commands, the server and the manifest know. */
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parse, parseAllDocuments } from 'yaml';
import * as z from 'zod';

import { createServeCommand } from '../../src/cli/commands/serve.js';
import { createWorkerCommand } from '../../src/cli/commands/worker.js';
import { loadManifest } from '../../src/manifest/load/load-manifest.js';
import { findServerVariables } from '../support/package/server-variables.js';
import { createTestFolder, type TestFolder } from '../support/test-folder.js';

const path = fileURLToPath(new URL('../../deploy/kubernetes.yaml', import.meta.url));

const labels = z.strictObject({ app: z.string() });
const named = z.strictObject({ name: z.string() });
const selector = z.strictObject({ matchLabels: labels });
const probe = z.strictObject({
  httpGet: z.strictObject({ path: z.string(), port: z.literal('http') }),
  periodSeconds: z.number().optional(),
  timeoutSeconds: z.number(),
  failureThreshold: z.number().optional(),
});
const containerSchema = z.strictObject({
  name: z.string(),
  image: z.string(),
  args: z.array(z.string()),
  envFrom: z.tuple([z.strictObject({ configMapRef: named })]),
  env: z.array(
    z.strictObject({
      name: z.string(),
      valueFrom: z.strictObject({
        secretKeyRef: z.strictObject({
          name: z.literal('temporal-mcp-tasks'),
          key: z.string(),
          optional: z.literal(true).optional(),
        }),
      }),
    }),
  ),
  ports: z
    .tuple([z.strictObject({ name: z.literal('http'), containerPort: z.number() })])
    .optional(),
  livenessProbe: probe.optional(),
  readinessProbe: probe.optional(),
  resources: z.strictObject({
    requests: z.strictObject({ cpu: z.string(), memory: z.string() }),
    limits: z.strictObject({ memory: z.string() }),
  }),
  securityContext: z.strictObject({
    allowPrivilegeEscalation: z.literal(false),
    readOnlyRootFilesystem: z.literal(true),
    capabilities: z.strictObject({ drop: z.tuple([z.literal('ALL')]) }),
  }),
  volumeMounts: z.array(
    z.strictObject({
      name: z.string(),
      mountPath: z.string(),
      readOnly: z.literal(true).optional(),
    }),
  ),
});

/** The part of Kubernetes' format that the file uses; strict, so that a typo is an error. */
const objectSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    apiVersion: z.literal('v1'),
    kind: z.literal('ConfigMap'),
    metadata: named,
    data: z.record(z.string(), z.string()),
  }),
  z.strictObject({
    apiVersion: z.literal('v1'),
    kind: z.literal('Service'),
    metadata: named,
    spec: z.strictObject({
      selector: labels,
      ports: z.tuple([
        z.strictObject({
          name: z.literal('http'),
          port: z.number(),
          targetPort: z.literal('http'),
        }),
      ]),
    }),
  }),
  z.strictObject({
    apiVersion: z.literal('policy/v1'),
    kind: z.literal('PodDisruptionBudget'),
    metadata: named,
    spec: z.strictObject({ maxUnavailable: z.literal(1), selector }),
  }),
  z.strictObject({
    apiVersion: z.literal('apps/v1'),
    kind: z.literal('Deployment'),
    metadata: named,
    spec: z.strictObject({
      replicas: z.literal(2),
      strategy: z
        .strictObject({
          rollingUpdate: z.strictObject({ maxSurge: z.literal(1), maxUnavailable: z.literal(0) }),
        })
        .optional(),
      selector,
      template: z.strictObject({
        metadata: z.strictObject({ labels }),
        spec: z.strictObject({
          automountServiceAccountToken: z.literal(false),
          terminationGracePeriodSeconds: z.number().optional(),
          securityContext: z.strictObject({
            runAsNonRoot: z.literal(true),
            runAsUser: z.literal(1000),
            runAsGroup: z.literal(1000),
            seccompProfile: z.strictObject({ type: z.literal('RuntimeDefault') }),
          }),
          containers: z.tuple([containerSchema]),
          volumes: z.array(
            z.strictObject({
              name: z.string(),
              configMap: named.optional(),
              emptyDir: z.strictObject({}).optional(),
            }),
          ),
        }),
      }),
    }),
  }),
]);
type KubernetesObject = z.infer<typeof objectSchema>;

const objects = parseAllDocuments(readFileSync(path, 'utf8')).map((document) =>
  objectSchema.parse(document.toJS()),
);

function all<Kind extends KubernetesObject['kind']>(
  kind: Kind,
): readonly Extract<KubernetesObject, { kind: Kind }>[] {
  return objects.filter(
    (one): one is Extract<KubernetesObject, { kind: Kind }> => one.kind === kind,
  );
}

const deployments = all('Deployment').map(({ spec }) => {
  const [container] = spec.template.spec.containers;
  return { ...spec, pod: spec.template.spec, container };
});
const [server, worker] = deployments;
const configMaps = new Map(all('ConfigMap').map(({ metadata, data }) => [metadata.name, data]));

let folder: TestFolder;
beforeAll(async () => {
  folder = await createTestFolder();
});
afterAll(async () => folder.remove());

describe('deploy/kubernetes.yaml', () => {
  it('has the objects of a server and a Worker, each selected by its label', () => {
    const labelOf = (index: number) => deployments[index]?.template.metadata.labels;

    expect(objects.map(({ kind }) => kind).sort()).toStrictEqual([
      ...['ConfigMap', 'ConfigMap', 'Deployment', 'Deployment', 'PodDisruptionBudget', 'Service'],
    ]);
    expect(deployments.map(({ selector: { matchLabels } }) => matchLabels)).toStrictEqual([
      labelOf(0),
      labelOf(1),
    ]);
    expect(labelOf(0)).not.toStrictEqual(labelOf(1));
    expect(all('Service')[0]?.spec.selector).toStrictEqual(labelOf(0));
    expect(all('PodDisruptionBudget')[0]?.spec.selector.matchLabels).toStrictEqual(labelOf(0));
  });

  it('gives the commands arguments that they have', () => {
    const commands = [createServeCommand(), createWorkerCommand()];
    for (const [index, command] of commands.entries()) {
      const [name, ...flags] = deployments[index]?.container.args ?? [];

      expect(name).toBe(command.name());
      expect(command.parseOptions(flags)).toStrictEqual({ operands: [], unknown: [] });
    }
    const [serve] = commands;
    const { host, port, drainTime } = serve?.opts<Record<string, unknown>>() ?? {};
    expect([host, port]).toStrictEqual(['0.0.0.0', server?.container.ports?.[0].containerPort]);
    expect((server?.pod.terminationGracePeriodSeconds ?? 0) * 1_000).toBeGreaterThan(
      Number(drainTime),
    );
  });

  it('answers its Service by name, and asks the probes that there are', () => {
    const { args, livenessProbe, readinessProbe } = server?.container ?? {};

    expect(args).toContain(`--allowed-hosts=${all('Service')[0]?.metadata.name ?? ''}`);
    expect(livenessProbe?.httpGet.path).toBe('/healthz');
    expect(readinessProbe?.httpGet.path).toBe('/readyz');
  });

  it('sets variables that are read, and demands one Secret', () => {
    const known = findServerVariables();
    const names = deployments.flatMap(({ container: { env, envFrom } }) => [
      ...env.map(({ name }) => name),
      ...Object.keys(configMaps.get(envFrom[0].configMapRef.name) ?? {}),
    ]);
    const required = deployments.flatMap(({ container: { env } }) =>
      env.filter(({ valueFrom }) => !valueFrom.secretKeyRef.optional).map(({ name }) => name),
    );

    expect(names).toContain('TEMPORAL_ADDRESS');
    expect(names.filter((name) => !known.has(name))).toStrictEqual([]);
    expect(required).toStrictEqual(['TEMPORAL_MCP_TASKS_SECRET']);
  });

  it('mounts every volume, and a manifest that loads', async () => {
    for (const { pod, container } of deployments) {
      const mounted = container.volumeMounts.map(({ name }) => name);
      expect(pod.volumes.map(({ name }) => name)).toStrictEqual(mounted);
    }
    const files = server?.pod.volumes.find(({ configMap }) => configMap)?.configMap?.name ?? '';
    for (const [name, text] of Object.entries(configMaps.get(files) ?? {})) {
      writeFileSync(join(folder.path, name), text);
    }
    const manifest = await loadManifest(join(folder.path, 'mcp-tasks.yaml'), {});
    const taskQueues = [...manifest.tools.values()].map(({ start }) => start.taskQueue);

    for (const { container, pod } of deployments) {
      expect(container.args).toContain('--manifest=/config/mcp-tasks.yaml');
      expect(pod.volumes).toContainEqual({ name: 'files', configMap: { name: files } });
    }
    expect(worker?.container.args).toContain(`--task-queue=${taskQueues.join(' ')}`);
    expect(manifest.auth).toBeDefined();
  });
});

describe('deploy/network-policy.yaml', () => {
  const policy = z
    .strictObject({
      apiVersion: z.literal('networking.k8s.io/v1'),
      kind: z.literal('NetworkPolicy'),
      metadata: named,
      spec: z.strictObject({
        podSelector: z.strictObject({
          matchExpressions: z.tuple([
            z.strictObject({
              key: z.literal('app'),
              operator: z.literal('In'),
              values: z.array(z.string()),
            }),
          ]),
        }),
        policyTypes: z.tuple([z.literal('Egress')]),
        egress: z.array(
          z.strictObject({
            ports: z.array(z.strictObject({ port: z.number(), protocol: z.enum(['TCP', 'UDP']) })),
          }),
        ),
      }),
    })
    .parse(parse(readFileSync(join(dirname(path), 'network-policy.yaml'), 'utf8')));

  it('selects the Pods of both Deployments', () => {
    const [{ values }] = policy.spec.podSelector.matchExpressions;

    expect(values).toStrictEqual(deployments.map(({ template }) => template.metadata.labels.app));
  });

  it('lets them reach name servers, Temporal and HTTPS', () => {
    const [, temporalPort] =
      configMaps.get('temporal-mcp-tasks-environment')?.['TEMPORAL_ADDRESS']?.split(':') ?? [];
    const ports = policy.spec.egress.flatMap((rule) => rule.ports.map(({ port }) => port));

    expect(ports).toStrictEqual([53, 53, Number(temporalPort), 443]);
  });
});
