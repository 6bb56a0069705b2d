import { type CallLogPreference, callLogDefault } from '../../../preload/contract/application.ts';
import type { CallEntry } from '../../../preload/contract/calls.ts';
import { omitUndefined } from '../../../preload/contract/objects.ts';
import type { CurlRequest } from '../../../preload/shared/curl.ts';
import { headerToShow } from '../../common/redaction.ts';
import type { BegunCall, CallProgress, CallRecorder } from '../../service/transport/call-recorder.ts';

interface CallLogDeps {
  /** Removes secrets from a text or a value. */
  redact<T>(value: T): T;
  /** Called when calls of these environments changed. */
  onChange(environmentIds: string[]): void;
  /** The preferences of the log; the default where absent. */
  preference?(): CallLogPreference;
  /** The most calls held in memory, over all environments. */
  limit?: number;
}

/** Keeps calls beyond the session. */
export interface CallKeeper {
  keep(environmentId: string, calls: EndedCall[], days: number): Promise<void>;
  /** Returns the calls of earlier sessions, oldest first. */
  earlier(environmentId: string, days: number): Promise<string[]>;
  forget(environmentId: string): Promise<void>;
  /** Called with errors. */
  log(error: unknown): void;
}

/** A call that has ended, to be sealed. */
interface EndedCall {
  conversationId: string | undefined;
  at: number;
  content: string;
}

interface CallRecord {
  environmentId: string;
  entry: CallEntry;
  request: SentRequest;
}

/** The shortest interval between two change notices, in milliseconds. */
const noticeEvery = 250;
/** The most calls in one reply. */
const pageLength = 500;

/** The latest requests, without secrets: those of this session in memory, and as long as the preference says, sealed on disk. */
export class CallLog {
  readonly #deps: CallLogDeps;
  readonly #limit: number;
  /** By id, in the order of insertion. */
  readonly #calls = new Map<number, CallRecord>();
  #lastId = 0;
  #revision = 0;
  #keeper: CallKeeper | undefined;
  /** Ended calls that are not on disk yet, by environment. */
  readonly #endedCalls = new Map<string, EndedCall[]>();
  readonly #loads = new Map<string, Promise<void>>();
  readonly #news = new Set<string>();
  #timer: NodeJS.Timeout | undefined;

  constructor(deps: CallLogDeps) {
    this.#deps = deps;
    this.#limit = deps.limit ?? 12_000;
  }

  /** Keeps what ends from now on, and makes calls of earlier sessions available to `load`. */
  keepIn(keeper: CallKeeper): void {
    this.#keeper = keeper;
  }

  /** Puts the kept calls of earlier sessions before those of this one, once. */
  load(environmentId: string): Promise<void> {
    const load = this.#loads.get(environmentId) ?? this.#load(environmentId);
    this.#loads.set(environmentId, load);
    return load;
  }

