import type { Generation, GenerationOptions, Opening } from '../../mcp/generation.js';

/** Makes a generation, with its SDK loaded. */
export type CreateGeneration = (options: GenerationOptions) => Generation;

/** A generation whose SDK is loaded when it is first needed. */
export interface LazyGeneration extends Generation {
  /** Loads it now. */
  readonly load: () => Promise<void>;
}

/** Where a generation is, and what is known of it before it is loaded. */
export interface GenerationSource {
  readonly name: string;
  readonly recognize: (message: unknown) => Opening;
  readonly load: () => Promise<CreateGeneration>;
}

/** A generation that is not loaded before somebody needs it, since most connections over stdio need only one of all. */
export function createLazyGeneration(
  { name, recognize, load }: GenerationSource,
  options: GenerationOptions,
): LazyGeneration {
  let loading: Promise<Generation> | undefined;
  const loaded = async (): Promise<Generation> => {
    loading ??= load().then((create) => create(options));
    return loading;
  };
  return {
    name,
    http: {
      serves: async (request, body) => (await loaded()).http.serves(request, body),
      answer: async (request, exchange) => (await loaded()).http.answer(request, exchange),
    },
    stdio: {
      recognize,
      connect: async (connection) => (await loaded()).stdio.connect(connection),
    },
    load: async () => {
      await loaded();
    },
    drain: async () => {
      await (await loading)?.drain();
    },
    close: async () => {
      await (await loading)?.close();
    },
  };
}
