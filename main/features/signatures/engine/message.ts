import { utf8Text } from './bytes.ts';
import { boundText, exceededBound } from './json/bounds.ts';
import { repeatedName } from './json/navigate.ts';
import { readTape } from './json/tape.ts';

/** The content of a body, whether or not its signature is valid (interface 6.2). */
export interface MessageVerdict {
  verdict: 'complete' | 'incomplete' | 'not-json' | 'empty' | 'too-large';
  /** The findings and the duties of the receiver, most important first. */
  sentences: string[];
  /** Paths of members of 6.2 that are absent or of another type. */
  missing: string[];
  /** The envelope's id, for dropping duplicates. Not the conversation's. */
  callbackId?: string;
  /** `payload.conversation.id`, for API calls. */
  conversationId?: string;
  target?: string;
  event?: string;
  /** As the service wrote it. */
  created?: string;
  /** True if the pair of target and event is in the table of interface 6.2. */
  known: boolean;
}

/** Larger bodies are verified but not read as a message. Bytes. */
export const maxMessage = 32 * 1024 * 1024;

/** A body of this length cannot exceed the bounds enough to slow a parser. Bytes. */
const neverBeyond = 64 * 1024;

/** The duty of a receiver for each pair of the table in 6.2. */
const duties: Record<string, string> = {
  'CONVERSATION FINISHED':
    'The conversation ended, whatever its result: read the verdict product by product, then answer 200, 201, 202 or 204.',
  'CONVERSATION EXPIRED': 'The conversation expired: stop waiting for it, then answer 200, 201, 202 or 204.',
  'SUBSCRIPTION NEW_DATA':
    'Monitoring found new data on AML lists: look at result.aml again, then answer 200, 201, 202 or 204.',
};
const targets = new Map([
  ['CONVERSATION', ['FINISHED', 'EXPIRED']],
  ['SUBSCRIPTION', ['NEW_DATA']],
]);

/** Reads a callback's body (interface 6.2). Never throws: problems are in the verdict. */
export function readMessage(body: Uint8Array): MessageVerdict {
  if (body.length === 0) {
    return unreadVerdict(
      'empty',
      'The body is empty: a callback always has one. Was it consumed before it was read?',
    );
  }
  const beyond = body.length > neverBeyond ? exceededBound(body) : undefined;
  if (beyond) {
    return unreadVerdict('too-large', `The body was not read as a message: it has ${boundText(beyond)}.`);
  }
  const text = utf8Text(body);
  if (text === undefined) {
    return unreadVerdict('not-json', 'The body is not UTF-8 text, so it is not JSON.');
  }
  const hasMark = text.startsWith('\uFEFF');
  let value: unknown;
  try {
    value = JSON.parse(hasMark ? text.slice(1) : text);
  } catch {
    return unreadVerdict('not-json', 'The body is not JSON.');
  }
  const verdict = readEnvelope(value);
  const tape = readTape(body);
  const duplicate = tape && repeatedName(tape);
  if (duplicate !== undefined) {
    verdict.sentences.push(
      `The body has the member ${duplicate} more than once in one object: here the last one counts, a receiver may read another.`,
    );
  }
  if (hasMark) {
    verdict.sentences.push('The body begins with a byte order mark, which the service does not send.');
  }
  return verdict;
}

/** Returns the verdict on a body that is too long. `length` in bytes. */
export function unreadMessage(length: number): MessageVerdict {
  return unreadVerdict(
    'too-large',
    `The body has ${length} bytes; only bodies up to ${maxMessage} bytes are read as a message.`,
  );
}

function unreadVerdict(verdict: MessageVerdict['verdict'], sentence: string): MessageVerdict {
  return { verdict, sentences: [sentence], missing: [], known: false };
}

/** Returns the own member of a parsed object, or undefined. */
export function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function readEnvelope(value: unknown): MessageVerdict {
  if (!isObject(value)) {
    const kind = Array.isArray(value) ? 'an array' : value === null ? 'null' : `a ${typeof value}`;
    return unreadVerdict('incomplete', `The body is JSON, but ${kind} and not a callback’s object.`);
  }
  const payload = member(value, 'payload');
  const conversation = member(payload, 'conversation');
  const members = {
    callbackId: text(member(value, 'id')),
    created: text(member(value, 'created')),
    target: text(member(value, 'target')),
    event: text(member(value, 'event')),
    conversationId: text(member(conversation, 'id')),
  };
  const isDocumented = targets.get(members.target ?? '')?.includes(members.event ?? '') === true;
  // The payload's content is defined for known events only; others may carry something else (6.1, rule 4).
  const hasConversation = isObject(payload) && (isDocumented || conversation !== undefined);
  const missing = [
    ...requiredMembers.flatMap(([name, path]) => (members[name] === undefined ? [path] : [])),
    ...(isObject(payload) ? [] : ['payload']),
    ...(hasConversation && !isObject(conversation) ? ['payload.conversation'] : []),
    ...(isObject(conversation) && members.conversationId === undefined ? ['payload.conversation.id'] : []),
  ];
  return {
    verdict: missing.length === 0 ? 'complete' : 'incomplete',
    sentences: describe(members, missing, isDocumented),
    missing,
    known: isDocumented,
    ...Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)),
  };
}

/** The members that every callback has, each with its path in the body. */
const requiredMembers = [
  ['callbackId', 'id'],
  ['created', 'created'],
  ['target', 'target'],
  ['event', 'event'],
] as const;

type MessageFields = Record<
  'callbackId' | 'created' | 'target' | 'event' | 'conversationId',
  string | undefined
>;

function describe(fields: MessageFields, missing: string[], known: boolean): string[] {
  const sentences: string[] = [];
  if (missing.length > 0) {
    sentences.push(
      `The envelope is incomplete: ${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'} missing or of another type.`,
    );
  }
  sentences.push(duty(fields, known));
  if (fields.created !== undefined && Number.isNaN(Date.parse(fields.created))) {
    sentences.push('The member created is not an ISO 8601 time.');
  }
  if (fields.callbackId !== undefined && fields.conversationId !== undefined) {
    sentences.push(
      fields.callbackId === fields.conversationId
        ? 'The callback’s id is the same as the conversation’s; the service gives them different ones.'
        : 'The callback’s own id is for dropping duplicates; for API calls use payload.conversation.id.',
    );
  }
  return sentences;
}

function duty({ target, event }: MessageFields, known: boolean): string {
  if (known) {
    return duties[`${target} ${event}`] ?? '';
  }
  const ignore = 'accept it with 200, 201, 202 or 204 and ignore it.';
  if (target === undefined || event === undefined) {
    return `It does not say what happened; ${ignore}`;
  }
  return targets.has(target)
    ? `The event ${event} is not known for the target ${target}: ${ignore}`
    : `The target ${target} is not known: ${ignore}`;
}
