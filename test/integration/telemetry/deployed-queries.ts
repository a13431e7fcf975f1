import { readFileSync } from 'node:fs';

import { parse } from 'yaml';

interface Dashboard {
  readonly panels: readonly {
    readonly title: string;
    readonly targets: readonly { readonly expr: string }[];
  }[];
}

interface Alerts {
  readonly groups: readonly {
    readonly rules: readonly { readonly alert: string; readonly expr: string }[];
  }[];
}

const readDeployed = (path: string): unknown =>
  parse(readFileSync(new URL(`../../../deploy/${path}`, import.meta.url), 'utf8'));

/** The queries of the dashboard and of the alert rules, with their titles. */
export const DEPLOYED_QUERIES = [
  ...(readDeployed('grafana/dashboard.json') as Dashboard).panels.flatMap(({ title, targets }) =>
    targets.map(({ expr }): [string, string] => [title, expr]),
  ),
  ...(readDeployed('prometheus/alerts.yaml') as Alerts).groups.flatMap(({ rules }) =>
    rules.map(({ alert, expr }): [string, string] => [alert, expr]),
  ),
];
