/** Stand-ins for services of chats: they check what these document, and answer as they do. */
import {
  type ReceivedPost,
  type ReceiverReply,
  startReceiver,
  type WebhookReceiver,
} from './webhook-receiver.js';

type Json = Readonly<Record<string, unknown>>;

/** A stand-in, with the answers that it gave. */
export interface ChatService extends WebhookReceiver {
  readonly verdicts: readonly string[];
}

const listOf = (value: unknown): readonly Json[] => (Array.isArray(value) ? (value as Json[]) : []);
const isShort = (value: unknown, most: number): boolean =>
  typeof value === 'string' && value.length > 0 && value.length <= most;

function isSlackText({ type, text }: Json): boolean {
  return (type === 'plain_text' || type === 'mrkdwn') && isShort(text, 3_000);
}

function isSlackBlock({ type, text, elements }: Json): boolean {
  if (type === 'section') return isSlackText((text ?? {}) as Json);
  const parts = listOf(elements);
  return type === 'context' && parts.length > 0 && parts.length <= 10 && parts.every(isSlackText);
}

/** Slack's incoming webhooks: JSON with `text` or `blocks`; "ok", or a status and a word. */
function judgeForSlack({ headers, body }: ReceivedPost): ReceiverReply {
  if (headers['content-type'] !== 'application/json')
    return { status: 400, body: 'invalid_payload' };
  const { text, blocks } = body;
  if (!isShort(text, 40_000) && blocks === undefined) return { status: 400, body: 'no_text' };
  const isFit =
    blocks === undefined || (listOf(blocks).length > 0 && listOf(blocks).every(isSlackBlock));
  return isFit ? { status: 200, body: 'ok' } : { status: 400, body: 'invalid_blocks' };
}

function isCardPart({ type, text, inlines }: Json): boolean {
  if (type === 'TextBlock') return isShort(text, 28_000);
  return (
    type === 'RichTextBlock' &&
    listOf(inlines).every((run) => run['type'] === 'TextRun' && isShort(run['text'], 28_000))
  );
}

function isCard({ type, version, body, actions }: Json): boolean {
  return (
    type === 'AdaptiveCard' &&
    /^1\.\d$/.test(String(version)) &&
    listOf(body).length > 0 &&
    listOf(body).every(isCardPart) &&
    listOf(actions).every(
      (action) => action['type'] === 'Action.OpenUrl' && URL.canParse(String(action['url'])),
    )
  );
}

/** A flow of Teams: a message with Adaptive Cards, of 28 KB at most; 202. */
function judgeForTeams({ headers, body, bytes }: ReceivedPost): ReceiverReply {
  if (bytes > 28 * 1_024) return { status: 413 };
  const cards = listOf(body['attachments']);
  const isFit =
    headers['content-type'] === 'application/json' &&
    body['type'] === 'message' &&
    cards.length > 0 &&
    cards.every(
      ({ contentType, content }) =>
        contentType === 'application/vnd.microsoft.card.adaptive' &&
        isCard((content ?? {}) as Json),
    );
  return { status: isFit ? 202 : 400 };
}

async function startChat(judge: (post: ReceivedPost) => ReceiverReply): Promise<ChatService> {
  const receiver = await startReceiver();
  const verdicts: string[] = [];
  receiver.answer = (post) => {
    const reply = judge(post);
    verdicts.push([reply.status, reply.body ?? []].flat().join(' '));
    return reply;
  };
  return Object.assign(receiver, { verdicts });
}

export const startSlack = async (): Promise<ChatService> => startChat(judgeForSlack);
export const startTeams = async (): Promise<ChatService> => startChat(judgeForTeams);
