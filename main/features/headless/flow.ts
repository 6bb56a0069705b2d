import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import {
  type HeadlessExchange,
  type HeadlessFlow,
  type HeadlessStep,
  type HeadlessView,
  maxHeadlessFiles,
} from '../../../preload/contract/headless.ts';
import type { JsonValue } from '../../../preload/contract/json.ts';
import { isObject, omitUndefined } from '../../../preload/contract/objects.ts';
import type { HeadlessPage } from '../../../preload/contract/service/headless.ts';
import type { ReadingNotes } from '../../../preload/contract/service/reading.ts';
import { headlessFields, stepKey } from '../../../preload/wording/headless-fields.ts';
import { Failure } from '../../common/failure.ts';
import type { FlowRecord } from './flow-file.ts';
import { PersonalValues } from './masking.ts';
import type { StagedFile } from './staged-file.ts';

const maxSteps = 100;
const maxExchanges = 200;
const maxSuggestions = 200;
/** Only a component of the documented form is kept (interface 2.4): another text of the service could hold anything. */
const documentedForm = /^[A-Z][A-Z0-9_]{0,59}\/[A-Z][A-Z0-9_]{0,59}$/;

/** A flow with its data of this session. Entered values are in memory only. */
export class Flow {
  #record: FlowRecord;
  /** The page that was read last; undefined until it was read in this session. */
  #page: { page: HeadlessPage; notes: ReadingNotes } | undefined;
  readonly #files = new Map<string, StagedFile>();
  readonly #exchanges: HeadlessExchange[] = [];
  /** Names for the ids of pages in the transcript, by the digest of the id, which would allow its reader to answer the page. */
  readonly #pageNames = new LRUCache<string, string>({ max: 500 });
  #namedPages = 0;
  /** The applicant's values in this session, to remove them where the service repeats them. */
  readonly values = new PersonalValues();
  #userIp: string | undefined;
  /** True if the environment's name was typed. */
  isConfirmed = false;
  /** True if it was removed while its answer was being sent. */
  isForgotten = false;
  /** True if a request of this flow is under way. */
  isBusy: 'read' | 'submit' | undefined;

  constructor(record: FlowRecord) {
    this.#record = record;
  }

  get record(): FlowRecord {
    return this.#record;
  }

  get page(): HeadlessPage | undefined {
    return this.#page?.page;
  }

  get userIp(): string | undefined {
    return this.#userIp;
  }

  set userIp(address: string) {
    this.#userIp = address;
    this.values.add(address);
  }

  /** Returns the name used instead of a page's id in the transcript, such as `{page 2}`. */
  pageName(next: string): string {
    const key = digestOf(next);
    const pageName = this.#pageNames.get(key);
    if (pageName !== undefined) {
      return pageName;
    }
    this.#namedPages += 1;
    const name = `{page ${this.#namedPages}}`;
    this.#pageNames.set(key, name);
    return name;
  }

  /** Remembers the values of an answer, except choices of the service's own. */
  rememberValues(args: Record<string, JsonValue>): void {
    for (const [name, value] of Object.entries(args)) {
      if (!this.offers(name, value)) {
        this.values.add(value);
      }
    }
  }

  /** Returns whether the page offers this value for the field. */
  offers(name: string, value: JsonValue): boolean {
    const field = this.page && headlessFields(this.page).find((one) => one.name === name);
    return field?.options.some((option) => option.value === value) ?? false;
  }

  /** Returns whether the service has said that no page can be answered. */
  get hasEnded(): boolean {
    return this.page !== undefined && !isAnswerable(this.page);
  }

  /** Records that the answer to the page is about to be sent. */
  begin(at: number): void {
    this.#change({ changedAt: at, sent: { at, page: digestOf(stepKey(this.page ?? {})) } });
  }

