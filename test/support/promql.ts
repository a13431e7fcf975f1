/** Parses queries of Prometheus by Prometheus' own grammar. */
import { parser } from '@prometheus-io/lezer-promql';

/** The metrics and labels of a query. */
export interface PromQuery {
  readonly metrics: readonly string[];
  readonly labels: readonly string[];
}

/**
 * Parses a query, also one of Grafana with `$__rate_interval`.
 *
 * @throws {Error} If it is no PromQL.
 */
export function parsePromQuery(expression: string): PromQuery {
  const text = expression.replaceAll('$__rate_interval', '5m');
  const metrics: string[] = [];
  const labels: string[] = [];
  parser.parse(text).iterate({
    enter: ({ type, from, to, node }) => {
      if (type.isError) throw new Error(`No PromQL at ${from}: ${text}`);
      if (type.name === 'LabelName') labels.push(text.slice(from, to));
      if (type.name === 'Identifier' && node.parent?.name === 'VectorSelector')
        metrics.push(text.slice(from, to));
    },
  });
  return { metrics, labels };
}
