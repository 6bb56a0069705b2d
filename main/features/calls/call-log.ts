import type { CallEntry } from '../../../preload/contract/calls.ts';
import { omitUndefined } from '../../../preload/contract/objects.ts';
import type { BegunCall, CallProgress, CallRecorder } from '../../service/transport/call-recorder.ts';
import { requestOf, type SentRequest, shownPath } from './sent-request.ts';

interface CallLogDeps {
  /** Removes secrets from a text or a value. */
  redact<T>(value: T): T;
  /** Called when calls of these environments changed. */
  changed(environmentIds: string[]): void;
  /** The most calls kept, over all environments. */
  limit?: number;
}

interface Kept {
  environmentId: string;
  entry: CallEntry;
  request: SentRequest;
}

/** The shortest interval between two change notices, in milliseconds. */
const noticeEvery = 250;
/** The most calls in one reply. */
const pageLength = 500;

/** The latest requests of this session, in memory only: without bodies and secrets. */
export class CallLog {
  readonly #deps: CallLogDeps;
  readonly #limit: number;
  /** By id, in the order of insertion. */
  readonly #calls = new Map<number, Kept>();
  #lastId = 0;
  #revision = 0;
  readonly #unannounced = new Set<string>();
  #timer: NodeJS.Timeout | undefined;

  constructor(deps: CallLogDeps) {
    this.#deps = deps;
    this.#limit = deps.limit ?? 2000;
  }

  /** Returns the recorder for the transports of an environment. */
  recorder(environmentId: string): CallRecorder {
    return { begin: (call) => this.#begin(environmentId, call) };
  }

  /** Returns the reply of the operation `calls.list`. */
  list(environmentId: string, after: number) {
    const kept = [...this.#calls.values()].filter((one) => one.environmentId === environmentId);
    const changed = kept
      .map(({ entry }) => entry)
      .filter(({ revision }) => revision > after)
      .sort((a, b) => a.revision - b.revision);
    const calls = changed.slice(0, pageLength);
    const more = changed.length > calls.length;
    const ids = kept.map(({ entry }) => entry.id);
    return { calls, more, revision: more ? (calls.at(-1)?.revision ?? after) : this.#revision, ids };
  }

  /** Returns the request of a call; undefined when it is no longer kept. */
  request(environmentId: string, id: number): SentRequest | undefined {
    const kept = this.#calls.get(id);
    return kept?.environmentId === environmentId ? kept.request : undefined;
  }

  /** Removes the calls of an environment, or those about some of its conversations. */
  forget(environmentId: string, conversationIds?: readonly string[]): void {
    const forgotten = conversationIds === undefined ? undefined : new Set(conversationIds);
    for (const [id, kept] of this.#calls) {
      const meant = forgotten === undefined || forgotten.has(kept.entry.conversationId ?? '');
      if (kept.environmentId === environmentId && meant) {
        this.#calls.delete(id);
      }
    }
    this.#announce(environmentId);
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#calls.clear();
  }

  #begin(environmentId: string, call: BegunCall): (progress: CallProgress) => void {
    const id = ++this.#lastId;
    const { url, conversationId, repeat } = call;
    const entry: CallEntry = this.#deps.redact({
      id,
      revision: ++this.#revision,
      at: call.at,
      method: call.method,
      origin: url.origin,
      path: shownPath(url, call.template),
      template: call.template,
      ...omitUndefined({ conversationId }),
      attempt: call.attempt,
      ...omitUndefined({ repeat }),
      state: 'running',
      phases: {},
    });
    this.#calls.set(id, { environmentId, entry, request: this.#deps.redact(requestOf(call)) });
    for (const oldest of this.#calls.keys()) {
      if (this.#calls.size <= this.#limit) {
        break;
      }
      this.#calls.delete(oldest);
    }
    this.#announce(environmentId);
    return (progress) => this.#goesOn(environmentId, id, progress);
  }

  #goesOn(environmentId: string, id: number, progress: CallProgress): void {
    const kept = this.#calls.get(id);
    if (kept === undefined) {
      return;
    }
    kept.entry = this.#deps.redact({ ...kept.entry, ...progress, revision: ++this.#revision });
    kept.request.proxy = progress.proxy;
    this.#announce(environmentId);
  }

  #announce(environmentId: string): void {
    this.#unannounced.add(environmentId);
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      const environmentIds = [...this.#unannounced];
      this.#unannounced.clear();
      this.#deps.changed(environmentIds);
    }, noticeEvery).unref();
  }
}
