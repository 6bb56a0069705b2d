import { type Encoding, encodeJson } from './encodings.ts';
import type { CallbackEvent } from './events.ts';
import type { MessageTemplate } from './templates.ts';
import { insertMembers, type Random, unknownMembers } from './unknown-members.ts';

/** The content of a callback (interface 6.2). */
export interface MessageContent extends CallbackEvent {
  /** The callback's own id, identical on each resend; not the conversation's. */
  id: string;
  /** ISO 8601, UTC */
  created: string;
  /** JSON text of `payload`, kept byte for byte. */
  payload: string;
}

export interface BodyOptions {
  encoding?: Encoding | undefined;
  /** When given, random unknown members are added at every level (interface 6.1, rule 5). */
  random?: Random | undefined;
  /** Fills the body up to about this many bytes with an unknown member. */
  bytes?: number | undefined;
}

/** Returns the payload for a conversation as the service replied with it (interface 2.2). `response` is its JSON text, kept byte for byte. */
export function conversationPayload(response: string): string {
  return `{"conversation":${response}}`;
}

/** Returns the content of a template. `id` is the callback's, `now` in milliseconds since the epoch. */
export function templateContent(
  template: MessageTemplate,
  { id, conversationId, now }: { id: string; conversationId: string; now: number },
): MessageContent {
  return {
    id,
    created: new Date(now).toISOString(),
    target: template.target,
    event: template.event,
    payload: template.payload(conversationId),
  };
}

/** Returns the body of a callback as bytes: sign exactly these. */
export function callbackBody(content: MessageContent, options: BodyOptions = {}): Uint8Array {
  const { id, created, target, event } = content;
  const { random } = options;
  const payload = random === undefined ? content.payload : withUnknownMembers(content.payload, random);
  const head = JSON.stringify({ id, created, target, event }).slice(0, -1);
  const plain = `${head},"payload":${payload}}`;
  const json = random === undefined ? plain : insertMembers(plain, unknownMembers(random));
  return Buffer.from(encodeJson(fillUp(json, options.bytes ?? 0), options.encoding ?? 'compact'));
}

/** Adds unknown members to the payload, and to the conversation in it. */
function withUnknownMembers(payload: string, random: Random): string {
  const conversation = '{"conversation":';
  const inner = payload.startsWith(`${conversation}{`)
    ? `${conversation}${insertMembers(payload.slice(conversation.length), unknownMembers(random))}`
    : payload;
  return insertMembers(inner, unknownMembers(random));
}

function fillUp(json: string, bytes: number): string {
  const missing = bytes - Buffer.byteLength(json) - '"filler":"",'.length;
  return missing > 0 ? insertMembers(json, `"filler":"${'x'.repeat(missing)}"`) : json;
}
