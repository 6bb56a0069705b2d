import {
  type DeletionDraft,
  type DeletionRun,
  maxRunItems,
  missedAfterMs,
  type RunPace,
  type UnsentLine,
} from '../../../../preload/contract/deletion-runs.ts';
import type { EnvironmentSettings } from '../../../../preload/contract/environments.ts';
import { omitUndefined } from '../../../../preload/contract/objects.ts';
import type { ParsedInput } from '../../../../preload/contract/operations.ts';
import { inOneSpelling } from '../../../../preload/contract/service/conversation-id.ts';
import { attempt } from '../../../../preload/shared/attempt.ts';
import type { OpenProposal } from '../../../common/approval.ts';
import { Failure } from '../../../common/failure.ts';
import { isoTime } from '../../../common/iso-time.ts';
import { type Notice, noticeOf } from '../../../common/notice.ts';
import type { ServiceClient } from '../../../service/port.ts';
import { addressChanged, outdated, unfinishedFailure } from '../failures.ts';
import type { RunsDeps } from './deps.ts';
import { Draft } from './preview/draft.ts';
import { RunApprovals } from './run-approvals.ts';
import { Run } from './running/run.ts';
import { confirmedRun, type StartRun } from './start-confirmation.ts';
import { itemsIn, type StoredRun } from './store/records.ts';

/** Requirements of a run on its environment. */
interface UsedSettings {
  name?: string;
  kind?: string;
  baseUrl: string;
}

/** The most previews kept; beyond that the oldest is dropped. */
const maxDrafts = 4;
/** The time that closing the console waits for calls in progress, in milliseconds. */
const closeWaitMs = 3000;
/** The longest time between two looks at the clock, which may be set or stand still while the computer sleeps. */
const lookEveryMs = 20_000;

/** The previews of this session, and all runs. A run belongs to the environment in which it was started. */
export class Runs {
  readonly #deps: RunsDeps;
  readonly #drafts = new Map<string, Draft>();
  readonly #runs = new Map<string, Run>();
  readonly #starting = new Set<string>();
  readonly #approvals: RunApprovals;
  readonly #notice: Notice;
  #stopTimer: () => void = () => undefined;
  #isClosed = false;

  constructor(deps: RunsDeps) {
    this.#deps = deps;
    this.#notice = noticeOf(() => deps.publish());
    this.#approvals = new RunApprovals(deps);
  }

  /** Opens the runs of earlier sessions. Nothing is sent before a user resumes them; the effects of earlier requests are read. Called once. */
  async open(): Promise<void> {
    if (this.#deps.store.isEmpty) {
      return;
    }
    for (const stored of await this.#deps.store.request('runs', {})) {
      // Its environment may have been changed or deleted while the console was closed.
      this.#followEnvironment(await this.#add(stored, { isInterrupted: true }));
    }
    this.#watchPlans();
    this.#deps.store.enterReceipts();
    this.keysChanged(true);
    this.#notice.soon();
  }

