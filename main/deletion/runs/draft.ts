import type { DeletionMode } from '../../../preload/contract/deletion.ts';
import type {
  DeletionDraft,
  PlanOptions,
  PlanStep,
  PreviewGroup,
  PreviewRow,
} from '../../../preload/contract/deletion-runs.ts';
import type { FailureView } from '../../../preload/contract/envelope.ts';
import type { EnvironmentSettings } from '../../../preload/contract/environments.ts';
import { omitUndefined } from '../../../preload/contract/objects.ts';
import type { Conversation } from '../../../preload/contract/service/conversation.ts';
import { Failure } from '../../failure.ts';
import { userKeyHash } from '../../receipts/receipt.ts';
import { classifyFailure } from '../../service/classify-failure.ts';
import type { ServiceClient } from '../../service/port.ts';
import type { LoginDigests } from '../login-digests.ts';
import { forecastOutcome, holdsData, subscriptionIsActive } from '../rules.ts';
import { createdAtOf } from '../subject.ts';
import type { NewItem } from './run-requests.ts';

export interface DraftDeps {
  draftId: string;
  environmentId: string;
  settings: EnvironmentSettings;
  mode: DeletionMode;
  conversationIds: readonly string[];
  /** @throws Failure environment-not-found */
  client(): ServiceClient;
  logins: LoginDigests;
  /** Milliseconds since the epoch. */
  now(): number;
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  changed(): void;
  log(error: unknown): void;
}

/** The stored result of one read. */
interface ReadSummary {
  readAt: number;
  status: string | undefined;
  subscriptionActive: boolean;
  hadData: boolean;
  userKey: string | undefined;
  products: string[];
  createdAt: string | undefined;
  files: number | undefined;
  loginDigest: string | undefined;
}

interface Entry {
  conversationId: string;
  summary: ReadSummary | undefined;
  /** Why it cannot be read. */
  failure: string | undefined;
  /** The user's choice; undefined for the default of its group. */
  chosen: boolean | undefined;
}

/** Concurrent reads. */
const concurrency = 8;
/** Reads of one conversation before it counts as failed. */
const maxReads = 3;
const firstDelayMs = 500;
const maxWaitMs = 60_000;
/** Files are counted for at most this many conversations, since each needs another read. */
const maxCounted = 500;
const groups: readonly PreviewGroup[] = ['works', 'refused', 'gone', 'unclear', 'unread'];

/** The preview of a run: the result of reading each conversation, and the user's selection. It only reads. */
export class Draft {
  readonly #deps: DraftDeps;
  readonly #entries: Entry[];
  readonly #byId: Map<string, Entry>;
  #mode: DeletionMode;
  #options: PlanOptions = { expireFirst: false, endMonitoring: false };
  #reading: AbortController | undefined;
  #failure: FailureView | undefined;
  #next = 0;

