import type { Generation, GenerationOptions, Opening } from '../../mcp/generation.js';

export type CreateGeneration = (options: GenerationOptions) => Generation;

/** A generation whose SDK is loaded at first use. */
export interface LazyGeneration extends Generation {
  readonly load: () => Promise<void>;
}

export interface GenerationSource {
  readonly name: string;
  readonly recognize: (message: unknown) => Opening;
  readonly load: () => Promise<CreateGeneration>;
}

/** Creates a generation that is loaded at first use, since most connections over stdio need only one generation. */
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
      receive: async (request, body) => (await loaded()).http.receive(request, body),
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