  list(): DeletionRun[] {
    return [...this.#runs.values()].map((run) => this.#viewOf(run)).reverse();
  }

  /**
   * @param unsent lines of the list without a conversation of their own, for the report
   * @param proposal what the preview is of, where it was proposed
   * @throws Failure invalid-input, limit-exceeded, environment-not-found
   */
  prepare(
    environmentId: string,
    given: readonly { conversationId: string; line?: number | undefined }[],
    unsent: readonly UnsentLine[] = [],
    proposal?: OpenProposal,
  ): DeletionDraft {
    const bySpelling = new Map(given.map((one) => [inOneSpelling(one.conversationId), one]));
    const conversations = [...bySpelling.values()];
    if (conversations.length === 0) {
      throw new Failure({ code: 'invalid-input', message: 'There is no conversation in this list.' });
    }
    if (conversations.length > maxRunItems) {
      throw new Failure({
        code: 'limit-exceeded',
        message: `A run can have at most ${maxRunItems.toLocaleString('en')} conversations.`,
        hint: 'Split the list.',
      });
    }
    const { settings, logins, now, sleep, log, newId, approvals } = this.#deps;
    const used = settings(environmentId);
    const draftId = newId();
    const draft = new Draft({
      draftId,
      environmentId,
      settings: used,
      conversations,
      unsent,
      proposal,
      needsApproval: (act) => approvals.isNeeded({ environmentId, kind: used.kind, ...act }),
      client: () => this.#client(environmentId, used),
      logins,
      moment: () => this.#deps.sentRequests.now(),
      now,
      sleep,
      changed: () => this.#notice.soon(),
      absent: (conversationId, absence) => this.#deps.absent(environmentId, conversationId, absence),
      log,
    });
    for (const [oldest] of [...this.#drafts].slice(0, Math.max(0, this.#drafts.size - maxDrafts + 1))) {
      this.discard(oldest);
    }
    this.#drafts.set(draftId, draft);
    draft.read();
    return draft.view();
  }

  /** @throws Failure preview-outdated */
  draft(environmentId: string, draftId: string): Draft {
    const draft = this.#drafts.get(draftId);
    if (draft === undefined || draft.environmentId !== environmentId) {
      throw outdated('this preview has expired');
    }
    return draft;
  }

  discard(draftId: string): void {
    this.#drafts.get(draftId)?.pause();
    this.#drafts.delete(draftId);
    this.#notice.soon();
  }

  /** Previews exactly what was proposed. @throws Failure team-unreachable, team-not-allowed, invalid-input */
  async prepareProposal(environmentId: string, id: string): Promise<DeletionDraft> {
    const { approvals } = this.#deps;
    const proposal = await approvals.open(id);
    if (proposal.proposal.act !== undefined) {
      throw new Failure({ code: 'invalid-input', message: 'This is no proposal of a deletion.' });
    }
    if (approvals.nameOf(environmentId) !== proposal.proposal.environment) {
      throw new Failure({ code: 'invalid-input', message: 'This was proposed for another environment.' });
    }
    return this.prepare(environmentId, proposal.items, [], proposal);
  }

  async propose(input: ParsedInput<'approvals.propose'>): Promise<void> {
    await this.#approvals.propose(this.draft(input.environmentId, input.draftId), input);
    this.discard(input.draftId);
  }

  async approve(input: ParsedInput<'approvals.approve'>): Promise<void> {
    await this.#approvals.approve(this.draft(input.environmentId, input.draftId), input);
    this.discard(input.draftId);
  }

  /**
   * Records a run and starts its hold; the first call is sent afterwards.
   * @throws Failure invalid-input, confirmation-mismatch, preview-outdated, environment-read-only, environment-switched, deletion-not-recorded,
   * set-by-policy, team-unreachable, team-not-allowed
   */
  async start(given: StartRun): Promise<DeletionRun> {
    const { environmentId, draftId } = given;
    const draft = this.draft(environmentId, draftId);
    const input = this.#approvals.inputFor(draft, given);
    const record = confirmedRun(draft, input, this.#deps);
    if (this.#starting.has(draftId)) {
      throw outdated('this run is already being started');
    }
    this.#starting.add(draftId);
    try {
      const { actor, approvals, early, store } = this.#deps;
      // As it was confirmed, whatever is chosen meanwhile.
      const unsent = draft.unsent();
      const items = await early.confirm(environmentId, draft.items(), input.earlyReason);
      const { approval, ...claim } = (await this.#approvals.claim(draft)) ?? {};
      const stored = { ...record, ...claim };
      const { runId, startsAt } = stored;
      if (startsAt !== undefined) {
        const details = { run: runId, conversations: items.length, startsAt: isoTime(startsAt) };
        await early.enterPlan(environmentId, details);
      }
      const texts = { actor, ...omitUndefined({ ticket: input.ticket, approval }) };
      await store.create({ run: stored, texts, items, unsent });
      approvals.forgetClaim(runId);
      this.discard(draftId);
      // Another environment was selected meanwhile: nothing was or will be sent.
      const heldUntil = this.#deps.now() + this.#deps.holdMs;
      const isHeld = stored.state === 'holding';
      const run = await this.#add(stored, {
        ...(isHeld && { heldUntil }),
        // Each conversation of a planned run is read again, since much may have changed.
        ...(stored.state !== 'planned' && { previewedAt: draft.readSince }),
      });
      if (isHeld && !this.#deps.isSelected(environmentId)) {
        await run.cancel();
      }
      this.#watchPlans();
      return this.#viewOf(run);
    } finally {
      this.#starting.delete(draftId);
    }
  }

  /** Begins planned runs at their time: looks at the clock, now and until none is planned. One that is overdue waits for a user. */
  #watchPlans(): void {
    this.#stopTimer();
    const { now, later, log } = this.#deps;
    const left: number[] = [];
    for (const run of this.#runs.values()) {
      const { state, startsAt } = run.stored;
      if (state !== 'planned' || startsAt === undefined) {
        continue;
      }
      const ms = startsAt - now();
      left.push(ms > 0 ? ms : lookEveryMs);
      if (ms <= 0 && ms >= -missedAfterMs) {
        run.resume().catch(log);
      }
    }
    if (left.length > 0) {
      // A run may have become missed, or be planned again after the clock was set.
      this.#notice.soon();
      this.#stopTimer = later(Math.min(...left, lookEveryMs), () => this.#watchPlans());
    }
  }

  /** @throws Failure invalid-input */
  async control(
    runId: string,
    action: 'pause' | 'resume' | 'cancel' | 'stopReading' | 'dismiss',
  ): Promise<void> {
    const run = this.#find(runId);
    if (action === 'dismiss') {
      if (run.view().state !== 'done') {
        throw new Failure({ code: 'invalid-input', message: 'This run is not finished.' });
      }
      await this.#deps.store.request('dismiss', { runId });
      this.#runs.delete(runId);
    } else {
      await run[action]();
    }
    this.#notice.soon();
  }

  /** @throws Failure invalid-input */
  async setPace(runId: string, pace: RunPace): Promise<void> {
    await this.#find(runId).setPace(pace);
    this.#notice.soon();
  }

  /** @throws Failure deletion-running while a run has not finished with one of these conversations */
  async checkForget(environmentId: string, conversationIds: readonly string[]): Promise<void> {
    if (await this.#deps.store.request('hasUnfinished', { environmentId, conversationIds })) {
      throw unfinishedFailure();
    }
  }

  /** Called when another environment is selected: previews of the previous one are dropped. */
  selectionChanged(): void {
    for (const [draftId, draft] of this.#drafts) {
      if (!this.#deps.isSelected(draft.environmentId)) {
        this.discard(draftId);
      }
    }
    for (const run of this.#runs.values()) {
      if (run.view().state === 'holding' && !this.#deps.isSelected(run.stored.environmentId)) {
        run.cancel().catch(this.#deps.log);
      }
    }
  }

  /** Called when there may be keys for sealed data. Reads the texts of runs, which seals those that are not sealed yet. */
  keysChanged(isFirst = false): void {
    const { store } = this.#deps;
    if (store.isEmpty || (!isFirst && store.isSealed)) {
      return;
    }
    this.#readTexts().catch((error: unknown) => {
      if (!this.#isClosed) {
        this.#deps.log(error);
      }
    });
  }

