import type {
  CallbackAnswer,
  CallbackDetails,
  CallbackRow,
  CallbackVerification,
} from '../../../preload/contract/callbacks.ts';
import { omitUndefined } from '../../../preload/contract/objects.ts';
import type { NewCallback } from '../../common/new-callback.ts';
import type { MessageVerdict } from '../signatures/engine/message.ts';

/** Larger bodies are received and verified a few at a time. Bytes. */
export const largeBytes = 64 * 1024;
/** The longest texts of a message that are kept beside its body, in characters. */
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

/** The most callbacks kept in one transaction, and their size in bytes. */
const maxAtOnce = 500;
const maxBytesAtOnce = 16 * 1024 * 1024;

interface Waiting {
  callback: NewCallback;
  resolve(row: CallbackRow): void;
  reject(error: unknown): void;
}

export interface InboxDeps {
  /** Verifies a callback and reads its message. `unverified` says why there are no verdicts. */
  check(
    environmentId: string,
    callback: Pick<ArrivedCallback, 'body' | 'receivedAt' | 'contentLength'> & {
      timestamp: string;
      signature: string;
    },
  ): Promise<{ verification?: CallbackVerification; unverified?: string; message?: MessageVerdict }>;
  /** Keeps callbacks; resolves when they are on disk. */
  keep(environmentId: string, callbacks: NewCallback[]): Promise<CallbackRow[]>;
  /** Removes the secrets in use from a text. */
  redact(text: string): string;
}

/** Verifies callbacks and keeps them. Those that arrive together share a transaction. */
export class Inbox {
  readonly #deps: InboxDeps;
  readonly #waiting = new Map<string, Waiting[]>();

  constructor(deps: InboxDeps) {
    this.#deps = deps;
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
    const { source, method, path, headers, receivedAt, body, timestamp = '', signature = '' } = callback;
    const { verification, unverified, message } = await this.#deps.check(environmentId, {
      timestamp,
      signature,
      body,
      receivedAt,
      contentLength: callback.contentLength,
    });
    const state = stateOf(callback, verification);
    const status = answer === undefined ? undefined : statusFor(answer, state, verification);
    const { callbackId, conversationId, target, event, created, known } = message ?? {};
    // Secrets are removed first: a part of one would not be recognised later.
    const short = (text: string | undefined) =>
      text === undefined || text.length <= maxText ? text : `${this.#deps.redact(text).slice(0, maxText)}…`;
    const { promise, resolve, reject } = Promise.withResolvers<CallbackRow>();
    const record: NewCallback = {
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
        ...omitUndefined({ verification, unverified }),
      },
      body,
    };
    const waiting = this.#waiting.get(environmentId);
    if (waiting) {
      waiting.push({ callback: record, resolve, reject });
    } else {
      void this.#keep(environmentId, [{ callback: record, resolve, reject }]);
    }
    return { row: await promise, status };
  }

  /** Keeps what waits, one transaction after the other. */
  async #keep(environmentId: string, waiting: Waiting[]): Promise<void> {
    this.#waiting.set(environmentId, waiting);
    // Lets callbacks of the same tick share the transaction.
    await Promise.resolve();
    while (waiting.length > 0) {
      const batch = waiting.splice(0, countOf(waiting));
      try {
        const rows = await this.#deps.keep(
          environmentId,
          batch.map(({ callback }) => callback),
        );
        for (const [index, { resolve, reject }] of batch.entries()) {
          const row = rows[index];
          row ? resolve(row) : reject(new Error('A callback that was kept has no row.'));
        }
      } catch (error) {
        for (const { reject } of batch) {
          reject(error);
        }
      }
    }
    this.#waiting.delete(environmentId);
  }
}

/** Returns how many of the first callbacks fit into one transaction; at least one. */
function countOf(waiting: readonly Waiting[]): number {
  let bytes = 0;
  const beyond = waiting.findIndex(({ callback }, index) => {
    bytes += callback.body.byteLength;
    return index === maxAtOnce || (index > 0 && bytes > maxBytesAtOnce);
  });
  return beyond === -1 ? waiting.length : beyond;
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

/** Returns what was kept beside the body, in the shape in which it was written above. */
export function contentOf({ content }: { content: { [name: string]: unknown } }) {
  return content as unknown as Pick<
    CallbackDetails,
    'verification' | 'unverified' | 'method' | 'path' | 'headers'
  >;
}
