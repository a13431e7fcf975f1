/** Time limit of a host for all its scenarios. On a loaded machine its start alone takes half a minute. */
export const HOST_TIMEOUT_MS = 180_000;

/** The outcome of a host's call: the text for the model, or the error that the host makes of it. */
export interface ReportedCall {
  readonly text?: string;
  readonly error?: string;
  readonly seconds: number;
}

/** The servers for a host's scenarios. */
export interface HostErrand {
  /** The URL of a server without authentication. */
  readonly url: string;
  readonly shared: SharedServer;
}

/** A server that requires tokens, with tasks of two people. */
export interface SharedServer {
  readonly url: string;
  /** The ID of a task that does not exist. */
  readonly unknown: string;
  readonly people: readonly SharingPerson[];
}

/** A person with a token. A person without tasks has an invalid token. */
export interface SharingPerson {
  readonly token: string;
  readonly own?: string;
  readonly foreign?: string;
}

/** The results that a host showed a person. */
export interface ReportedPerson {
  /** The names of the tools, or the error. */
  readonly connected: ReportedCall;
  /** The result of `task_status` for each task. */
  readonly own?: ReportedCall;
  readonly foreign?: ReportedCall;
  readonly unknown?: ReportedCall;
}

/** The output of the scenarios of `python` and of `npm` for a host. */
export interface HostReport {
  readonly tools: readonly string[];
  readonly quick: ReportedCall;
  /** The first call, and each call that its handle led to. */
  readonly slow: readonly ReportedCall[];
  readonly question: ReportedCall;
  /** A call of an unknown tool. Absent: the host makes no such call. */
  readonly slip?: ReportedCall;
  /** Calls that are answered within the known time limit of the host, like {@link slow}. */
  readonly byHost?: readonly ReportedCall[];
  /** A call as a task that takes longer than the ttl that the host requests. */
  readonly beyondTtl?: ReportedCall;
  /** For a host that gives up a task: that call, the same call after it, and the number of tasks. */
  readonly givenUp?: {
    readonly first: ReportedCall;
    readonly again: ReportedCall;
    readonly label: string;
    readonly tasks: number;
  };
  /** For a host that can be set to make no tasks: a slow call, and the calls that its handle led to. */
  readonly plain?: readonly ReportedCall[];
  /** A call that the host makes as a task. */
  readonly asTask?: ReportedCall;
  /** In the order of {@link SharedServer.people}. */
  readonly people: readonly ReportedPerson[];
}
