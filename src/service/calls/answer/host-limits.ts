export interface HostWaits {
  /** Time of the host's first wait, in milliseconds. */
  readonly answerWithinMs: number;
  /** The same for a call with a progress token, for hosts that extend their limit while progress is reported. */
  readonly answerWithinWithProgressMs?: number | undefined;
  /** Maximum to which further waits for the same task grow, in milliseconds. Default: `longestMs` of the table. */
  readonly growsToMs?: number | undefined;
  /** Reads of a running task before the model is told to stop. Must be fewer than the turns that the host allows. */
  readonly reads: number;
}

/** A known host, by its own name (`clientInfo.name`). */
export interface HostLimit extends Omit<HostWaits, 'reads'> {
  /** In lower case. */
  readonly name: string;
  /** Programs add more to this name, such as the name of a connection. Default: false. */
  readonly isPrefix?: boolean | undefined;
  /** Default: the value for unknown hosts. */
  readonly reads?: number | undefined;
  /** The default name of a library. Many programs share it, each with its own limit. Default: false. */
  readonly isLibraryDefault?: boolean | undefined;
  /** Time after which the host gives up a task, in milliseconds. Absent: never, or the host makes no tasks. */
  readonly givesUpTasksAfterMs?: number | undefined;
  /**
   * The host sends the same cancellation after its own time limit as when the user stops it. So a cancellation of a
   * call does not cancel the work. Default: false.
   */
  readonly hidesTimeOuts?: boolean | undefined;
  readonly source: string;
}

export interface HostTimes {
  /** Minimum of all waits, in milliseconds. No known host gives up sooner. */
  readonly shortestMs: number;
  /** Maximum to which waits grow, in milliseconds. */
  readonly longestMs: number;
  readonly unknown: HostWaits;
  readonly known: readonly HostLimit[];
}

/** The shortest common limit is 60 s, and a proxy may need a part of it. */
const DEFAULT_ANSWER_WITHIN_MS = 45_000;

/**
 * Waits of unknown hosts stay below 60 s. There the TypeScript SDK raises an error, with or without a progress token,
 * and the error would end a program that calls the SDK directly.
 */
const UNKNOWN_GROWS_TO_MS = 55_000;

/**
 * Programs under the name of a library have limits of their own, often of 20 or 30 s, so the first wait is short. Twice
 * and four times as long, it stays below the common limits of 30 and 60 s.
 */
const LIBRARY_ANSWER_WITHIN_MS = 12_500;

/** The Java SDK and Spring AI give up after 20 s. */
const JAVA_ANSWER_WITHIN_MS = 15_000;

/** For hosts that wait as long as progress is reported. Long enough for most work; connections do not last forever. */
const WITH_PROGRESS_MS = 30 * 60_000;

/** Mastra's agent has 5 steps: the call, these reads, and the final text. */
const READS = 3;

/** The agents of these libraries have 9 steps or more. */
const LIBRARY_READS = 6;