  async #load(environmentId: string): Promise<void> {
    const keeper = this.#keeper;
    const texts = await keeper?.earlier(environmentId, this.#preference.days).catch(keeper.log);
    for (const text of texts ?? []) {
      // Written by this class.
      const { entry, request } = JSON.parse(text) as Pick<CallRecord, 'entry' | 'request'>;
      const id = ++this.#lastId;
      this.#calls.set(id, {
        environmentId,
        entry: { ...entry, id, revision: ++this.#revision },
        request,
      });
    }
  }

  /** Writes the calls that have ended to disk. */
  async flush(): Promise<void> {
    const ended = [...this.#endedCalls];
    this.#endedCalls.clear();
    const keeper = this.#keeper;
    if (keeper === undefined) {
      return;
    }
    const { days } = this.#preference;
    await Promise.all(
      ended.map(([environmentId, calls]) =>
        keeper.keep(environmentId, days === 0 ? [] : calls, days).catch(keeper.log),
      ),
    );
  }

  get #preference(): CallLogPreference {
    return this.#deps.preference?.() ?? callLogDefault;
  }

  /** Returns the recorder for the transports of an environment. */
  recorder(environmentId: string): CallRecorder {
    return { begin: (call) => this.#begin(environmentId, call) };
  }

  /** Returns the reply of the operation `calls.list`. */
  list(environmentId: string, after: number) {
    const ofEnvironment = [...this.#calls.values()].filter((one) => one.environmentId === environmentId);
    const recent = ofEnvironment
      .map(({ entry }) => entry)
      .filter(({ revision }) => revision > after)
      .sort((a, b) => a.revision - b.revision);
    const calls = recent.slice(0, pageLength);
    const more = recent.length > calls.length;
    const ids = ofEnvironment
      .map(({ entry }) => entry)
      .sort((a, b) => a.at - b.at || a.id - b.id)
      .map(({ id }) => id);
    return { calls, more, revision: more ? (calls.at(-1)?.revision ?? after) : this.#revision, ids };
  }

  /** Returns the request of a call; undefined when it is no longer kept. */
  request(environmentId: string, id: number): SentRequest | undefined {
    const call = this.#calls.get(id);
    return call?.environmentId === environmentId ? call.request : undefined;
  }

  /** Removes the calls of an environment, or those about some of its conversations. */
  forget(environmentId: string, conversationIds?: readonly string[]): void {
    const ids = conversationIds === undefined ? undefined : new Set(conversationIds);
    for (const [id, record] of this.#calls) {
      const isMeant = ids === undefined || ids.has(record.entry.conversationId ?? '');
      if (record.environmentId === environmentId && isMeant) {
        this.#calls.delete(id);
      }
    }
    if (conversationIds === undefined) {
      this.#endedCalls.delete(environmentId);
      const keeper = this.#keeper;
      keeper?.forget(environmentId).catch(keeper.log);
    } else {
      const others = this.#endedCalls
        .get(environmentId)
        ?.filter((one) => ids?.has(one.conversationId ?? '') !== true);
      this.#endedCalls.set(environmentId, others ?? []);
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
    this.#calls.set(id, {
      environmentId,
      entry,
      request: this.#deps.redact(requestOf(call, this.#preference.bodies)),
    });
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
    const call = this.#calls.get(id);
    if (call === undefined) {
      return;
    }
    call.entry = { ...call.entry, ...this.#deps.redact(progress), revision: ++this.#revision };
    call.request.proxy = progress.proxy;
    if (progress.state !== 'running') {
      const { entry, request } = call;
      const { conversationId, at } = entry;
      const ended = { conversationId, at, content: JSON.stringify({ entry, request }) };
      const others = this.#endedCalls.get(environmentId);
      if (others === undefined) {
        this.#endedCalls.set(environmentId, [ended]);
      } else {
        others.push(ended);
      }
    }
    this.#announce(environmentId);
  }

  #announce(environmentId: string): void {
    this.#news.add(environmentId);
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      const environmentIds = [...this.#news];
      this.#news.clear();
      this.#deps.onChange(environmentIds);
      void this.flush();
    }, noticeEvery).unref();
  }
}

/** A request that can be sent again by hand, with placeholders for secrets and personal data. */
export type SentRequest = CurlRequest;

/** Returns a request without its secrets, and without its body unless that is wanted. */
export function requestOf(
  { method, url, template, headers, hasBody, body }: BegunCall,
  withBody: boolean,
): SentRequest {
  return {
    method,
    url: `${url.origin}${shownPath(url, template)}`,
    headers: Object.entries(headers).map(([name, value]) => [name, headerToShow(name, value)]),
    hasBody,
    ...(withBody ? { body } : {}),
    proxy: undefined,
  };
}

/** Returns the path and query of a request. The id of a headless page has a placeholder: anyone with it could answer the page (interface 4.7). */
function shownPath({ pathname, search }: URL, template: string): string {
  return template.endsWith('/headless/{next}')
    ? `${pathname.slice(0, pathname.lastIndexOf('/'))}/<PAGE_ID>${search}`
    : `${pathname}${search}`;
}