  /** Records the outcome of the answer. */
  settle(at: number, component: string | undefined, outcome: HeadlessStep['outcome']): void {
    const step = {
      at,
      component: component !== undefined && documentedForm.test(component) ? component : '',
      outcome,
    };
    const { sent, ...rest } = this.#record;
    const steps = [...this.#record.steps, step].slice(-maxSteps);
    this.#record = { ...rest, changedAt: at, steps, ...(outcome === 'unknown' && sent ? { sent } : {}) };
  }

  /** Records that the answer is proved not to have been accepted. */
  undo(at: number): void {
    const { sent: _, ...rest } = this.#record;
    this.#record = { ...rest, changedAt: at };
  }

  /** Replaces the page with one that was read. Returns what this shows of an answer whose outcome was unknown. */
  take(at: number, page: HeadlessPage, notes: ReadingNotes): 'moved-on' | 'same-step' | undefined {
    const { sent, ...rest } = this.#record;
    this.#page = { page, notes };
    this.#rememberSuggestions(page);
    this.#record = { ...rest, changedAt: at };
    if (sent === undefined) {
      return undefined;
    }
    const outcome = digestOf(stepKey(page)) === sent.page ? 'same-step' : 'moved-on';
    if (outcome === 'moved-on') {
      this.dropFiles();
      const last = this.#record.steps.at(-1);
      if (last?.outcome === 'unknown') {
        const steps = [...this.#record.steps.slice(0, -1), { ...last, outcome: 'accepted' as const }];
        this.#record = { ...this.#record, steps };
      }
    }
    return outcome;
  }

  addExchange(exchange: HeadlessExchange): void {
    this.#exchanges.push(exchange);
    this.#exchanges.splice(0, this.#exchanges.length - maxExchanges);
  }

  /** @throws Failure limit-exceeded */
  addFile(file: StagedFile): void {
    const others = [...this.#files.values()].filter(({ view }) => view.name !== file.view.name);
    const total = others.reduce((sum, { bytes }) => sum + bytes.byteLength, file.bytes.byteLength);
    if (total > maxHeadlessFiles) {
      throw new Failure({
        code: 'limit-exceeded',
        message: `The files of a step can be up to ${maxHeadlessFiles / 1024 / 1024} MB together. This one was not added.`,
        hint: 'Choose smaller files.',
      });
    }
    for (const [fileId, { view }] of this.#files) {
      if (view.name === file.view.name) {
        this.#files.delete(fileId);
      }
    }
    this.#files.set(file.view.fileId, file);
  }

  file(fileId: string): StagedFile | undefined {
    return this.#files.get(fileId);
  }

  removeFile(fileId: string): void {
    this.#files.delete(fileId);
  }

  dropFiles(): void {
    this.#files.clear();
  }

  view(confirmation: string | undefined): HeadlessView {
    return {
      flow: this.summary(),
      ...omitUndefined({
        userIp: this.userIp,
        confirmation: this.isConfirmed ? undefined : confirmation,
        page: this.#page?.page,
        notes: this.#page?.notes,
      }),
      files: [...this.#files.values()].map(({ view }) => view),
      exchanges: [...this.#exchanges],
    };
  }

  summary(): HeadlessFlow {
    const { sent, ...record } = this.#record;
    return {
      ...record,
      state: this.#state(),
      ...(sent === undefined || this.isBusy === 'submit' ? {} : { unsettledAt: sent.at }),
    };
  }

  /** Remembers suggestions of the service for fields, which may be the applicant's data. */
  #rememberSuggestions({ args }: HeadlessPage): void {
    for (const hint of isObject(args) ? Object.values(args).slice(0, maxSuggestions) : []) {
      const value = isObject(hint) ? (hint.value ?? hint.default) : hint;
      if (typeof value === 'string' || typeof value === 'number') {
        this.values.add(value);
      }
    }
  }

  #state(): HeadlessFlow['state'] {
    if (this.isBusy === 'submit') {
      return 'sending';
    }
    if (this.#record.sent !== undefined) {
      return 'unsettled';
    }
    if (this.page === undefined) {
      return 'unread';
    }
    return this.hasEnded ? 'ended' : 'waiting';
  }

  #change(change: Partial<FlowRecord>): void {
    this.#record = { ...this.#record, ...change };
  }
}

/** Returns whether a page can be answered, which needs an id to submit to (interface 2.4); flows end with one that has none. */
function isAnswerable({ next }: HeadlessPage): boolean {
  return next !== undefined && next !== '';
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}
