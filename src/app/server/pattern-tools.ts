import type { Logger } from '../../core/logger.js';
import type { SeenWorkflowType, ToolPattern } from '../../core/tool/tool-pattern.js';
import { inTime } from '../../core/value/in-time.js';
import type { Manifest } from '../../manifest/manifest.js';
import { expandPatterns } from '../../manifest/tool/patterns.js';

import type { Reloaded, ServedManifest } from './served-manifest.js';

/** Maximum time for which a start or a reload waits for Temporal, in milliseconds. */
const PATIENCE_MS = 3_000;
/** Interval between searches, in milliseconds. A search makes one call per pattern. */
const REFRESH_MS = 60_000;
/** Interval between searches while Temporal does not answer, in milliseconds. */
const RETRY_MS = 5_000;

/** The served manifest, and the search for Workflow Types. */
export interface PatternToolsOptions {
  readonly served: ServedManifest;
  /** The Workflow Types that patterns match. */
  readonly find: (patterns: readonly ToolPattern[]) => Promise<readonly SeenWorkflowType[]>;
  readonly logger: Logger | undefined;
  /** Interval between searches while Temporal does not answer, in milliseconds. Default: 5,000. */
  readonly retryMs?: number;
}

/** Returns the part of a manifest that depends on recorded Workflow Types, as a key to compare. */
function toKey({ tools }: Manifest): string {
  return JSON.stringify(
    Array.from(tools.values(), ({ name, workflowType, taskQueue }) => [
      name,
      workflowType,
      taskQueue,
    ]),
  );
}

/**
 * Serves manifests with the tools of their patterns, from the Workflow Types that Temporal has recorded. While Temporal
 * does not answer, it serves the written tools and those of earlier searches.
 */
export class PatternTools {
  readonly #options: PatternToolsOptions;
  #manifest: Manifest;
  #seen: readonly SeenWorkflowType[] = [];
  #key: string;
  #last: Promise<unknown> = Promise.resolve();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isClosed = false;

  /** @param manifest The served manifest, without the tools of its patterns. */
  constructor(manifest: Manifest, options: PatternToolsOptions) {
    this.#manifest = manifest;
    this.#key = toKey(manifest);
    this.#options = options;
  }

  /** Adds the first tools by pattern. Continues without them if Temporal does not answer within 3 s. */
  async start(): Promise<void> {
    if (this.#manifest.patterns) await this.serve(this.#manifest);
  }

  /** Serves another manifest, after earlier calls are done. Rejects like {@link ServedManifest.replaceBy}. */
  async serve(manifest: Manifest): Promise<Reloaded> {
    return this.#inTurn(async () => {
      const looking = this.#look(manifest);
      const hasSeen = await inTime(looking, PATIENCE_MS, () => false);
      const reloaded = await this.#replaceBy(manifest);
      this.#manifest = manifest;
      this.#schedule(hasSeen);
      return reloaded;
    });
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }

  async #inTurn<T>(act: () => Promise<T>): Promise<T> {
    const acting = this.#last.then(act);
    this.#last = acting.catch(() => undefined);
    return acting;
  }

  /** @returns `false` if Temporal has not answered. */
  async #look({ patterns = [] }: Manifest): Promise<boolean> {
    if (patterns.length === 0) return true;
    try {
      this.#seen = await this.#options.find(patterns);
      return true;
    } catch (error) {
      this.#options.logger?.warn(
        { err: error },
        'Temporal has not said which Workflow Types the tools by pattern stand for',
      );
      return false;
    }
  }

  async #replaceBy(manifest: Manifest): Promise<Reloaded> {
    const expanded = expandPatterns(manifest, this.#seen);
    const reloaded = await this.#options.served.replaceBy(expanded);
    this.#key = toKey(expanded);
    return reloaded;
  }

  #schedule(hasSeen: boolean): void {
    const afterMs = hasSeen ? REFRESH_MS : (this.#options.retryMs ?? RETRY_MS);
    clearTimeout(this.#timer);
    if (this.#isClosed || !this.#manifest.patterns) return;
    this.#timer = setTimeout(() => void this.#inTurn(async () => this.#refresh()), afterMs);
    this.#timer.unref();
  }

  async #refresh(): Promise<void> {
    const manifest = this.#manifest;
    const hasSeen = await this.#look(manifest);
    const isNews = toKey(expandPatterns(manifest, this.#seen)) !== this.#key;
    if (isNews && !this.#isClosed) {
      await this.#replaceBy(manifest);
      const { tools } = expandPatterns(manifest, this.#seen);
      const names = [...tools.keys()];
      this.#options.logger?.info({ tools: names }, 'The tools by pattern are others now');
    }
    this.#schedule(hasSeen);
  }
}