  constructor(deps: DraftDeps) {
    this.#deps = deps;
    this.#mode = deps.mode;
    this.#entries = deps.conversationIds.map((conversationId) => ({
      conversationId,
      summary: undefined,
      failure: undefined,
      chosen: undefined,
    }));
    this.#byId = new Map(this.#entries.map((entry) => [entry.conversationId, entry]));
  }

  get environmentId(): string {
    return this.#deps.environmentId;
  }
  get settings(): EnvironmentSettings {
    return this.#deps.settings;
  }
  get mode(): DeletionMode {
    return this.#mode;
  }

  /** Reads the remaining conversations. */
  read(): void {
    if (this.#reading !== undefined) {
      return;
    }
    const reading = new AbortController();
    this.#reading = reading;
    this.#failure = undefined;
    this.#next = 0;
    const workers = Array.from({ length: concurrency }, () => this.#work(reading.signal));
    Promise.all(workers)
      .catch((error: unknown) => {
        if (reading.signal.aborted) {
          return;
        }
        reading.abort();
        if (error instanceof Failure && error.code !== 'cancelled') {
          this.#failure = error.view();
        } else if (!(error instanceof Failure)) {
          this.#deps.log(error);
        }
      })
      .finally(() => {
        if (this.#reading === reading) {
          this.#reading = undefined;
        }
        this.#deps.changed();
      });
    this.#deps.changed();
  }

  pause(): void {
    this.#reading?.abort();
    this.#reading = undefined;
    this.#deps.changed();
  }

  /** Discards the results and reads everything again. */
  readAgain(): void {
    this.pause();
    for (const entry of this.#entries) {
      entry.summary = undefined;
      entry.failure = undefined;
    }
    this.read();
  }

  chooseGroup(group: PreviewGroup, included: boolean): void {
    for (const entry of this.#entries) {
      if (this.#groupOf(entry) === group) {
        entry.chosen = included;
      }
    }
  }

  chooseIds(ids: readonly string[], included: boolean): void {
    for (const id of ids) {
      const entry = this.#byId.get(id);
      if (entry !== undefined) {
        entry.chosen = included;
      }
    }
  }

  /** What was read holds for either mode; what was included does not. */
  setMode(mode: DeletionMode): void {
    this.#mode = mode;
    for (const entry of this.#entries) {
      entry.chosen = undefined;
    }
  }

  setOptions(options: PlanOptions): void {
    this.#options = {
      expireFirst: options.expireFirst,
      endMonitoring: options.endMonitoring && this.#deps.settings.endMonitoring,
    };
  }

  rows(group: PreviewGroup | undefined, from: number, count: number): { rows: PreviewRow[]; total: number } {
    const entries =
      group === undefined ? this.#entries : this.#entries.filter((entry) => this.#groupOf(entry) === group);
    return {
      rows: entries.slice(from, from + count).map((entry) => this.#row(entry)),
      total: entries.length,
    };
  }

  view(): DeletionDraft {
    const sums: Record<PreviewGroup, number> = { works: 0, refused: 0, gone: 0, unclear: 0, unread: 0 };
    const details: Record<string, number> = {};
    const plans: Record<string, number> = {};
    let included = 0;
    let files: number | undefined = 0;
    for (const entry of this.#entries) {
      const { group, detail } = this.#judge(entry);
      sums[group] += 1;
      if (detail !== undefined) {
        details[detail] = (details[detail] ?? 0) + 1;
      }
      if (this.#isIncluded(entry)) {
        included += 1;
        const plan = this.#planOf(entry).join(',');
        plans[plan] = (plans[plan] ?? 0) + 1;
        const counted: number | undefined = entry.summary?.files;
        files = files === undefined || counted === undefined ? undefined : files + counted;
      }
    }
    const { draftId, environmentId, settings } = this.#deps;
    const state = this.#reading !== undefined ? 'reading' : sums.unread > 0 ? 'paused' : 'ready';
    return {
      draftId,
      environmentId,
      mode: this.#mode,
      state,
      total: this.#entries.length,
      read: this.#entries.length - sums.unread,
      groups: Object.fromEntries(groups.map((group) => [group, sums[group]])) as DeletionDraft['groups'],
      details,
      included,
      plans,
      options: this.#options,
      canEndMonitoring: settings.endMonitoring,
      ...omitUndefined({
        files,
        failure: this.#failure,
        confirmation: settings.kind === 'production' ? settings.name : undefined,
      }),
    };
  }

  /** The selected conversations as items of a run. */
  items(): NewItem[] {
    return this.#entries
      .filter((entry) => this.#isIncluded(entry))
      .map((entry) => {
        const { summary } = entry;
        const { group } = this.#judge(entry);
        return {
          conversationId: entry.conversationId,
          plan: this.#planOf(entry),
          record: {
            attempts: 0,
            ...omitUndefined({
              unclear: group === 'works' ? undefined : true,
              readAt: summary?.readAt,
              status: summary?.status,
              subscriptionActive: summary?.subscriptionActive,
              hadData: summary?.hadData,
              loginDigest: summary?.loginDigest,
              userKeyHash: summary?.userKey === undefined ? undefined : userKeyHash(summary.userKey),
            }),
          },
        };
      });
  }

  async #work(signal: AbortSignal): Promise<void> {
    for (;;) {
      const entry = this.#entries[this.#next];
      if (entry === undefined || signal.aborted) {
        return;
      }
      this.#next += 1;
      if (this.#groupOf(entry) === 'unread') {
        await this.#readOne(entry, signal);
        this.#deps.changed();
      }
    }
  }

  async #readOne(entry: Entry, signal: AbortSignal): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        entry.summary = await this.#factsOf(entry.conversationId, signal);
        return;
      } catch (error) {
        signal.throwIfAborted();
        const failureKind = classifyFailure(error);
        if (failureKind.kind === 'pause') {
          throw failureKind.failure;
        }
        if (failureKind.kind === 'wait' && attempt <= 8) {
          const growing = Math.min(maxWaitMs, firstDelayMs * 2 ** attempt);
          await this.#deps.sleep(failureKind.afterMs ?? growing, signal);
        } else if (failureKind.kind === 'wait') {
          throw failureKind.failure;
        } else if (failureKind.kind === 'again' && attempt < maxReads) {
          await this.#deps.sleep(firstDelayMs * 2 ** (attempt - 1), signal);
        } else {
          if (!(error instanceof Failure)) {
            this.#deps.log(error);
          }
          const isUnknownId =
            error instanceof Failure && error.code === 'not-found' && error.details?.errorObject !== true;
          entry.failure = isUnknownId ? 'not-found-page' : error instanceof Failure ? error.code : 'internal';
          return;
        }
      }
    }
  }

  async #factsOf(conversationId: string, signal: AbortSignal): Promise<ReadSummary> {
    const { now, logins } = this.#deps;
    const client = this.#deps.client();
    let login: string | undefined;
    const { value } = await client.readConversation(conversationId, {
      signal,
      once: true,
      beforeSend: (used) => {
        login = used;
      },
    });
    return {
      readAt: now(),
      status: value.status,
      subscriptionActive: subscriptionIsActive(value),
      hadData: holdsData(value),
      userKey: textOf(value.userKey),
      products: Object.keys(value.result ?? {}).slice(0, 12),
      createdAt: createdAtOf(value),
      files: await this.#countFiles(client, value, conversationId, signal),
      loginDigest: login === undefined ? undefined : await logins.of(login),
    };
  }

  /** Undefined if files are not counted or the metadata cannot be read. */
  async #countFiles(
    client: ServiceClient,
    { status }: Conversation,
    conversationId: string,
    signal: AbortSignal,
  ): Promise<number | undefined> {
    if (this.#entries.length > maxCounted || status === 'CREATED') {
      return undefined;
    }
    try {
      const { value } = await client.readMetadata(conversationId, { signal });
      return (value.media ?? value.list?.media)?.length;
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof Failure)) {
        throw error;
      }
      return undefined;
    }
  }

  #judge(entry: Entry): { group: PreviewGroup; detail?: string } {
    const { summary, failure } = entry;
    if (failure !== undefined) {
      return failure === 'gone' || failure === 'not-found'
        ? { group: 'gone', detail: failure }
        : { group: 'unclear', detail: failure };
    }
    if (summary === undefined) {
      return { group: 'unread' };
    }
    const expected = forecastOutcome(this.#mode, summary.status, summary.subscriptionActive);
    if (expected.expectation === 'accepted') {
      return { group: 'works' };
    }
    if (expected.statusDetail === undefined) {
      return { group: 'unclear', detail: 'not-documented' };
    }
    if (this.#planOf(entry).length > 1) {
      // Whether the data of an expired conversation can be deleted is not documented (interface 3.3).
      return expected.statusDetail === 'ActiveSubscriptionExists'
        ? { group: 'works' }
        : { group: 'unclear', detail: 'expired-first' };
    }
    return { group: 'refused', detail: expected.statusDetail };
  }

  #groupOf(entry: Entry): PreviewGroup {
    return this.#judge(entry).group;
  }

  #planOf({ summary }: Entry): PlanStep[] {
    const mode = this.#mode;
    if (mode === 'EXPIRE' || summary === undefined) {
      return [mode];
    }
    const { statusDetail } = forecastOutcome(mode, summary.status, summary.subscriptionActive);
    if (statusDetail === 'ConversationNotYetFinished' && this.#options.expireFirst) {
      return ['EXPIRE', 'DELETE_DATA'];
    }
    if (statusDetail === 'ActiveSubscriptionExists' && this.#options.endMonitoring) {
      return ['END_MONITORING', 'DELETE_DATA'];
    }
    return [mode];
  }

  /** Selected by default: what will succeed, and what has a chosen plan; never what was not read. */
  #isIncluded(entry: Entry): boolean {
    const { group, detail } = this.#judge(entry);
    if (group === 'unread' || group === 'gone') {
      return false;
    }
    return entry.chosen ?? (group === 'works' || detail === 'expired-first');
  }

  #row(entry: Entry): PreviewRow {
    const { group, detail } = this.#judge(entry);
    const { summary } = entry;
    return {
      conversationId: entry.conversationId,
      group,
      products: summary?.products ?? [],
      plan: group === 'gone' || group === 'unread' ? [] : this.#planOf(entry),
      included: this.#isIncluded(entry),
      ...omitUndefined({
        detail,
        userKey: summary?.userKey,
        status: summary?.status,
        readAt: summary?.readAt,
        createdAt: summary?.createdAt,
        files: summary?.files,
      }),
    };
  }
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.slice(0, 300) : undefined;
}
