import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { Failure } from '../../../../../../main/common/failure.ts';
import { readLifeMs } from '../../../../../../main/features/deletion/runs/running/states.ts';
import { missedAfterMs, type PlanStep } from '../../../../../../preload/contract/deletion-runs.ts';
import { environmentSettings } from '../../../../../../preload/contract/environments.ts';
import { sessionKey } from '../session-key.ts';
import { EngineLife, ModelClock } from './engine.ts';
import { type ExpectedRun, recordFaults } from './records.ts';
import { ModelService } from './service.ts';

const environmentId = 'acme';

/** The states in which a run sends nothing. */
const notOpen: readonly string[] = ['planned', 'missed', 'holding', 'paused', 'interrupted', 'done'];

/** The longest that an action of a user may take on a busy machine, in milliseconds. */
const longestMs = 20_000;

type Choice = 'delete' | 'expire' | 'end-monitoring';
type Action = 'pause' | 'resume' | 'cancel' | 'stopReading' | 'dismiss';

/** The engine in its surroundings, and what is expected of it. `violations` names everything that was not as expected. */
export class ModelStage {
  readonly service: ModelService;
  readonly clock = new ModelClock();
  readonly violations: string[] = [];
  steps = 0;
  /** How often the engine was killed. */
  kills = 0;
  readonly #dataDir = mkdtempSync(join(tmpdir(), 'assay-model-'));
  readonly #key = sessionKey({ dataDir: this.#dataDir });
  readonly #expected: ExpectedRun[] = [];
  /** The last read of each conversation, by the clock that nobody sets, and how often the other one was set before. */
  readonly #reads = new Map<string, { at: number; sets: number }>();
  #drafts: { draftId: string; lines: number; life: EngineLife }[] = [];
  #settings;
  #isDeleted = false;
  #isSelected = true;
  #isInPreview = false;
  #login = 'login';
  #life!: EngineLife;
  /** Borders to pass until the engine is killed. */
  #bordersLeft = Infinity;
  /** Borders to pass until the next step. */
  #bordersToWork = Infinity;

  static async start(): Promise<ModelStage> {
    const stage = new ModelStage(await ModelService.start());
    for (let number = 1; number <= 30; number++) {
      const status = (['IN_PROGRESS', 'FINISHED', 'EXPIRED'] as const)[number % 3] ?? 'FINISHED';
      stage.service.add(`c-${number}`, status, number % 5 === 0);
    }
    await stage.#open();
    return stage;
  }

