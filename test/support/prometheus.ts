import { parsePromQuery } from './promql.js';

/** Variables of a process that offers metrics, and samples no trace. */
export function withMetrics(port: number): Record<string, string> {
  return {
    OTEL_METRICS_EXPORTER: 'prometheus',
    OTEL_EXPORTER_PROMETHEUS_HOST: '127.0.0.1',
    OTEL_EXPORTER_PROMETHEUS_PORT: String(port),
  };
}

/** Lines of one series in a scrape. */
export function seriesOf(text: string, name: string): string[] {
  return text.split('\n').filter((line) => line.startsWith(`${name}{`));
}

/** The labels of a line, without those of OpenTelemetry's scope. */
export function labelsOf(line: string): string[] {
  return [...line.matchAll(/([a-z_]+)="/g)]
    .map(([, label = '']) => label)
    .filter((label) => !label.startsWith('otel_scope'))
    .sort();
}

/** The series and labels of a query that a scrape does not have. */
export function missingIn(text: string, expression: string): readonly string[] {
  const { metrics, labels } = parsePromQuery(expression);
  const known = metrics.flatMap((name) => seriesOf(text, name)).flatMap(labelsOf);
  return [
    ...metrics.filter((name) => seriesOf(text, name).length === 0),
    // Prometheus adds the job and the instance that it scrapes.
    ...labels.filter((label) => !['job', 'instance', ...known].includes(label)),
  ];
}
