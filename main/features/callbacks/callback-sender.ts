import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { SecureContext } from 'node:tls';
import type { z } from 'zod';
import type { SendAttempt, SentCallback, sendRequest } from '../../../preload/contract/callback-sending.ts';
import { Failure } from '../../common/failure.ts';
import { isoTime } from '../../common/iso-time.ts';
import {
  callbackBody,
  conversationPayload,
  type MessageContent,
  templateContent,
} from '../../examine/messages/body.ts';
import { invalidKinds } from '../../examine/messages/invalid.ts';
import { retryGaps } from '../../examine/messages/retry-gaps.ts';
import { type SignedMessage, signatureOf, signMessage } from '../../examine/messages/signing.ts';
import { messageTemplates } from '../../examine/messages/templates.ts';
import { addressForEvent, type LookupAll, type ReceiverAddress } from '../../examine/receiver/address.ts';
import { type DeliveryAnswer, deliver, isAccepted } from '../../examine/receiver/deliver.ts';
import { permittedReceiver } from './permitted-receiver.ts';

/** The time for which an answer is awaited, in milliseconds. */
const patienceMs = 30_000;
/** The most of an answer that is shown: characters of its body and of each header, and headers. */
const shownBody = 1024 * 1024;
const shownHeader = 1000;
const shownHeaders = 60;
/** More of the body than is shown, in bytes: a secret that is cut cannot be recognised. */
const keptBytes = shownBody + 64 * 1024;

export type SendRequest = z.output<typeof sendRequest>;

export interface CallbackSenderDeps {
  /** Returns a signing key of an environment. @throws Failure credentials-missing, keychain-* */
  signingKey(environmentId: string, keyId: string): Promise<string>;
  /** Reads the service's present response about a conversation, as bytes. @throws Failure of the service client */
  readConversation(environmentId: string, conversationId: string, signal: AbortSignal): Promise<Uint8Array>;
  /** Returns the authorities that the environment trusts. @throws Failure file-unreadable */
  secureContext(environmentId: string): Promise<SecureContext>;
  /** Removes secrets from a receiver's answer. */
  redact(text: string): string;
  /** Milliseconds since the epoch. */
  now(): number;
  random?: () => number;
  lookup?: LookupAll;
}

/** The values of the placeholders of an address (interface 2.1). */
interface MessageNames {
  conversationId: string;
  target: string;
  event: string;
}

interface Preparation {
  body: Uint8Array;
  names: MessageNames;
}

/** Sends signed test callbacks to a receiver of one's own, and retries as the service does (interface 6). */
export class CallbackSender {
  readonly #deps: CallbackSenderDeps;

  constructor(deps: CallbackSenderDeps) {
    this.#deps = deps;
  }

  /**
   * Sends a message until it is accepted, or once where no retries are wanted, then its duplicates. Resolves with what was sent and came back.
   * @throws Failure invalid-input for an address that is not permitted; as `signingKey`, `readConversation` and `secureContext`
   */
  async send(
    environmentId: string,
    request: SendRequest,
    signal: AbortSignal,
    onAttempt: (attempt: SendAttempt) => void,
  ): Promise<SentCallback> {
    const { address, key } = await this.permit(environmentId, request);
    const { body, names } = await this.prepare(environmentId, request, signal);
    const url = addressForEvent(address.url, names);
    const secureContext =
      url.protocol === 'https:' ? await this.#deps.secureContext(environmentId) : undefined;
    const attempts: SendAttempt[] = [];
    let gaps = request.retries === undefined ? [] : [...retryGaps()];
    let { duplicates } = request;
    let simulatedMs = 0;
    for (let number = 1; ; number++) {
      const message = this.#sign(request, body, key);
      const at = this.#deps.now();
      const answer = await deliver(message, {
        url,
        ip: address.ip,
        patienceMs,
        signal,
        keepBytes: keptBytes,
        secureContext,
      });
      const attempt = this.#attempt(number, at, simulatedMs, message, answer, request.pastedKey);
      attempts.push(attempt);
      onAttempt(attempt);
      if (signal.aborted) {
        break;
      }
      // Sends no retry after the last gap: duplicates follow, as they do after an accepted attempt.
      const gap = attempt.isAccepted ? undefined : gaps.shift();
      if (gap === undefined) {
        gaps = [];
        if (duplicates-- === 0) {
          break;
        }
        continue;
      }
      simulatedMs += gap;
      if (!(await wait(gap / (request.retries?.speed ?? 1), signal))) {
        break;
      }
    }
    return { url: url.href, ip: address.ip, body, attempts };
  }

