import { randomUUID } from 'node:crypto';
import type { Agent } from 'node:http';
import type { SecureContext } from 'node:tls';
import { callbackBody, type MessageContent, templateContent } from './messages/body.ts';
import { type SignedMessage, type SigningKey, signMessage } from './messages/signing.ts';
import { type MessageTemplate, messageTemplates } from './messages/templates.ts';
import type { Random } from './messages/unknown-members.ts';
import { addressForEvent, type ReceiverAddress } from './receiver/address.ts';
import type { Exchange } from './receiver/deliver.ts';
import { deliver, isAccepted } from './receiver/deliver.ts';

export interface ExamLimits {
  /** The longest time a receiver may take for an answer, in milliseconds. */
  answerWithinMs: number;
  /** The largest body that is sent, in bytes. */
  maxBodyBytes: number;
  /** The longest time for the whole exam, in milliseconds. */
  totalMs: number;
  /** Pairs of messages with which the comparison of signatures is timed. */
  timingPairs: number;
}

export interface ExaminationDeps {
  address: ReceiverAddress;
  key: SigningKey;
  limits: ExamLimits;
  /** Milliseconds since the epoch, by the clock with which messages are stamped. */
  now(): number;
  random: Random;
  signal: AbortSignal;
  secureContext?: SecureContext | undefined;
}

/** A message and what it is about: addresses can differ by event (interface 2.1). */
export interface Probe {
  label: string;
  content: MessageContent;
  conversationId: string;
  message: SignedMessage;
}

/** After this many times the permitted time an answer is no longer awaited. */
const patienceFactor = 3;
const silentAfter = 3;
/** The most bytes kept of an answer's body. */
const keptAnswer = 2048;

/** One exam: sends messages to the receiver and keeps what several rules need. */
export class Examination {
  readonly limits: ExamLimits;
  readonly key: SigningKey;
  readonly random: Random;
  readonly #deps: ExaminationDeps;
  /** Messages in a row that were not answered in time. */
  #silences = 0;
  #slowestMs = 0;
  #acceptCount = 0;
  #lastStamp = 0;

  constructor(deps: ExaminationDeps) {
    this.limits = deps.limits;
    this.key = deps.key;
    this.random = deps.random;
    this.#deps = deps;
  }

  /** Returns the slowest answer to a message that was accepted, in milliseconds, and how many were accepted. */
  get speed(): { slowestMs: number; acceptCount: number } {
    return { slowestMs: this.#slowestMs, acceptCount: this.#acceptCount };
  }

  /** Returns whether the receiver has stopped answering: each further message would take the whole time that an answer is awaited. */
  get isSilent(): boolean {
    return this.#silences >= silentAfter;
  }

  get isHttps(): boolean {
    return this.#deps.address.url.startsWith('https:');
  }

  now(): number {
    return this.#deps.now();
  }

  /** Returns a timestamp that no earlier message has, in milliseconds: only one rule is about equal ones. */
  stamp(): number {
    this.#lastStamp = Math.max(this.now(), this.#lastStamp + 1);
    return this.#lastStamp;
  }

  /** New content of a template, with an id of its own. */
  content(templateId: string, conversationId: string = randomUUID()): MessageContent {
    return templateContent(templateOf(templateId), { id: randomUUID(), conversationId, now: this.now() });
  }

  /** Returns a valid message, signed now. `body` replaces the one made of the content. */
  probe(
    label: string,
    content: MessageContent,
    { body, at }: { body?: Uint8Array; at?: number } = {},
  ): Probe {
    const bytes = body ?? callbackBody(content);
    return {
      label,
      content,
      conversationId: conversationIdOf(content),
      message: signMessage(bytes, this.key, at ?? this.stamp()),
    };
  }

  /** Returns an ordinary valid message: shows whether the receiver accepts anything at all. */
  plain(label = 'An ordinary valid message, for comparison'): Probe {
    return this.probe(label, this.content('finished'));
  }

  async send(probe: Probe, { agent }: { agent?: Agent } = {}): Promise<Exchange> {
    const { address, signal, secureContext, limits } = this.#deps;
    const { label, message, content, conversationId } = probe;
    const { target, event } = content;
    const url = addressForEvent(address.url, { conversationId, target, event });
    const answer = await deliver(message, {
      url,
      ip: address.ip,
      patienceMs: limits.answerWithinMs * patienceFactor,
      signal,
      agent,
      secureContext,
      keepBytes: keptAnswer,
    });
    const isLate = answer.kind === 'unanswered' && answer.reason === 'no-answer-in-time';
    this.#silences = isLate ? this.#silences + 1 : 0;
    if (isAccepted(answer)) {
      this.#acceptCount += 1;
      this.#slowestMs = Math.max(this.#slowestMs, answer.ms);
    }
    return { label, method: 'POST', url: url.href, headers: message.headers, body: message.body, answer };
  }
}

function templateOf(id: string): MessageTemplate {
  const template = messageTemplates.find((one) => one.id === id);
  if (template === undefined) {
    throw new Error(`No template is called ${id}`);
  }
  return template;
}

/** Returns the conversation that a message is about; a new id for payloads without one. */
function conversationIdOf({ payload }: MessageContent): string {
  return /^\{\s*"conversation":\s*\{"id":"([^"]+)"/.exec(payload)?.[1] ?? randomUUID();
}
