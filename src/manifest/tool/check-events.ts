/** Checks that the body of each webhook names what its events have, and warns of texts of others in it. */
import type { Reading } from '../../core/mapping/expression.js';
import { EVENT_DATA } from '../../definition/event.js';
import type { Written } from '../../definition/leaves.js';
import { eventsOf, type WebhooksSource } from '../../definition/tool/webhooks.js';
import { readsIn } from '../compile/check-names.js';
import { isBelow, type LocatedProblem } from '../manifest-error.js';

/** Why no event of a webhook has a member of `data`; `undefined` if one has it. */
function findNever(name: string, webhook: WebhooksSource[number]): string | undefined {
  const events = eventsOf(webhook);
  const members = new Set(events.flatMap((event) => Object.keys(EVENT_DATA[event].shape)));
  if (name === 'owner' && !webhook.tellOwner)
    return '$event.data has an owner only with tellOwner: write "tellOwner: true", too.';
  if (members.has(name)) return undefined;
  const known = [...members].filter((member) => member !== 'owner' || webhook.tellOwner);
  return `$event.data has no "${name}" in ${events.join(' or ')}. It has ${known.join(', ')}.`;
}

/** @param written The texts and expressions of the tool. */
export function checkEvents(
  webhooks: WebhooksSource = [],
  written: readonly Written[],
  path: readonly PropertyKey[],
): LocatedProblem[] {
  return written.flatMap((leaf) => {
    const [key, index] = leaf.path.slice(path.length);
    const webhook = key === 'webhooks' ? webhooks[Number(index)] : undefined;
    return readsIn([leaf]).flatMap(({ root, path: [data, name] }) => {
      const isOfData = root === 'event' && data === 'data' && name !== undefined;
      const message = webhook && isOfData ? findNever(name, webhook) : undefined;
      return message === undefined ? [] : [{ path: leaf.path, message }];
    });
  });
}

/** Types of texts in which a chat reads marks: links, and mentions of everybody. */
const MARKED_UP: readonly string[] = ['mrkdwn', 'markdown', 'lark_md', 'TextBlock'];
const FOREIGN_MARKUP =
  'A text of a caller can add links and mentions here, since a chat reads its marks: write "type: plain_text" for it, or "TextRun" in a card.';

/** Members of an event with texts of callers, Workflows and issuers. */
const FOREIGN_DATA: readonly unknown[] = [undefined, 'statusMessage', 'owner', 'requests'];

/** Returns true for a value that others have written. */
function isForeign({ root, path: [member, name] }: Reading): boolean {
  if (root === 'question') return member === undefined || member === 'message';
  const isData = member === undefined || (member === 'data' && FOREIGN_DATA.includes(name));
  return root === 'caller' || (root === 'event' && isData);
}

/**
 * Warns of maps of a body whose text a chat reads as markup, with values of others in it.
 *
 * @param written The texts and expressions of the tool.
 */
export function warnOfMarkup(
  written: readonly Written[],
  path: readonly PropertyKey[],
): readonly LocatedProblem[] {
  const ofBodies = written.filter((leaf) => isBelow(leaf.path, [...path, 'webhooks']));
  return ofBodies.flatMap((mark) => {
    if (mark.path.at(-1) !== 'type' || !MARKED_UP.includes(mark.text)) return [];
    const map = mark.path.slice(0, -1);
    const foreign = ofBodies.find(
      (leaf) => isBelow(leaf.path, map) && readsIn([leaf]).some(isForeign),
    );
    return foreign ? [{ path: foreign.path, message: FOREIGN_MARKUP }] : [];
  });
}
