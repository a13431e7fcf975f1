/** Describes a question as text, for people who read it before they answer. */
import { cleanLine, cleanText } from '../../../app/config/clean-text.js';
import {
  type InputRequest,
  InputMethod,
  isUrlElicitation,
} from '../../../core/question/input-request.js';
import { isRecord } from '../../../core/value/is-record.js';
import { type FormField, toFormFields } from '../form-fields.js';

/** The question in its own words. */
export function messageOf({ method, params }: InputRequest): string {
  if (method === InputMethod.sample) return 'A question to a model';
  return typeof params['message'] === 'string' ? cleanText(params['message']) : 'A question';
}

function describeChoices({ choices }: FormField): string[] {
  if (choices.length === 0) return [];
  const all = choices.map(({ value, title }) =>
    title === value ? cleanLine(value) : `${cleanLine(value)} (${cleanLine(title)})`,
  );
  return [`one of ${all.join(', ')}`];
}

function describeField(field: FormField): string {
  const { name, title, description, type, format, isRequired } = field;
  const kind = type === 'array' ? 'any of a list' : type;
  const facts = [
    format === undefined ? kind : `${kind}, ${format}`,
    isRequired ? 'required' : 'may be left out',
    ...describeChoices(field),
  ];
  const words = [title === name ? '' : title, description ?? ''].map(cleanLine).filter(Boolean);
  const said = words.length === 0 ? '' : `: ${words.join(' — ')}`;
  return `${cleanLine(name)} (${facts.join('; ')})${said}`;
}

/** Messages for a model, each a line. */
function describeMessages({ params }: InputRequest): string[] {
  const { messages } = params;
  return (Array.isArray(messages) ? messages : []).flatMap((message: unknown) => {
    const { role, content } = isRecord(message) ? message : ({} as Record<string, unknown>);
    const text = isRecord(content) && typeof content['text'] === 'string' ? content['text'] : '…';
    return [`${cleanLine(String(role))}: ${cleanText(text)}`];
  });
}

/** The question and the form of its answer, by line. */
export function describeQuestion(request: InputRequest): string[] {
  const message = messageOf(request).split('\n');
  if (request.method === InputMethod.sample)
    return [...message, ...describeMessages(request)].flatMap((line) => line.split('\n'));
  if (isUrlElicitation(request)) {
    return [...message, `Open ${cleanLine(String(request.params['url']))} in a browser.`];
  }
  return [...message, ...toFormFields(request).map((field) => `- ${describeField(field)}`)];
}