/** `docs/hosts.md` says more about each host. */
const HOST_LIMITS: readonly HostLimit[] = [
  {
    name: 'mcp',
    isLibraryDefault: true,
    answerWithinMs: LIBRARY_ANSWER_WITHIN_MS,
    reads: LIBRARY_READS,
    // Pydantic AI 2.68 (fastmcp-slim 3.4) has the same name. It gives up after 300.0 s in all, on any server.
    givesUpTasksAfterMs: 300_000,
    source:
      'the default name of the Python SDK, which has no limit where its program sets none: LangChain waits for 6 min. OpenAI Agents 0.24 gives up after 5.0 s in all and has 10 turns; measured 2026-11-22. Haystack (mcp-haystack 2.1.1) and CrewAI 1.15.30 give up after 30.0 s; measured 2026-11-26',
  },
  {
    name: 'ai-sdk-mcp-client',
    isLibraryDefault: true,
    answerWithinMs: LIBRARY_ANSWER_WITHIN_MS,
    reads: LIBRARY_READS,
    source:
      'the default name of @ai-sdk/mcp, which has no limit where its program sets none: 180 s a read measured 2026-11-22, and read in 1.0.101',
  },
  {
    name: 'fastmcp',
    isLibraryDefault: true,
    answerWithinMs: 8_000,
    reads: LIBRARY_READS,
    source:
      'the default name of the client of FastMCP 4, which has no limit where its program sets none: 180 s a read of Pydantic AI 2.68 (fastmcp-slim 4.2) measured 2026-11-22. Agno 3.1.10 gives up after 10.0 s; measured 2026-11-25',
  },
  {
    name: 'java sdk mcp client',
    answerWithinMs: JAVA_ANSWER_WITHIN_MS,
    growsToMs: JAVA_ANSWER_WITHIN_MS,
    source:
      'the default name of the Java SDK 2.1.0, which gives up after 20.0 s in silence where its program sets no other time; measured 2026-11-25',
  },
  {
    // The name of the connection follows.
    name: 'spring-ai-mcp-client',
    isPrefix: true,
    answerWithinMs: JAVA_ANSWER_WITHIN_MS,
    growsToMs: JAVA_ANSWER_WITHIN_MS,
    source:
      'the default name of Spring AI, whose request-timeout is 20 s over the Java SDK; read in 1.1, 2026-11-25',
  },
  {
    name: 'claude-code',
    answerWithinMs: 240_000,
    answerWithinWithProgressMs: WITH_PROGRESS_MS,
    growsToMs: 240_000,
    source:
      'Claude Code 2.1.330 in print mode gives up after about 300 s without progress; measured 2026-11-21',
  },
  {
    name: 'claude-ai',
    answerWithinMs: DEFAULT_ANSWER_WITHIN_MS,
    growsToMs: DEFAULT_ANSWER_WITHIN_MS,
    source:
      'Claude Desktop gives up after 240 s, and the gateway of claude.ai after about 60 s; said in claude-code#64614 and claude-ai-mcp#115',
  },
  {
    name: 'codex-mcp-client',
    answerWithinMs: 240_000,
    growsToMs: 240_000,
    hidesTimeOuts: true,
    source:
      'Codex CLI 0.171 gives up a call after 300 s, which progress does not extend, and cancels it with the reason "MCP request cancelled by caller"; measured 2026-11-26',
  },
  {
    name: 'gemini-cli-mcp-client',
    answerWithinMs: DEFAULT_ANSWER_WITHIN_MS,
    answerWithinWithProgressMs: 540_000,
    growsToMs: 540_000,
    source: 'Gemini CLI 0.61 waits for 540 s with progress; measured 2026-11-22',
  },
  {
    name: 'opencode',
    answerWithinMs: DEFAULT_ANSWER_WITHIN_MS,
    answerWithinWithProgressMs: WITH_PROGRESS_MS,
    growsToMs: DEFAULT_ANSWER_WITHIN_MS,
    source: 'opencode 1.18.33 gives up after 60 s without progress; measured 2026-11-21',
  },
  {
    name: 'copilot-cli',
    answerWithinMs: 150_000,
    answerWithinWithProgressMs: 300_000,
    growsToMs: 150_000,
    source:
      'Copilot CLI 1.0.102 waits for 330 s with progress; measured 2026-11-26. It gave up after 180 s by default; said in copilot-cli#1378, 2026-02-10',
  },
  {
    // The name of the server follows.
    name: 'qwen-cli-mcp-client-',
    isPrefix: true,
    answerWithinMs: 240_000,
    answerWithinWithProgressMs: 540_000,
    growsToMs: 240_000,
    source:
      'Qwen Code 0.24.4 waits for 330 s with progress; measured 2026-11-26. It gives up after 5 min without progress, and after 10 min; read in qwen-code#6061',
  },
  {
    name: 'google-adk',
    isLibraryDefault: true,
    answerWithinMs: 240_000,
    growsToMs: 240_000,
    source:
      'Google ADK 2.13 gives up after 300 s over HTTP, where its program sets no other time; measured 2026-11-26',
  },
  {
    name: '@cline/core',
    answerWithinMs: DEFAULT_ANSWER_WITHIN_MS,
    growsToMs: UNKNOWN_GROWS_TO_MS,
    source:
      'Cline CLI 3.0.65 gives up after 60 s, where its user sets no other time; measured 2026-11-26',
  },
];

export const HOST_TIMES: HostTimes = {
  shortestMs: 4_000,
  longestMs: WITH_PROGRESS_MS,
  unknown: {
    answerWithinMs: DEFAULT_ANSWER_WITHIN_MS,
    growsToMs: UNKNOWN_GROWS_TO_MS,
    reads: READS,
  },
  known: HOST_LIMITS,
};

/** The text that mcp-remote adds to the name of the host that it connects. */
const VIA_REMOTE = / \(via mcp-remote\b[^)]*\)$/i;

/** The host's own name, in lower case. */
export function toHostName(clientName = ''): string {
  return clientName.replace(VIA_REMOTE, '').toLowerCase();
}

/** Finds the row of a host by the name that the host gives itself. */
export function findHostLimit(
  { known }: Pick<HostTimes, 'known'>,
  clientName: string | undefined,
): HostLimit | undefined {
  const own = toHostName(clientName);
  return known.find(({ name, isPrefix }) => (isPrefix ? own.startsWith(name) : own === name));
}
