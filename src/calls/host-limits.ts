/** How long hosts wait for the answer to a call: the one table of what is known of them. */

/** What is known of a host, by the name that it gives itself (`clientInfo.name`). */
export interface HostLimit {
  /** In lower case. */
  readonly name: string;
  /** How long a call may take before it is answered, in milliseconds. */
  readonly answerWithinMs: number;
  /** The same for a call with a progress token, where reports of progress are known to extend the host's own limit. */
  readonly answerWithinWithProgressMs?: number;
  /** How long it waits for a task before it gives it up, in milliseconds. Absent: as long as the task runs, or it makes none. */
  readonly givesUpTasksAfterMs?: number;
  /** Where the figures come from. */
  readonly source: string;
}

/** For hosts of which nothing is known: the shortest limit that is widespread is 60 s, and a proxy may be in between. */
export const DEFAULT_ANSWER_WITHIN_MS = 45_000;

/** For hosts that wait as long as progress is reported: long enough for most work, and no connection lasts for ever. */
const WITH_PROGRESS_MS = 30 * 60_000;

/** docs/hosts.md has more of each. */
export const HOST_LIMITS: readonly HostLimit[] = [
  {
    name: 'mcp',
    answerWithinMs: 4_000,
    // Pydantic AI 2.68 (fastmcp-slim 3.4), of the same name: 300.0 s in all, whatever the server says.
    givesUpTasksAfterMs: 300_000,
    source:
      'OpenAI Agents for Python 0.24 gives up after 5.0 s in all, and has the default name of the Python SDK; measured 2026-11-21',
  },
  {
    name: 'claude-code',
    answerWithinMs: 240_000,
    answerWithinWithProgressMs: WITH_PROGRESS_MS,
    source:
      'Claude Code 2.1.330 in print mode gives up after about 300 s without progress; measured 2026-11-21',
  },
  {
    name: 'claude-ai',
    answerWithinMs: DEFAULT_ANSWER_WITHIN_MS,
    source:
      'Claude Desktop gives up after 240 s, and the gateway of claude.ai after about 60 s; said in claude-code#64614 and claude-ai-mcp#115',
  },
  {
    name: 'codex-mcp-client',
    answerWithinMs: 240_000,
    source: 'Codex CLI 0.169 waits for 360 s in all or more; measured 2026-11-21',
  },
  {
    name: 'opencode',
    answerWithinMs: DEFAULT_ANSWER_WITHIN_MS,
    answerWithinWithProgressMs: WITH_PROGRESS_MS,
    source: 'opencode 1.18.33 gives up after 60 s without progress; measured 2026-11-21',
  },
];

/** What is known of a host. */
export function findHostLimit(clientName: string | undefined): HostLimit | undefined {
  return HOST_LIMITS.find(({ name }) => name === clientName?.toLowerCase());
}
