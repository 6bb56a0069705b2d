import { LRUCache } from 'lru-cache';
import { type CallLogPreference, callLogDefault } from '../../../preload/contract/application.ts';
import type { CallEntry } from '../../../preload/contract/calls.ts';
import type { CurlRequest } from '../../../preload/shared/curl.ts';
import { type Notice, noticeOf } from '../../common/notice.ts';
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
  id: number;
  revision: number;
  at: number;
  conversationId: string | undefined;
  /** While it runs, with its secrets; once it has ended, its JSON as on disk. */
  call: RunningCall | string;
}

interface RunningCall {
  begun: BegunCall;
  progress: CallProgress;
}

/** A call without its secrets. */
interface CallContent {
  entry: Omit<CallEntry, 'id' | 'revision'>;
  request: SentRequest;
}

/** The most calls in one response. */
const pageLength = 500;

/** The latest requests, without secrets: those of this session in memory, and as long as the preference says, sealed on disk. */
export class CallLog {
  readonly #deps: CallLogDeps;
  /** By id. */
  readonly #calls: LRUCache<number, CallRecord>;
  #lastId = 0;
  #revision = 0;
  #keeper: CallKeeper | undefined;
  /** Ended calls that are not on disk yet, by environment. */
  readonly #endedCalls = new Map<string, EndedCall[]>();
  readonly #loads = new Map<string, Promise<void>>();
  readonly #news = new Set<string>();
  readonly #notice: Notice;

  constructor(deps: CallLogDeps) {
    this.#deps = deps;
    this.#calls = new LRUCache({ max: deps.limit ?? 12_000 });
    this.#notice = noticeOf(() => {
      const environmentIds = [...this.#news];
      this.#news.clear();
      deps.onChange(environmentIds);
      void this.flush();
    });
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
      const { at, conversationId } = (JSON.parse(text) as CallContent).entry;
      this.#add({ environmentId, at, conversationId, call: text });
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

  /** Returns the response of the operation `calls.list`. */
  list(environmentId: string, after: number) {
    const ofEnvironment = [...this.#calls.values()].filter((one) => one.environmentId === environmentId);
    const recent = ofEnvironment
      .filter(({ revision }) => revision > after)
      .sort((a, b) => a.revision - b.revision);
    const page = recent.slice(0, pageLength);
    const more = recent.length > page.length;
    const ids = ofEnvironment.sort((a, b) => a.at - b.at || a.id - b.id).map(({ id }) => id);
    const calls = page.map((record): CallEntry => {
      const { id, revision } = record;
      return { ...this.#contentOf(record).entry, id, revision };
    });
    return { calls, more, revision: more ? (page.at(-1)?.revision ?? after) : this.#revision, ids };
  }

  /** Returns the request of a call; undefined when it is no longer kept. */
  request(environmentId: string, id: number): SentRequest | undefined {
    const record = this.#calls.peek(id);
    return record?.environmentId === environmentId ? this.#contentOf(record).request : undefined;
  }

  /** Removes the calls of an environment, or those about some of its conversations. */
  forget(environmentId: string, conversationIds?: readonly string[]): void {
    const ids = conversationIds === undefined ? undefined : new Set(conversationIds);
    for (const [id, record] of [...this.#calls]) {
      const isMeant = ids === undefined || ids.has(record.conversationId ?? '');
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
    this.#notice.close();
    this.#calls.clear();
  }

  #begin(environmentId: string, begun: BegunCall): (progress: CallProgress) => void {
    const { at, conversationId } = begun;
    const call: RunningCall = { begun, progress: { state: 'running', phases: {} } };
    const record = this.#add({ environmentId, at, conversationId, call });
    this.#announce(environmentId);
    return (progress) => {
      call.progress = progress;
      this.#goesOn(record);
    };
  }

  #add(record: Omit<CallRecord, 'id' | 'revision'>): CallRecord {
    const added = { ...record, id: ++this.#lastId, revision: ++this.#revision };
    this.#calls.set(added.id, added);
    return added;
  }

  #goesOn(record: CallRecord): void {
    const { environmentId, id, at, conversationId, call } = record;
    if (!this.#calls.has(id) || typeof call === 'string') {
      return;
    }
    record.revision = ++this.#revision;
    if (call.progress.state !== 'running') {
      const content = this.#textOf(call);
      record.call = content;
      const ended = { conversationId, at, content };
      const others = this.#endedCalls.get(environmentId);
      if (others === undefined) {
        this.#endedCalls.set(environmentId, [ended]);
      } else {
        others.push(ended);
      }
    }
    this.#announce(environmentId);
  }

  #contentOf({ call }: CallRecord): CallContent {
    return JSON.parse(typeof call === 'string' ? call : this.#textOf(call)) as CallContent;
  }

  /** Returns a call as JSON without secrets: once for each, since a run makes thousands of them a second. */
  #textOf({ begun, progress }: RunningCall): string {
    const { at, method, url, template, conversationId, attempt, repeat } = begun;
    const path = shownPath(url, template);
    const call = { at, method, origin: url.origin, path, template, conversationId, attempt, repeat };
    const request = { ...requestOf(begun, this.#preference.bodies), proxy: progress.proxy };
    return JSON.stringify(this.#deps.redact({ entry: { ...call, ...progress }, request }));
  }

  #announce(environmentId: string): void {
    this.#news.add(environmentId);
    this.#notice.soon();
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
