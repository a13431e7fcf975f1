/** Compares a tool's arguments with recorded ones: their number, kinds, and the names of members. Reports no values. */
import { type ArgumentLayout, layOut } from '../core/mapping/argument-layout.js';
import type { Scope } from '../core/mapping/expression.js';
import type { Caller } from '../core/person/caller.js';
import type { ActionDefinition } from '../core/task/task-action.js';
import { toCallScope } from '../core/tool/call-scope.js';
import type { ObjectSchema, ParseInput, ToolDefinition } from '../core/tool/tool-definition.js';
import { nearestName } from '../core/value/find-nearest.js';
import { isRecord } from '../core/value/is-record.js';
import { ownMember } from '../core/value/members.js';

import { type RecordedStart, Unreadable } from './recorded-starts.js';
import { type SampleSize, toSample } from './sample-value.js';

/** Member names that reports may contain: identifiers only, so no addresses and no texts. */
const NAME = /^[A-Za-z_][\w-]{0,63}$/;
/** Number of calls from which a common feature isn't an accident. */
const MIN_SURE = 2;
/** The SDK whose Workflows and handlers fail on surplus arguments, by its name in histories. */
const PYTHON = 'temporal-python';
const SOMEBODY: Caller = { owner: JSON.stringify(['https://issuer.example', 'user', 'sub']) };

export interface SampleArguments {
  /** Arguments of a call with the required members only. */
  readonly least: readonly unknown[];
  /** Arguments of a call with all members. */
  readonly most: readonly unknown[];
}

export interface Disagreement {
  /** `problem`: the Workflow would get wrong arguments. `warning`: the difference may be intended. */
  readonly level: 'warning' | 'problem';
  readonly message: string;
}

/** How the arguments of a Workflow or a handler are made. */
interface Sampled {
  readonly inputSchema: ObjectSchema;
  readonly parse: ParseInput;
  /** Absent: unknown. */
  readonly layout?: ArgumentLayout | undefined;
}

async function lay(
  { inputSchema, parse, layout }: Sampled,
  size: SampleSize,
): Promise<readonly unknown[] | undefined> {
  const sample = toSample(inputSchema, size);
  if (!isRecord(sample)) return undefined;
  const parsed = await parse(sample, SOMEBODY);
  if (parsed.ok) return parsed.workflowArguments;
  // Parsing refuses samples that, for example, do not match a pattern. Their kinds are right nevertheless.
  const laidOut = layout && (await layOut(layout, toCallScope(sample, SOMEBODY)));
  return laidOut?.ok === true ? laidOut.workflowArguments : undefined;
}

/** Sample arguments, by the schema of the input; `undefined` if code refuses them, or they cannot be laid out. */
async function toSamples(sampled: Sampled): Promise<SampleArguments | undefined> {
  const least = await lay(sampled, 'least');
  const most = await lay(sampled, 'most');
  return least && most && { least, most };
}

/** Sample arguments of a tool for its Workflow, or of an action for its handler. */
export async function toSampleArguments(
  sampled: ToolDefinition | ActionDefinition,
): Promise<SampleArguments | undefined> {
  const { inputSchema } = sampled.shown;
  const layout = 'start' in sampled ? sampled.start.arguments : undefined;
  return toSamples({ inputSchema, parse: sampled.input.parse, layout });
}

/**
 * Sample arguments of a message.
 *
 * @param more Names further roots of the sample.
 */
export async function toLaidOutSample(
  inputSchema: ObjectSchema,
  layout: ArgumentLayout,
  more: (sample: Scope) => Scope = () => ({}),
): Promise<SampleArguments | undefined> {
  const parse: ParseInput = async (members, by) =>
    layOut(layout, { ...toCallScope(members, by), ...more(members) });
  return toSamples({ inputSchema, parse });
}

/** Returns the kind of a value in words, or `undefined` if there is no value. */
export function kindOf(value: unknown): string | undefined {
  if (value === null || value === undefined) return undefined;
  if (value instanceof Uint8Array) return 'bytes';
  if (Array.isArray(value)) return 'a list';
  const kinds: Readonly<Record<string, string>> = {
    string: 'a text',
    number: 'a number',
    boolean: 'true or false',
    object: 'an object',
  };
  return kinds[typeof value];
}

function count(number: number): string {
  return number === 1 ? '1 argument' : `${number} arguments`;
}