  async #readTexts(): Promise<void> {
    await this.#deps.store.readTexts([...this.#runs.keys()]);
    this.#notice.soon();
  }

  /** Called when an environment's settings or key changed, or it was deleted. */
  environmentChanged(environmentId: string): void {
    for (const run of this.#runs.values()) {
      if (run.stored.environmentId === environmentId) {
        this.#followEnvironment(run);
        run.environmentChanged();
      }
    }
  }

  /**
   * Cancels a run whose environment now has another name, kind or address, or was deleted: it was confirmed for the environment as it was.
   * Reads still follow the calls sent; without the address it ends with the outcomes known so far.
   */
  #followEnvironment(run: Run): void {
    const { environmentId, environmentName, environmentKind, baseUrl } = run.stored;
    const confirmed = { baseUrl, name: environmentName, kind: environmentKind };
    if (!this.#isAsIn(environmentId, { baseUrl })) {
      run.cancel({ withoutReads: true }).catch(this.#deps.log);
    } else if (!this.#isAsIn(environmentId, confirmed)) {
      run.cancel().catch(this.#deps.log);
    }
  }

  #isAsIn(environmentId: string, used: UsedSettings): boolean {
    return attempt(() => this.#check(environmentId, used)) !== undefined;
  }

  /** Sends nothing more and waits briefly for requests in progress. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#stopTimer();
    this.#notice.close();
    for (const draft of this.#drafts.values()) {
      draft.pause();
    }
    await Promise.all([...this.#runs.values()].map((run) => run.close(closeWaitMs)));
  }

  /** Adds a recorded run and begins it. */
  async #add(
    stored: StoredRun,
    given: { heldUntil?: number; previewedAt?: number; isInterrupted?: boolean },
  ): Promise<Run> {
    const { store, ...deps } = this.#deps;
    const { environmentId, environmentName, environmentKind, baseUrl, runId } = stored;
    const counts = await store.request('counts', { runId });
    const conversations = itemsIn(counts);
    const run = new Run({
      ...deps,
      store,
      stored,
      counts,
      checkApproved: (item) => this.#approvals.check(stored, item, conversations),
      heldUntil: given.heldUntil,
      previewedAt: given.previewedAt,
      isInterrupted: given.isInterrupted ?? false,
      client: () => this.#client(environmentId, { baseUrl }),
      checkSendable: () =>
        this.#check(environmentId, { name: environmentName, kind: environmentKind, baseUrl }),
      changed: () => this.#notice.soon(),
    });
    this.#runs.set(runId, run);
    run.start(await store.request('underWay', { runId }));
    this.#notice.soon();
    return run;
  }

  /** Returns the settings. @throws Failure environment-not-found if the environment's address, or the name or kind if given, has changed */
  #check(environmentId: string, used: UsedSettings): EnvironmentSettings {
    const settings = this.#deps.settings(environmentId);
    const { name, kind, baseUrl } = settings;
    if (baseUrl !== used.baseUrl || name !== (used.name ?? name) || kind !== (used.kind ?? kind)) {
      throw addressChanged();
    }
    return settings;
  }

  /** @throws Failure as `#check` does */
  #client(environmentId: string, used: UsedSettings): ServiceClient {
    this.#check(environmentId, used);
    return this.#deps.services.client(environmentId);
  }

  #viewOf(run: Run): DeletionRun {
    const ticket = this.#deps.store.textsOf(run.stored.runId)?.ticket;
    return { ...run.view(), ...omitUndefined({ ticket }) };
  }

  #find(runId: string): Run {
    const run = this.#runs.get(runId);
    if (run === undefined) {
      throw new Failure({ code: 'invalid-input', message: 'This run is no longer in the list.' });
    }
    return run;
  }
}