  /** Returns the checked address and the key. @throws Failure invalid-input for an address that is not permitted; as `signingKey` */
  async permit(
    environmentId: string,
    request: Pick<SendRequest, 'url' | 'confirmedIp' | 'keyId' | 'pastedKey'>,
  ): Promise<{ address: ReceiverAddress; key: string }> {
    const address = await permittedReceiver(request, 'Nothing was sent', this.#deps.lookup);
    const key = request.pastedKey ?? (await this.#deps.signingKey(environmentId, request.keyId ?? ''));
    return { address, key };
  }

  /** Returns the message of a request, before it is signed. @throws as `readConversation` */
  async prepare(
    environmentId: string,
    request: Pick<SendRequest, 'what' | 'encoding' | 'unknownMembers' | 'bytes'>,
    signal: AbortSignal,
  ): Promise<Preparation> {
    const { what, encoding, unknownMembers, bytes } = request;
    if (what.kind === 'message') {
      return { body: what.body, names: what };
    }
    const content = await this.#content(environmentId, what, signal);
    const random = this.#deps.random ?? Math.random;
    const body = callbackBody(content, { encoding, bytes, ...(unknownMembers ? { random } : {}) });
    const { target, event } = content;
    return { body, names: { conversationId: what.conversationId ?? '', target, event } };
  }

  async #content(
    environmentId: string,
    what: Exclude<SendRequest['what'], { kind: 'message' }>,
    signal: AbortSignal,
  ): Promise<MessageContent> {
    const now = this.#deps.now();
    if (what.kind === 'case') {
      const { conversationId, target, event, callbackId: id = randomUUID() } = what;
      const response = await this.#deps.readConversation(environmentId, conversationId, signal);
      const payload = conversationPayload(Buffer.from(response).toString('utf8').trim());
      return { id, created: isoTime(now), target, event, payload };
    }
    const template = messageTemplates.find((one) => one.id === what.templateId);
    if (template === undefined) {
      throw new Failure({ code: 'invalid-input', message: 'There is no such template.' });
    }
    return templateContent(template, { id: randomUUID(), conversationId: what.conversationId, now });
  }

  /** Signs a message: each attempt has its own timestamp and signature, as those of the service. */
  #sign({ fault, headers }: SendRequest, body: Uint8Array, key: string): SignedMessage {
    const now = this.#deps.now();
    const kind = invalidKinds.find(({ id }) => id === fault);
    if (kind !== undefined) {
      return kind.make({ body, key, now });
    }
    if (headers === undefined) {
      return signMessage(body, key, now);
    }
    const headersNow = headers.map(([name, value]): [string, string] => [
      name,
      value.replaceAll('{now}', String(now)),
    ]);
    const stamp = headersNow.find(([name]) => name.toLowerCase() === 'x-signature-timestamp')?.[1] ?? '';
    const signature = signatureOf(key, stamp, body);
    return {
      body,
      headers: headersNow.map(([name, value]) => [name, value.replaceAll('{signature}', signature)]),
    };
  }

  #attempt(
    number: number,
    at: number,
    simulatedMs: number,
    message: SignedMessage,
    answer: DeliveryAnswer,
    pastedKey: string | undefined,
  ): SendAttempt {
    const redact = (text: string) =>
      pastedKey === undefined
        ? this.#deps.redact(text)
        : this.#deps.redact(text).replaceAll(pastedKey, '•••');
    const headerList = message.headers.map(([name, value]): [string, string] => [name, value]);
    const attempt = {
      number,
      at: isoTime(at),
      simulatedMs,
      sent: headerList,
      ms: Math.round(answer.ms),
      isAccepted: isAccepted(answer),
    };
    if (answer.kind === 'unanswered') {
      return { ...attempt, answer: { kind: 'none', reason: answer.reason, code: answer.code } };
    }
    const body = redact(Buffer.from(answer.body).toString('utf8'));
    return {
      ...attempt,
      answer: {
        kind: 'answered',
        status: answer.status,
        headers: answer.headers
          .slice(0, shownHeaders)
          .map(([name, value]): [string, string] => [redact(name), redact(value).slice(0, shownHeader)]),
        body: body.slice(0, shownBody),
        isComplete: answer.isComplete && body.length <= shownBody,
      },
    };
  }
}

/** Waits. Returns false if it was cancelled meanwhile. */
async function wait(ms: number, signal: AbortSignal): Promise<boolean> {
  try {
    await delay(ms, undefined, { signal, ref: false });
    return true;
  } catch {
    return false;
  }
}