/** Returns true if the SDKs of all Workers that ran these executions are known, and drop surplus arguments. */
export function doIgnoreMore(starts: readonly Pick<RecordedStart, 'sdk'>[]): boolean {
  const sdks = starts.flatMap(({ sdk }) => sdk ?? []);
  return sdks.length > 0 && !sdks.includes(PYTHON);
}

export interface Comparison {
  /** Default: `started`. */
  readonly verb?: 'started' | 'sent' | undefined;
  /** True if its Workers ignore surplus arguments. Default: unknown, or they fail on them. */
  readonly ignoresMore?: boolean | undefined;
}

function compareCounts(
  seen: readonly (readonly unknown[])[],
  { least, most }: SampleArguments,
  { verb = 'started', ignoresMore = false }: Comparison,
): Disagreement[] {
  const lengths = seen.map(({ length }) => length);
  const fewest = Math.min(...lengths);
  const greatest = Math.max(...lengths);
  // A single call may have had optional arguments, or left them out.
  const isSure = seen.length >= MIN_SURE;
  const unless = 'or make sure that the Workflow accepts that.';
  if (most.length < fewest) {
    if (verb === 'sent' && !isSure) return [];
    const was = fewest === greatest ? count(fewest) : `${fewest} to ${count(greatest)}`;
    const message = `it was always ${verb} with ${was}, but this tool passes ${most.length}: lay them out by position: "arguments: [first, second]", ${unless}`;
    // A message may accept fewer than it got.
    return [{ level: isSure && verb === 'started' ? 'problem' : 'warning', message }];
  }
  const isAlways = least.length > greatest;
  if (!isAlways && (most.length <= greatest || !isSure || ignoresMore)) return [];
  const passed = isAlways ? count(least.length) : `up to ${count(most.length)}`;
  const failure = ignoresMore ? '' : ' A Workflow in Python fails on more than it takes.';
  const advice = greatest === 0 ? 'Write "arguments: []"' : 'Leave the rest out of "arguments"';
  const message = `this tool passes ${passed}, and at most ${greatest} were seen.${failure} ${advice}, ${unless}`;
  return [{ level: isAlways && isSure && !ignoresMore ? 'problem' : 'warning', message }];
}

type Members = Readonly<Record<string, unknown>>;

/** Names that were always recorded and are missing here. One that is like a name here is a typing error. */
function compareNames(
  seen: readonly Members[],
  written: Members,
  argument: string,
): Disagreement[] {
  const ever = [...new Set(seen.flatMap((members) => Object.keys(members)))];
  // A member that is `null` is left out in another way.
  const always = ever.filter((name) =>
    seen.every((members) => (ownMember(members, name) ?? null) !== null),
  );
  const names = Object.keys(written);
  const unknown = names.filter((name) => !ever.includes(name));
  const missing = always.filter((name) => NAME.test(name) && !names.includes(name));
  return missing.map((name) => {
    const meant = nearestName(name, unknown);
    const hint = meant === undefined ? '' : ` It has "${meant}": write "${name}".`;
    const message = `"${name}" was always in ${argument}, but this tool has no such property.${hint}`;
    return { level: meant === undefined ? 'warning' : 'problem', message };
  });
}

export function compareArguments(
  seen: readonly (readonly unknown[])[],
  written: SampleArguments,
  comparison: Comparison = {},
): Disagreement[] {
  if (seen.length === 0) return [];
  const ofPositions = written.most.flatMap((value, index): Disagreement[] => {
    const values = seen.flatMap((list) => (index < list.length ? [list[index]] : []));
    const argument = written.most.length === 1 ? 'the argument' : `argument ${index + 1}`;
    const unreadable = values.find((value) => value instanceof Unreadable);
    if (unreadable) {
      const message = `${argument} cannot be compared with what this tool passes: ${unreadable.why}`;
      return [{ level: 'warning', message }];
    }
    const kinds = [...new Set(values.flatMap((each) => kindOf(each) ?? []))];
    const kind = kindOf(value);
    if (kind !== undefined && kinds.length > 0 && !kinds.includes(kind)) {
      const message = `${argument} was always ${kinds.join(' or ')}, but this tool passes ${kind}: lay out the arguments as the Workflow takes them, with "arguments".`;
      return [{ level: 'problem', message }];
    }
    const objects = values.filter((each) => isRecord(each));
    if (!isRecord(value) || objects.length === 0 || objects.length < values.length) return [];
    return compareNames(objects, value, argument);
  });
  return [...compareCounts(seen, written, comparison), ...ofPositions];
}
