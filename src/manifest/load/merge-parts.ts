import type { LocatedProblem } from '../manifest-error.js';
import { DEFAULT_SERVER_NAME } from '../server/server.js';
import { applyDefaults, isFromDefaults, withStart } from '../tool/tool-schema.js';

import type { FileSource, ManifestSource } from './manifest-schema.js';
import { workOf } from './tool-kinds.js';

interface Place {
  /** The file, by its number. */
  readonly part: number;
  readonly path: readonly PropertyKey[];
}

/** A problem, with the number of its file. */
export interface PlacedProblem extends LocatedProblem {
  readonly part: number;
  /** The other place, if two places contradict each other. */
  readonly elsewhere?: Place | undefined;
}

export interface MergedSource {
  readonly source: ManifestSource;
  /** Finds the file with the tool, action or section of a path, and the path in it: a tool may have it by `defaults`. */
  readonly placeOf: (path: readonly PropertyKey[]) => Place;
  /** Names that two files use. */
  readonly problems: readonly PlacedProblem[];
}

const BY_NAME = ['tools', 'actions'] as const;

function findTwice(sources: readonly FileSource[]): PlacedProblem[] {
  const first = new Map<string, Place>();
  const problems: PlacedProblem[] = [];
  const see = (place: Place, message: string): void => {
    const key = JSON.stringify(place.path);
    const elsewhere = first.get(key);
    if (!elsewhere) first.set(key, place);
    else problems.push({ ...place, key: String(place.path.at(-1)), message, elsewhere });
  };
  sources.forEach((source, part) => {
    for (const section of BY_NAME) {
      for (const name of Object.keys(source[section] ?? {})) {
        const message = `Duplicate name "${name}": rename one of them.`;
        see({ part, path: [section, name] }, message);
      }
    }
  });
  return problems;
}

/** Merges the content of several files. `defaults` apply only to the tools of their own file. */
export function mergeParts(sources: readonly FileSource[]): MergedSource {
  const partOf = ([section, name]: readonly PropertyKey[]): number => {
    const byName = BY_NAME.find((candidate) => candidate === section);
    const index = sources.findIndex((source) =>
      byName === undefined || name === undefined
        ? Object.hasOwn(source, String(section))
        : Object.hasOwn(source[byName] ?? {}, name),
    );
    return Math.max(index, 0);
  };
  const placeOf = (path: readonly PropertyKey[]): Place => {
    const part = partOf(path);
    const [section, name, ...rest] = path;
    const { tools = {}, defaults } = sources[part] ?? {};
    const isInherited = section === 'tools' && isFromDefaults(tools[String(name)], defaults, rest);
    return { part, path: isInherited ? ['defaults', ...rest] : path };
  };
  const [first, ...others] = sources.flatMap(({ actions }) => (actions ? [actions] : []));
  const server = sources.find((source) => source.server)?.server;
  const { name: serverName = DEFAULT_SERVER_NAME } = server ?? {};
  const tools = Object.fromEntries(
    sources.flatMap(({ tools: own = {}, defaults = {} }) =>
      Object.entries(own).map(([name, tool]) => [
        name,
        applyDefaults(
          withStart(tool, workOf(tool), {
            tool: name,
            serverName,
            names: Object.keys((tool.input ?? defaults.input)?.['properties'] ?? {}),
          }),
          defaults,
        ),
      ]),
    ),
  );
  return {
    source: {
      tools,
      server,
      actions: first && (Object.assign({}, first, ...others) as typeof first),
    },
    placeOf,
    problems: findTwice(sources),
  };
}
