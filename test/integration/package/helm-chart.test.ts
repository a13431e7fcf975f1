/** The Helm chart: rendered by Helm, held against Kubernetes' schemas, and its Deployment's command started. */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { parse, parseAllDocuments, stringify } from 'yaml';
import * as z from 'zod';

import { findQuietPort } from '../../support/find-quiet-port.js';
import { findHelm, findKubernetesSchemas } from '../../support/package/deploy-tools.js';
import { findServerVariables } from '../../support/package/server-variables.js';
import { startProgram } from '../../support/start-cli.js';
import { temporalAddress, TEST_SECRET } from '../../support/start-mcp-server.js';

const chart = fileURLToPath(new URL('../../../deploy/helm/temporal-mcp-tasks', import.meta.url));

const labels = z.record(z.string(), z.string());
const portName = z.union([z.string(), z.number()]);
const manifestSchema = z.looseObject({
  apiVersion: z.string(),
  kind: z.string(),
  metadata: z.looseObject({ name: z.string(), labels }),
});
const probe = z.looseObject({ httpGet: z.object({ path: z.string(), port: portName }) });
const containerSchema = z.looseObject({
  args: z.array(z.string()),
  env: z.array(
    z.looseObject({
      name: z.string(),
      value: z.string().optional(),
      valueFrom: z
        .object({ secretKeyRef: z.object({ name: z.string(), key: z.string() }) })
        .optional(),
    }),
  ),
  ports: z.array(z.object({ name: z.string(), containerPort: z.number() })),
  livenessProbe: probe,
  readinessProbe: probe,
  securityContext: z.looseObject({}),
  volumeMounts: z.array(z.looseObject({ name: z.string(), mountPath: z.string() })),
});
const deploymentSchema = z.object({
  spec: z.looseObject({
    replicas: z.number().optional(),
    selector: z.object({ matchLabels: labels }),
    template: z.object({
      metadata: z.looseObject({ labels }),
      spec: z.looseObject({
        containers: z.tuple([containerSchema]),
        securityContext: z.looseObject({}),
        volumes: z.array(z.looseObject({ name: z.string() })),
      }),
    }),
  }),
});
const serviceSchema = z.object({
  spec: z.looseObject({
    selector: labels,
    ports: z.array(z.looseObject({ name: z.string(), port: z.number(), targetPort: portName })),
  }),
});
const configMapSchema = z.object({ data: z.record(z.string(), z.string()) });

/** Kubernetes' schemas in one document. */
const documentSchema = z.looseObject({
  $id: z.string(),
  $defs: z.record(z.string(), z.looseObject({})),
});

/** Sends a request under a host name. Returns the status of the answer. */
async function askAs(host: string, port: number): Promise<number | undefined> {
  const request = get({ port, path: '/mcp', headers: { host }, agent: false });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  response.resume();
  return response.statusCode;
}

type Manifest = z.infer<typeof manifestSchema>;

const tools = {
  version: 1,
  tools: { greet: { workflow: { type: 'greet', taskQueue: 'q' } } },
};
const required = {
  image: { tag: '1.2.3' },
  manifest: tools,
  temporal: { address: temporalAddress() },
  secret: { existingSecret: 'own' },
};
/** All that can be turned on. */
const everything = {
  ...required,
  server: { inbox: {} },
  imagePullSecrets: [{ name: 'pull' }],
  temporal: {
    ...required.temporal,
    apiKey: { existingSecret: 'cloud' },
    tls: { existingSecret: 'mtls', ca: 'ca.crt', serverName: 'temporal.example' },
  },
  secret: { existingSecret: 'own', previousKey: 'previous' },
  allowUnauthenticated: true,
  allowedHosts: ['mcp.example.com'],
  env: [{ name: 'OTEL_SERVICE_NAME', value: 'orders' }],
  ingress: { enabled: true, className: 'nginx', host: 'mcp.example.com', tlsSecret: 'tls' },
  metrics: { enabled: true, serviceMonitor: { enabled: true, labels: { release: 'prometheus' } } },
  autoscaling: { enabled: true },
  networkPolicy: {
    enabled: true,
    from: [{ namespaceSelector: {} }],
    egress: [{ ports: [{ port: 7233, protocol: 'TCP' }] }],
  },
  podLabels: { team: 'orders' },
  nodeSelector: { disk: 'ssd' },
  tolerations: [{ key: 'dedicated', operator: 'Exists' }],
};

const helm = await findHelm();
const schemas = helm === undefined ? undefined : await findKubernetesSchemas();
const describeWithHelm = helm === undefined ? describe.skip : describe;
const itWithSchemas = schemas === undefined ? it.skip : it;

