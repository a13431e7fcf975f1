/** Severities that fail the check. */
const FAILING = ['high', 'critical'];

/**
 * Judges the output of `npm audit --json`. Some registries lack the endpoint (a mirror, a machine without network).
 * Then the verdict is `skipped`, with the reason.
 *
 * @param {string} output Standard output of `npm audit --json`.
 * @returns {{ verdict: 'clean' | 'vulnerable' | 'skipped', lines: string[] }}
 */
export function judgeAudit(output) {
  let report;
  try {
    report = JSON.parse(output);
  } catch {
    report = undefined;
  }
  if (typeof report?.vulnerabilities !== 'object' || report.vulnerabilities === null) {
    const reason = report?.message ?? report?.error?.summary ?? 'npm audit has said nothing';
    return {
      verdict: 'skipped',
      lines: [`Skipped: the registry gives no advisories (${reason}).`],
    };
  }
  const found = Object.values(report.vulnerabilities).filter(({ severity }) =>
    FAILING.includes(severity),
  );
  if (found.length === 0) {
    return { verdict: 'clean', lines: ['No known vulnerability of severity high or critical.'] };
  }
  const lines = found.map(({ name, severity, range, via = [] }) => {
    const titles = via.flatMap((one) => (typeof one === 'string' ? [] : [one.title]));
    return `${severity}: ${name} ${range}${titles.length > 0 ? `: ${titles.join('; ')}` : ''}`;
  });
  return { verdict: 'vulnerable', lines };
}
