/** How long a host may take for all of it: seconds, but on a loaded machine its start alone takes half a minute. */
export const HOST_TIMEOUT_MS = 180_000;

/** What a call of a host came to: what a model is shown, or the error that the host makes of it. */
export interface ReportedCall {
  readonly text?: string;
  readonly error?: string;
  readonly seconds: number;
}

/** Where a host runs its scenarios. */
export interface HostErrand {
  /** A server that lets everybody in. */
  readonly url: string;
  readonly shared: SharedServer;
}

/** A server that asks for tokens, with tasks of two people. */
export interface SharedServer {
  readonly url: string;
  /** The ID of a task that never was. */
  readonly unknown: string;
  readonly people: readonly SharingPerson[];
}

/** Somebody with a token. Who has no tasks, has a wrong one. */
export interface SharingPerson {
  readonly token: string;
  readonly own?: string;
  readonly foreign?: string;
}

/** What somebody was told by a host. */
export interface ReportedPerson {
  /** The names of the tools, or what is wrong. */
  readonly connected: ReportedCall;
  /** What `task_status` says of each. */
  readonly own?: ReportedCall;
  readonly foreign?: ReportedCall;
  readonly unknown?: ReportedCall;
}

/** What the scenarios of `python` and of `npm` print of a host. */
export interface HostReport {
  readonly tools: readonly string[];
  readonly quick: ReportedCall;
  /** The call, and each call that its handle led to. */
  readonly slow: readonly ReportedCall[];
  readonly question: ReportedCall;
  /** A call of a tool that there is not. Absent: the host makes no such call. */
  readonly slip?: ReportedCall;
  /** A call that is answered in the time that the host is known to have, like {@link slow}. */
  readonly byHost?: readonly ReportedCall[];
  /** A call that becomes a task and takes longer than the ttl that the host asks for. */
  readonly beyondTtl?: ReportedCall;
  /** Of a host that gives up a task: that call, the same one after it, and how many tasks there were. */
  readonly givenUp?: {
    readonly first: ReportedCall;
    readonly again: ReportedCall;
    readonly label: string;
    readonly tasks: number;
  };
  /** Of a host that can be told to make no tasks: a slow call, and what it was told to go on with. */
  readonly plain?: readonly ReportedCall[];
  /** A call of which the host makes a task. */
  readonly asTask?: ReportedCall;
  /** In the order of {@link SharedServer.people}. */
  readonly people: readonly ReportedPerson[];
}