describeWithHelm('the Helm chart (skipped where Helm cannot be had)', () => {
  let folder: string;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'helm-chart-'));
  });
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  async function runHelm(command: 'lint' | 'template', values: object): Promise<string> {
    const file = join(folder, 'values.yaml');
    writeFileSync(file, stringify(values));
    const args =
      command === 'lint'
        ? ['lint', chart, '--strict']
        : ['template', 'orders', chart, '--namespace', 'tasks', '--kube-version', '1.34.0'];
    const { stdout } = await promisify(execFile)(helm ?? 'helm', [...args, '--values', file]);
    return stdout;
  }

  async function render(values: object): Promise<readonly Manifest[]> {
    return parseAllDocuments(await runHelm('template', values)).map((document) =>
      manifestSchema.parse(document.toJS()),
    );
  }

  const find = (manifests: readonly Manifest[], kind: string): Manifest => {
    const found = manifests.find((one) => one.kind === kind);
    if (!found) throw new Error(`There is no ${kind}.`);
    return found;
  };
  const podOf = (manifests: readonly Manifest[]) =>
    deploymentSchema.parse(find(manifests, 'Deployment')).spec;

  it.each([
    ['what is required', required],
    ['everything', everything],
  ])('passes the strict linter with %s', async (_what, values) => {
    await expect(runHelm('lint', values)).resolves.toContain('0 chart(s) failed');
  });

  it('makes of little what serves, and of everything all kinds', async () => {
    const kinds = async (values: object) => (await render(values)).map(({ kind }) => kind).sort();
    const few = ['ConfigMap', 'Deployment', 'PodDisruptionBudget', 'Service', 'ServiceAccount'];

    expect(await kinds(required)).toStrictEqual(few);
    expect(await kinds(everything)).toStrictEqual(
      [...few, 'HorizontalPodAutoscaler', 'Ingress', 'NetworkPolicy', 'ServiceMonitor'].sort(),
    );
  });

  it.each([
    ['the tools', { manifest: {} }, 'Give the tools'],
    ['the address', { temporal: {} }, 'Give temporal.address'],
    ['the secret', { secret: {} }, 'Give secret.existingSecret'],
    ['right names', { replica: 3 }, 'replica'],
    ['a right address', { temporal: { address: 'https://temporal' } }, 'temporal'],
  ])('asks for %s', async (_what, values, message) => {
    await expect(render({ ...required, ...values })).rejects.toThrow(message);
  });

  itWithSchemas(
    'has the fields that Kubernetes 1.34 knows (skipped where its schemas cannot be had)',
    async () => {
      const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
      const document = documentSchema.parse(JSON.parse(readFileSync(schemas ?? '', 'utf8')));
      ajv.addSchema(document);
      const validatorOf = ({ apiVersion, kind }: Manifest) => {
        const [version, group = 'core'] = apiVersion.split('/').reverse();
        const end = `api.${group.replace(/\..*/, '')}.${version}.${kind}`;
        const name = Object.keys(document.$defs).find((one) => one.endsWith(end));
        return ajv.compile({ $ref: `${document.$id}#/$defs/${name ?? end}` });
      };
      const problems = (await render(everything))
        .filter(({ kind }) => kind !== 'ServiceMonitor')
        .flatMap((manifest) => {
          const validate = validatorOf(manifest);
          validate(manifest);
          return (validate.errors ?? []).map((error) => [manifest.kind, error]);
        });

      expect(problems).toStrictEqual([]);
    },
  );

  it('gives the settings of the server as a file, which the tools name', async () => {
    const read = async (server: object, manifest: object = tools) => {
      const { data } = configMapSchema.parse(
        find(await render({ ...required, manifest, server }), 'ConfigMap'),
      );
      return Object.fromEntries(Object.entries(data).map(([name, text]) => [name, parse(text)]));
    };
    const named = { ...tools, server: '${SERVER_FILE:-server.yaml}' };

    expect(await read({})).toStrictEqual({ 'mcp-tasks.yaml': tools });
    expect(await read({ name: 'charted' })).toStrictEqual({
      'mcp-tasks.yaml': { ...tools, server: 'server.yaml' },
      'server.yaml': { name: 'charted' },
    });
    expect(await read({ name: 'charted' }, named)).toMatchObject({ 'mcp-tasks.yaml': named });
    await expect(read({}, { ...tools, server: { name: 'inline' } })).rejects.toThrow('server');
  });

  it('mounts its own settings of the server beside tools of an existing ConfigMap', async () => {
    const given = { ...required, manifest: {}, existingManifest: { configMap: 'tools' } };
    const mounted = async (values: object) =>
      podOf(await render(values)).template.spec.volumes.find(({ name }) => name === 'manifest');
    const existing = { configMap: { name: 'tools' } };
    const own = { configMap: { name: 'orders-temporal-mcp-tasks' } };

    expect(await mounted(required)).toMatchObject({ projected: { sources: [own] } });
    expect(await mounted(given)).toMatchObject({ projected: { sources: [existing] } });
    expect(await mounted({ ...given, server: { name: 'charted' } })).toMatchObject({
      projected: { sources: [existing, own] },
    });
  });

  it('selects its own pods and ports everywhere', async () => {
    const manifests = await render(everything);
    const { selector, template } = podOf(manifests);
    const { ports } = template.spec.containers[0];
    const service = serviceSchema.parse(find(manifests, 'Service')).spec;
    const text = (kind: string) => stringify(find(manifests, kind)['spec']);

    expect(template.metadata.labels).toMatchObject(selector.matchLabels);
    expect(template.metadata.labels).toMatchObject({ team: 'orders' });
    expect(service.selector).toStrictEqual(selector.matchLabels);
    expect(service.ports.map(({ targetPort }) => targetPort)).toStrictEqual(
      ports.map(({ name }) => name),
    );
    expect(parse(text('PodDisruptionBudget'))).toMatchObject({ selector });
    expect(parse(text('NetworkPolicy'))).toMatchObject({ podSelector: selector });
    expect(parse(text('ServiceMonitor'))).toMatchObject({
      selector: { matchLabels: selector.matchLabels },
      endpoints: [{ port: 'metrics', path: '/metrics' }],
    });
    expect(find(manifests, 'Service').metadata.labels).toMatchObject(selector.matchLabels);
    expect(find(manifests, 'ServiceMonitor').metadata.labels).toMatchObject({
      release: 'prometheus',
    });
    expect(text('Ingress')).toContain(find(manifests, 'Service').metadata.name);
  });

  it('runs without root, capabilities and a writable root file system', async () => {
    const { template } = podOf(await render(required));
    const [container] = template.spec.containers;

    expect(template.spec.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 1000 });
    expect(container.securityContext).toMatchObject({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
    expect(container.volumeMounts.map(({ name }) => name)).toStrictEqual(
      template.spec.volumes.map(({ name }) => name),
    );
  });

  it('sets variables that the server reads, and takes secrets from Secrets that exist', async () => {
    const manifests = await render(everything);
    const { env } = podOf(manifests).template.spec.containers[0];
    const known = findServerVariables();
    const secret = env.filter(({ valueFrom }) => valueFrom !== undefined).map(({ name }) => name);

    expect(env.map(({ name }) => name).filter((name) => !known.has(name))).toStrictEqual([]);
    expect(secret).toStrictEqual([
      'TEMPORAL_MCP_TASKS_SECRET',
      'TEMPORAL_MCP_TASKS_PREVIOUS_SECRETS',
      'TEMPORAL_API_KEY',
    ]);
    expect(manifests.filter(({ kind }) => kind === 'Secret')).toStrictEqual([]);
    expect(podOf(manifests).replicas).toBeUndefined();
  });

  it('starts a server that answers its probes, the scrape, and the names of its Service alone', async () => {
    const port = await findQuietPort();
    const manifests = await render({
      ...required,
      server: { name: 'charted' },
      allowUnauthenticated: true,
      metrics: { enabled: true, port },
    });
    const [{ args, env, livenessProbe, readinessProbe }] =
      podOf(manifests).template.spec.containers;
    const { data } = configMapSchema.parse(find(manifests, 'ConfigMap'));
    for (const [name, text] of Object.entries(data)) writeFileSync(join(folder, name), text);
    const local = args.map((argument) =>
      argument.replace('=/config/', `=${folder}/`).replace('--port=7400', '--port=0'),
    );
    const server = startProgram('src/cli/main.js', local, {
      environment: Object.fromEntries(env.map(({ name, value = TEST_SECRET }) => [name, value])),
    });
    try {
      const [, served = ''] = await server.untilOutput(/"url":"http:\/\/0\.0\.0\.0:(\d+)/);
      const urls = [livenessProbe, readinessProbe].map(
        ({ httpGet }) => `http://127.0.0.1:${served}${httpGet.path}`,
      );
      const hosts = ['orders-temporal-mcp-tasks.tasks.svc', 'elsewhere.example'];
      const refused = hosts.map(async (host) => (await askAs(host, Number(served))) === 403);

      expect(await Promise.all(refused)).toStrictEqual([false, true]);

      const answers = [...urls, `http://127.0.0.1:${port}/metrics`].map(async (url) => {
        const response = await fetch(url);
        return [response.status, await response.text()];
      });

      expect(await Promise.all(answers)).toStrictEqual([
        [200, 'ok\n'],
        [200, 'ok\n'],
        [200, expect.stringContaining('target_info')],
      ]);
    } finally {
      await server.end('SIGKILL');
    }
  });
});