  constructor(service: ModelService) {
    this.service = service;
    service.passed = () => this.#passed();
    service.read = (id) => this.#reads.set(id, { at: this.clock.elapsed, sets: this.clock.sets });
    this.#settings = environmentSettings.parse({
      name: 'Acme',
      kind: 'test',
      baseUrl: service.baseUrl,
      proxy: { mode: 'none' },
      endMonitoring: true,
    });
  }

  /** Prepares a preview and lets it read. */
  async preview(ids: readonly string[], choice: Choice): Promise<void> {
    this.#isInPreview = true;
    await this.#act(async () => {
      const { runs } = this.#life;
      const { draftId } = runs.prepare(
        environmentId,
        ids.map((conversationId) => ({ conversationId })),
      );
      runs.draft(environmentId, draftId).choose(choice);
      this.#drafts = [...this.#drafts.slice(-2), { draftId, lines: ids.length, life: this.#life }];
      await this.#goOn(60_000);
    });
    this.#isInPreview = false;
  }

  /** Confirms the preview that was made last, now or for later. */
  async begin(inMs?: number): Promise<void> {
    const draft = this.#drafts.pop();
    if (draft === undefined || draft.life !== this.#life) {
      return;
    }
    await this.#act(async () => {
      const { runs } = this.#life;
      const shown = runs.draft(environmentId, draft.draftId);
      const items = shown.items();
      const plans = new Map(items.map(({ conversationId, plan }) => [conversationId, plan]));
      const left = shown.unsent().length;
      if (items.length + left !== draft.lines) {
        this.violations.push(`${items.length} items and ${left} left out of ${draft.lines} lines`);
      }
      const startsAt = inMs === undefined ? undefined : this.clock.now() + inMs;
      const may = startsAt === undefined ? 'send' : 'planned';
      const run: ExpectedRun = { runId: undefined, plans, lines: draft.lines, may, startsAt };
      this.#expected.push(run);
      for (const { conversationId, plan } of items) {
        for (const step of plan) {
          this.service.confirmAgain(conversationId, step);
        }
      }
      try {
        const { runId } = await runs.start({
          environmentId,
          draftId: draft.draftId,
          count: String(items.length),
          reason: 'retention-ended',
          pace: { concurrency: 2, stopAfter: 3 },
          startsAt,
        });
        run.runId = runId;
      } catch (error) {
        // It may be there all the same, if cancelling it at once could not be recorded.
        this.#adopt();
        run.may = startsAt === undefined ? 'not-send' : 'planned';
        throw error;
      }
    });
  }

  /** Does to one of the runs what a user can do. */
  async control(index: number, action: Action): Promise<void> {
    const runs = this.#expected.filter(({ runId }) => runId !== undefined);
    const run = runs[index % Math.max(1, runs.length)];
    if (run?.runId === undefined) {
      return;
    }
    const { runId } = run;
    const before = run.may;
    await this.#act(async () => {
      // A planned run that is due can be cancelled; it can be paused once it has begun.
      const isPlanned = this.#isPlanned(run);
      const done = this.#life.runs.control(runId, action);
      if (action === 'pause' && before === 'send' && !isPlanned) {
        run.may = 'not-send';
      } else if (action === 'resume' && (before === 'not-send' || before === 'planned')) {
        run.may = 'send';
      } else if (action === 'cancel') {
        run.may = 'never-send';
        run.beginsAnyway ||= isPlanned;
      }
      await done;
      if (action === 'cancel') {
        run.may = 'never-send';
        run.isCancelled = true;
        run.beginsAnyway = false;
      }
    });
  }

  /** Lets time pass by the clock, and everything happen that it brings about. */
  async pass(ms: number): Promise<void> {
    await this.#act(() => this.#goOn(ms));
  }

  /** Goes on until so many borders were passed, so that the next step comes in the middle of others. */
  async work(borders: number): Promise<void> {
    this.#bordersToWork = borders;
    await this.#act(() => this.#goOn(30_000));
    this.#bordersToWork = Infinity;
  }

  /** Kills the engine after so many borders at most, while time passes. */
  async crash(borders: number): Promise<void> {
    this.#bordersLeft = borders;
    await this.#act(() => this.#goOn(30_000));
    await this.#reopen();
  }

  /** Sets the clock of the day. A planned run that it passes by is missed, unless it is set back before the run notices. */
  setClock(ms: number): void {
    const before = this.clock.now();
    this.clock.set(ms);
    for (const run of this.#expected) {
      const { may, startsAt = 0 } = run;
      const isMissed = this.clock.now() - startsAt > missedAfterMs;
      if (may === 'planned' && before >= startsAt) {
        run.may = 'send';
      } else if (may === 'planned' && isMissed) {
        run.may = 'not-send';
      } else if (may === 'not-send' && !isMissed && this.#isPlanned(run)) {
        run.may = 'planned';
      }
    }
  }

  failWrites(count: number): void {
    this.#life.failingWrites += count;
  }

  select(isSelected: boolean): void {
    this.#isSelected = isSelected;
    this.#life.runs.selectionChanged();
  }

  /** Changes the key, as after it was entered again. */
  changeKey(login: string): void {
    this.#login = login;
    this.#life.environmentChanged(environmentId);
  }

  /** Changes what the runs were confirmed for: none of them may send anything again. */
  edit(change: 'name' | 'kind' | 'address' | 'delete'): void {
    const { name, kind } = this.#settings;
    if (change === 'delete') {
      this.#isDeleted = true;
    } else if (change === 'address') {
      const baseUrl = `${this.service.baseUrl}/${this.#expected.length}`;
      this.#settings = { ...this.#settings, baseUrl };
    } else {
      const other: typeof kind = kind === 'test' ? 'sandbox' : 'test';
      this.#settings = { ...this.#settings, ...(change === 'name' ? { name: `${name}!` } : { kind: other }) };
    }
    for (const run of this.#expected) {
      // Its cancellation may not be on disk yet, and the next edit may undo this one.
      run.beginsAnyway ||= run.may === 'planned';
      run.may = 'never-send';
    }
    this.#life.environmentChanged(environmentId);
  }

  /** After faults are over and everything was resumed, each line has its outcome, and receipts say what was done. */
  async finish(): Promise<void> {
    this.service.heal();
    this.#life.failingWrites = 0;
    this.#login = 'login';
    this.#isSelected = true;
    this.#life.environmentChanged(environmentId);
    for (let round = 0; round < 5 && this.#life.runs.list().some(({ state }) => state !== 'done'); round++) {
      for (const { runId } of this.#life.runs.list()) {
        const run = this.#expected.find((one) => one.runId === runId);
        if (run?.may === 'not-send' || run?.may === 'planned') {
          run.may = 'send';
        }
        await this.#act(() => this.#life.runs.control(runId, 'resume'));
      }
      await this.pass(30 * 60_000);
    }
    for (const { runId, state } of this.#life.runs.list()) {
      if (state !== 'done') {
        this.violations.push(`the run ${runId} stays ${state}`);
      }
    }
    this.violations.push(...(await recordFaults(this.service, this.#life.store, this.#expected)));
  }

  async close(): Promise<void> {
    await this.#life.kill();
    await this.service.close();
    rmSync(this.#dataDir, { recursive: true, force: true });
  }

  /** The faults that were found. */
  get faults(): string[] {
    return [...this.violations, ...this.service.violations];
  }

  #isPlanned({ runId }: ExpectedRun): boolean {
    return this.#life.runs.list().some((view) => view.runId === runId && view.state === 'planned');
  }

  #isPreviewing(): boolean {
    const isReading = ({ draftId }: { draftId: string }) => {
      try {
        return this.#life.runs.draft(environmentId, draftId).view().state === 'reading';
      } catch {
        // It was discarded.
        return false;
      }
    };
    return this.#isInPreview || this.#drafts.some(isReading);
  }

  #leaves(id: string, step: PlanStep): void {
    const views = new Map(this.#life.runs.list().map((view) => [view.runId, view]));
    const allowed = this.#expected.filter((run) => {
      const { runId, plans, startsAt = Infinity } = run;
      if (run.may === 'planned' && this.clock.now() >= startsAt) {
        run.may = 'send';
      }
      const state = runId === undefined ? 'running' : views.get(runId)?.state;
      const isOpen = state !== undefined && !notOpen.includes(state);
      return run.may === 'send' && isOpen && plans.get(id)?.includes(step);
    });
    const read = this.#reads.get(id);
    const lifeMs = Math.max(0, ...allowed.map(({ plans }) => readLifeMs(plans.size)));
    if (allowed.length > 0 && read?.sets === this.clock.sets && this.clock.elapsed - read.at >= lifeMs) {
      this.violations.push(`${id} ${step} left ${this.clock.elapsed - read.at} ms after it was read`);
    }
    if (allowed.length === 0) {
      const runs = this.#expected.map(({ runId, plans, may }) => [
        may,
        views.get(runId ?? '')?.state,
        [...plans],
      ]);
      this.violations.push(`${id} ${step} left although no run may send it: ${JSON.stringify(runs)}`);
    }
  }

  #passed(): void {
    this.#bordersLeft -= 1;
    this.#bordersToWork -= 1;
    if (this.#bordersLeft <= 0) {
      this.#life.die();
    }
  }

  async #goOn(ms: number): Promise<void> {
    const until = this.clock.elapsed + ms;
    do {
      await this.#quiet();
    } while (!this.#life.isDead && this.#bordersToWork > 0 && this.clock.next(until));
  }

  /** Resolves when nothing is in progress and only the clock can bring about more, when the engine is dead, or the next step is due. */
  async #quiet(): Promise<void> {
    for (let turns = 0; turns < 4 && !this.#life.isDead && this.#bordersToWork > 0; turns += 1) {
      await setImmediate();
      if (this.#life.busy > 0) {
        turns = 0;
      }
    }
  }

  /** Acts until it is done or the engine is dead. Failures are responses to the user; every other error is a fault. */
  async #act(action: () => Promise<void>): Promise<void> {
    let isDone = false;
    const acting = action()
      .catch((error: unknown) => {
        if (!(error instanceof Failure)) {
          this.violations.push(`an error: ${error instanceof Error ? error.stack : String(error)}`);
        }
      })
      .finally(() => {
        isDone = true;
      });
    const begunAt = performance.now();
    while (!isDone && !this.#life.isDead && performance.now() - begunAt < longestMs) {
      await Promise.race([acting, setImmediate()]);
    }
    if (!isDone && !this.#life.isDead) {
      this.violations.push('an action of a user does not end');
    }
    if (this.#life.isDead) {
      await this.#reopen();
    } else {
      await this.#checkCounts();
    }
  }

  /** The counts of each run add up to its lines, and are those on disk unless a write has failed. */
  async #checkCounts(): Promise<void> {
    for (const { runId, lines, plans } of this.#expected) {
      const view = this.#life.runs.list().find((one) => one.runId === runId);
      if (view === undefined) {
        continue;
      }
      const { total, waiting, underWay, outcomes, leftOut = 0 } = view;
      const settled = Object.values(outcomes).reduce((sum, count) => sum + count, 0);
      if (total !== plans.size || waiting + underWay + settled !== total || total + leftOut !== lines) {
        this.violations.push(
          `${lines} lines became ${waiting} + ${underWay} + ${settled} of ${total}, and ${leftOut}`,
        );
      }
    }
  }

  async #open(): Promise<void> {
    this.#bordersLeft = Infinity;
    this.#life = new EngineLife(
      {
        dataDir: this.#dataDir,
        key: this.#key,
        settings: () => {
          if (this.#isDeleted) {
            throw new Failure({ code: 'environment-not-found', message: 'deleted' });
          }
          return this.#settings;
        },
        isSelected: () => this.#isSelected,
        apiKey: () => ({ login: this.#login, password: 'password' }),
        leaves: (id, step) => this.#leaves(id, step),
        violated: (what) => this.violations.push(what),
        isPreviewing: () => this.#isPreviewing(),
        passed: () => this.#passed(),
        log: (error) => {
          if (!(error instanceof Failure)) {
            this.violations.push(`an error was logged: ${error instanceof Error ? error.stack : error}`);
          }
        },
      },
      this.clock,
    );
    await this.#life.open();
  }

  /** Starts the engine again on what the kill left. */
  async #reopen(): Promise<void> {
    this.kills += 1;
    await this.#life.kill();
    for (const run of this.#expected) {
      run.may = run.may === 'send' ? 'not-send' : run.may;
      // Its user's later order is not on disk, and it may begin while the console starts.
      run.may = run.may === 'never-send' && run.beginsAnyway === true ? 'planned' : run.may;
    }
    await this.#open();
    this.#adopt();
    for (const { runId, state } of this.#life.runs.list()) {
      const run = this.#expected.find((one) => one.runId === runId);
      if (run?.may === 'planned' && state !== 'planned' && notOpen.includes(state)) {
        run.may = 'not-send';
      }
      if (run?.may === 'never-send' && run.isCancelled !== true && state === 'interrupted') {
        // It could not be recorded that it was to be cancelled: its user is asked again.
        run.may = 'not-send';
      } else if (run && state === 'planned' && (run.may !== 'never-send' || run.beginsAnyway)) {
        // Its user's later order was not on disk: it begins at its time.
        run.may = 'planned';
      }
    }
  }

  /** A run whose start was not answered is there or not; all others are. */
  #adopt(): void {
    const known = new Set(this.#expected.map(({ runId }) => runId));
    const found = this.#life.runs.list().find(({ runId }) => !known.has(runId));
    for (const run of this.#expected.filter(({ runId }) => runId === undefined)) {
      if (found === undefined) {
        this.#expected.splice(this.#expected.indexOf(run), 1);
      } else {
        run.runId = found.runId;
      }
    }
  }
}
