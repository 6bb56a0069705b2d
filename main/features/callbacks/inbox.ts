import pLimit from 'p-limit';
import type {
  CallbackAnswer,
  CallbackDetails,
  CallbackRow,
  CallbackVerification,
} from '../../../preload/contract/callbacks.ts';
import { omitUndefined } from '../../../preload/contract/objects.ts';
import type { Verification } from '../../../preload/contract/signatures.ts';
import { Failure } from '../../common/failure.ts';
import type { NewCallback } from '../../common/new-callback.ts';
import { KeepQueue } from './keep-queue.ts';

/** Larger bodies are verified a few at a time. Bytes. */
export const largeBytes = 64 * 1024;
const largeAtOnce = 2;
/** The longest text of a message that is kept beside the body, in characters. */
const maxText = 200;

/** A callback as it arrived, by the listener or by hand. */
export interface ArrivedCallback {
  /** Milliseconds since the epoch. */
  receivedAt: number;
  source: CallbackRow['source'];
  method?: string | undefined;
  path?: string | undefined;
  headers: [name: string, value: string][];
  timestamp: string | undefined;
  signature: string | undefined;
  body: Uint8Array;
  /** The number of bytes that `Content-Length` announced: a pasted body may have lost some. */
  contentLength?: number | undefined;
}

/** The details of a message, from its body (interface 6.2). */
type MessageDetails = Pick<
  Verification['message'],
  'callbackId' | 'conversationId' | 'target' | 'event' | 'created' | 'known'
>;

export interface InboxDeps {
  /** @throws Failure credentials-missing, keychain-*, busy, limit-exceeded */
  verify(
    environmentId: string,
    callback: {
      timestamp: string;
      signature: string;
      body: Uint8Array;
      receivedAt: number;
      contentLength: number | undefined;
    },
  ): Promise<Verification>;
  /** Reads a body as a message. @throws Failure busy */
  read(body: Uint8Array): Promise<MessageDetails>;
  /** Keeps callbacks; resolves when they are on disk. */
  keep(environmentId: string, callbacks: NewCallback[]): Promise<CallbackRow[]>;
  /** Removes the secrets in use from a text. */
  redact(text: string): string;
}

/** Verifies callbacks and keeps them. */
export class Inbox {
  readonly #deps: InboxDeps;
  readonly #queue: KeepQueue;
  readonly #large = pLimit(largeAtOnce);

  constructor(deps: InboxDeps) {
    this.#deps = deps;
    this.#queue = new KeepQueue((environmentId, callbacks) => deps.keep(environmentId, callbacks));
  }

  /**
   * Verifies and keeps a callback; resolves with its row when it is on disk.
   *
   * @param answer the planned answer; undefined if none is expected
   * @throws as `keep`
   */
  async receive(
    environmentId: string,
    callback: ArrivedCallback,
    answer?: CallbackAnswer,
  ): Promise<{ row: CallbackRow; status: number | undefined }> {
    const checked = await this.#check(environmentId, callback);
    const { verification } = checked;
    const state = stateOf(callback, verification);
    const status = answer === undefined ? undefined : statusFor(answer, state, verification);
    // A callback that cannot be verified belongs to its conversation, too, and is deleted with it.
    const { callbackId, conversationId, target, event, created, known } =
      verification?.message ?? (await this.#read(callback.body)) ?? {};
    const { source, method, path, headers, receivedAt, body } = callback;
    const short = (text: string | undefined) => this.#short(text);
    const row = await this.#queue.keep(environmentId, {
      receivedAt,
      state,
      isGenuine: verification?.signature.verdict === 'match',
      isKnown: known === true,
      answered: status,
      // A long id would be shortened to another one.
      ...idsOf({ callbackId, conversationId }),
      content: {
        source,
        ...omitUndefined({ target: short(target), event: short(event), created: short(created) }),
        ...omitUndefined({ method, path }),
        headers,
        ...omitUndefined(checked),
      },
      body,
    });
    return { row, status };
  }

  /** At most so many characters. Secrets are removed first: a part of one would not be recognised later. */
  #short(text: string | undefined): string | undefined {
    return text === undefined || text.length <= maxText
      ? text
      : `${this.#deps.redact(text).slice(0, maxText)}…`;
  }

  async #read(body: Uint8Array): Promise<MessageDetails | undefined> {
    const read = () => this.#deps.read(body);
    try {
      return await (body.byteLength > largeBytes ? this.#large(read) : read());
    } catch (error) {
      if (error instanceof Failure) {
        return undefined;
      }
      throw error;
    }
  }

  async #check(
    environmentId: string,
    { timestamp, signature, body, receivedAt, contentLength }: ArrivedCallback,
  ): Promise<Pick<CallbackDetails, 'verification' | 'unverified'>> {
    const verify = () =>
      this.#deps.verify(environmentId, {
        ...{ timestamp: timestamp ?? '', signature: signature ?? '' },
        ...{ body, receivedAt, contentLength },
      });
    try {
      const {
        id: _id,
        unreadKeys: _unread,
        ...verification
      } = await (body.byteLength > largeBytes ? this.#large(verify) : verify());
      return { verification };
    } catch (error) {
      if (error instanceof Failure) {
        return { unverified: [error.message, error.hint].filter(Boolean).join(' ') };
      }
      throw error;
    }
  }
}

function stateOf(
  { source }: ArrivedCallback,
  verification: CallbackVerification | undefined,
): CallbackRow['state'] {
  if (verification === undefined) {
    return 'not-verified';
  }
  const { signature, time, message } = verification;
  if (signature.verdict === 'unchecked') {
    return 'not-verified';
  }
  if (signature.verdict !== 'match') {
    return 'wrong-signature';
  }
  // A pasted callback may be of any age.
  if (source === 'listener' && time.verdict !== 'good') {
    return 'outside-time';
  }
  return message.verdict === 'complete' ? 'valid' : 'not-a-message';
}

/**
 * Returns the status of a correct receiver (interface 6.1, 6.4). It accepts genuine JSON that it does not understand: if refused, it would
 * only be sent again.
 */
function correctStatus(state: CallbackRow['state'], verification: CallbackVerification | undefined): number {
  switch (state) {
    case 'valid':
      return 200;
    case 'not-a-message':
      return verification?.message.verdict === 'not-json' || verification?.message.verdict === 'empty'
        ? 400
        : 200;
    case 'outside-time':
    case 'wrong-signature':
      return 401;
    case 'not-verified':
      return verification === undefined ? 503 : 401;
  }
}

function statusFor(
  answer: CallbackAnswer,
  state: CallbackRow['state'],
  verification: CallbackVerification | undefined,
): number | undefined {
  switch (answer.kind) {
    case 'verify':
      return correctStatus(state, verification);
    case 'status':
      return answer.status;
    case 'slow':
      return 200;
    case 'never':
      return undefined;
  }
}

function idsOf(ids: { callbackId: string | undefined; conversationId: string | undefined }) {
  const fits = (text: string | undefined) => (text !== undefined && text.length <= 512 ? text : undefined);
  return { callbackId: fits(ids.callbackId), conversationId: fits(ids.conversationId) };
}
