import type { AttemptProgress } from '../../preload/contract/attempt.ts';
import { type EnvironmentSettings, needsTypedName } from '../../preload/contract/environments.ts';
import {
  type HeadlessExchange,
  type HeadlessFile,
  type HeadlessResult,
  type HeadlessRun,
  type HeadlessView,
  maxHeadlessAnswer,
} from '../../preload/contract/headless.ts';
import { omitUndefined } from '../../preload/contract/objects.ts';
import { Failure } from '../failure.ts';
import { inputMessages } from '../service/messages/settings.ts';
import type { Services } from '../service/port.ts';
import {
  type Answer,
  type ChosenFile,
  fileValues,
  outcomeOf,
  outdated,
  pathOf,
  replyOf,
  sentValues,
  type Target,
} from './answers.ts';
import { maskedFailure, maskedRequestId } from './masking.ts';
import { Run } from './run.ts';
import { maxRuns, type RunFile } from './run-file.ts';
import { type InspectFile, stageFile } from './staged-file.ts';

export interface HeadlessRunsDeps {
  services: Pick<Services, 'client'>;
  /** @throws Failure environment-not-found */
  settings(environmentId: string): EnvironmentSettings;
  file: Pick<RunFile, 'read' | 'write' | 'removeDamaged'>;
  inspect: InspectFile;
  /** Milliseconds since the epoch. */
  now(): number;
  log(error: unknown): void;
}

const keyOf = ({ environmentId, conversationId }: Target) => JSON.stringify([environmentId, conversationId]);

/**
 * Walks through people’s headless flows (interface 4.6, 4.7). An answer is sent once; after an unknown outcome the page must be read before
 * another one is sent. Position and ids outlive the process; what a person enters does not.
 */
export class HeadlessRuns {
  readonly #deps: HeadlessRunsDeps;
  #runs: Promise<Map<string, Run>> | undefined;

  constructor(deps: HeadlessRunsDeps) {
    this.#deps = deps;
  }

  /** Runs of an environment that have not ended, latest first. */
  async list(environmentId: string): Promise<HeadlessRun[]> {
    const runs = [...(await this.#all()).values()];
    return runs
      .filter((run) => run.record.environmentId === environmentId && !run.hasEnded && !run.isForgotten)
      .map((run) => run.summary())
      .sort((left, right) => right.changedAt - left.changedAt);
  }

  async view(target: Target): Promise<HeadlessView | undefined> {
    const run = (await this.#all()).get(keyOf(target));
    return run && this.#viewOf(run);
  }

  /** @throws Failure invalid-input, busy; a failure of the service is in the result */
  async read(
    target: Target,
    userIp: string | undefined,
    options: { signal: AbortSignal; onAttempt?: (progress: AttemptProgress) => void },
  ): Promise<HeadlessResult> {
    const run = await this.#begun(target);
    const address = userIp ?? run.userIp;
    if (address === undefined) {
      throw new Failure({ code: 'invalid-input', ...inputMessages.userIp() });
    }
    this.#claim(run, 'read');
    run.userIp = address;
    const at = this.#deps.now();
    const base = { at, method: 'GET' as const, path: pathOf(target), sent: [] };
    try {
      const reading = await this.#deps.services
        .client(target.environmentId)
        .readHeadlessPage(target.conversationId, address, options);
      const settled = run.take(this.#deps.now(), reading.value, reading.notes);
      run.addExchange({ ...base, ...replyOf(reading, run) });
      await this.#save().catch(this.#deps.log);
      return this.#result(run, omitUndefined({ settled }));
    } catch (error) {
      return this.#failed(run, base, error, {});
    } finally {
      run.isBusy = undefined;
    }
  }

  /** @throws Failure step-outdated, busy, confirmation-mismatch, limit-exceeded, file-not-written */
  async submit(target: Target, answer: Answer, signal: AbortSignal): Promise<HeadlessResult> {
    const run = (await this.#all()).get(keyOf(target));
    const userIp = run?.userIp;
    if (run === undefined || userIp === undefined) {
      throw outdated();
    }
    const files = this.#check(run, answer);
    const { next } = answer;
    const answered = run.page ?? {};
    const { component } = answered;
    this.#claim(run, 'submit');
    const at = this.#deps.now();
    run.rememberValues(answer.args);
    const base = {
      at,
      method: 'POST' as const,
      path: `${pathOf(target)}/${run.pageName(next)}`,
      sent: sentValues(answer.args, files, run),
    };
    try {
      run.begin(at);
      // Written before it is sent: after a crash it is known that an answer may have arrived.
      await this.#save().catch((error: unknown) => {
        run.undo(at);
        throw error;
      });
    } catch (error) {
      await this.#release(run);
      throw error;
    }
    try {
      const args = { ...answer.args, ...fileValues(files) };
      const reading = await this.#deps.services
        .client(target.environmentId)
        .submitHeadlessPage(target.conversationId, next, args, userIp, { signal });
      const outcome = outcomeOf(answered, reading.value);
      run.settle(this.#deps.now(), component, outcome);
      run.take(this.#deps.now(), reading.value, reading.notes);
      if (outcome === 'accepted') {
        run.dropFiles();
      }
      run.addExchange({ ...base, ...replyOf(reading, run) });
      await this.#save().catch(this.#deps.log);
      return this.#result(run, { outcome });
    } catch (error) {
      const isUnknown = !(error instanceof Failure) || error.code === 'outcome-unknown';
      if (isUnknown) {
        run.settle(this.#deps.now(), component, 'unknown');
      } else {
        run.undo(this.#deps.now());
      }
      await this.#save().catch(this.#deps.log);
      return this.#failed(run, base, error, { outcome: isUnknown ? 'unknown' : 'failed' });
    } finally {
      await this.#release(run);
    }
  }

  /** @throws Failure limit-exceeded, invalid-input, step-outdated */
  async addFile(target: Target, name: string, fileName: string, bytes: Uint8Array): Promise<HeadlessFile> {
    const run = (await this.#all()).get(keyOf(target));
    if (run === undefined) {
      throw outdated();
    }
    const file = stageFile(name, fileName, bytes, this.#deps.inspect);
    run.addFile(file);
    return file.view;
  }

  async removeFile(target: Target, fileId: string): Promise<void> {
    (await this.#all()).get(keyOf(target))?.removeFile(fileId);
  }

  /**
   * Removes all that is known of a run.
   * @param unsettled also where the outcome of the last answer is not known
   * @throws Failure busy while an answer is being sent, outcome-unknown
   */
  async remove(target: Target, unsettled: boolean): Promise<void> {
    const run = (await this.#all()).get(keyOf(target));
    if (run?.isBusy === 'submit') {
      throw busy(run.isBusy);
    }
    if (run?.record.sent !== undefined && !unsettled) {
      throw new Failure({
        code: 'outcome-unknown',
        message: 'It is not known whether the last answer arrived. The flow was not removed.',
        hint: 'Read the current step first: once the flow is removed, nothing warns you before you answer that step again.',
      });
    }
    await this.forget(target.environmentId, [target.conversationId]);
  }

  /**
   * Removes all that is known of these runs, or of all of an environment. One whose answer is being sent is removed from the disk at once
   * and from memory when the answer has ended, so that it is not sent a second time meanwhile.
   */
  async forget(environmentId: string, conversationIds?: readonly string[]): Promise<void> {
    const runs = await this.#all();
    const forgotten = conversationIds && new Set(conversationIds);
    for (const [key, run] of runs) {
      const { record } = run;
      if (record.environmentId === environmentId && (forgotten?.has(record.conversationId) ?? true)) {
        run.isForgotten = true;
        if (run.isBusy !== 'submit') {
          runs.delete(key);
        }
      }
    }
    await this.#deps.file.removeDamaged();
    await this.#save();
  }

  /** Another environment was selected: files that were not sent are dropped. */
  async dropFiles(): Promise<void> {
    for (const run of (await this.#all()).values()) {
      run.dropFiles();
    }
  }

  #all(): Promise<Map<string, Run>> {
    this.#runs ??= this.#deps.file
      .read()
      .then((records) => new Map(records.map((record) => [keyOf(record), new Run(record)])));
    return this.#runs;
  }

  async #begun(target: Target): Promise<Run> {
    const runs = await this.#all();
    const known = runs.get(keyOf(target));
    if (known !== undefined) {
      return known;
    }
    const at = this.#deps.now();
    const run = new Run({ ...target, startedAt: at, changedAt: at, steps: [] });
    runs.set(keyOf(target), run);
    for (const [key, { record }] of [...runs].sort(
      ([, left], [, right]) => left.record.changedAt - right.record.changedAt,
    )) {
      if (runs.size <= maxRuns) {
        break;
      }
      // A run with an unknown outcome is kept: it must not be answered again blindly.
      if (record.sent === undefined) {
        runs.delete(key);
      }
    }
    return run;
  }

  /** @throws Failure busy */
  #claim(run: Run, work: 'read' | 'submit'): void {
    if (run.isBusy !== undefined) {
      throw busy(run.isBusy);
    }
    run.isBusy = work;
  }

  /** The files of the answer. @throws Failure step-outdated, confirmation-mismatch, limit-exceeded */
  #check(run: Run, { next, args, files, confirmation }: Answer): ChosenFile[] {
    if (run.record.sent !== undefined || run.page === undefined || run.page.next !== next || next === '') {
      throw outdated();
    }
    const name = this.#confirmation(run);
    if (name !== undefined && !run.isConfirmed) {
      if (confirmation !== name) {
        throw new Failure({
          code: 'confirmation-mismatch',
          message: 'The environment’s name does not match. Nothing was sent.',
          hint: 'Type the name exactly as it is shown.',
        });
      }
      run.isConfirmed = true;
    }
    if (lengthOf(args) > maxHeadlessAnswer) {
      throw new Failure({
        code: 'limit-exceeded',
        message: 'The answer is too long or too deeply nested. Nothing was sent.',
        hint: 'Shorten it, or send a file as a file.',
      });
    }
    return files.map(({ name, fileId, form }) => {
      const file = run.file(fileId);
      if (file === undefined) {
        throw new Failure({
          code: 'step-outdated',
          message: 'A chosen file is no longer available. Nothing was sent.',
          hint: 'Choose the file again.',
        });
      }
      return { name, file, form };
    });
  }

  /** The answer has ended, so a run that was removed meanwhile can go. */
  async #release(run: Run): Promise<void> {
    run.isBusy = undefined;
    const runs = await this.#all();
    if (run.isForgotten && runs.get(keyOf(run.record)) === run) {
      runs.delete(keyOf(run.record));
    }
  }

  #confirmation({ record }: Run): string | undefined {
    const settings = this.#deps.settings(record.environmentId);
    return needsTypedName(settings) ? settings.name : undefined;
  }

  #viewOf(run: Run): HeadlessView {
    return run.view(this.#confirmation(run));
  }

  #result(run: Run, more: Omit<HeadlessResult, 'view'>): HeadlessResult {
    run.isBusy = undefined;
    return { view: this.#viewOf(run), ...more };
  }

  /** @throws the error where it is not a failure of the request */
  #failed(
    run: Run,
    base: HeadlessExchange,
    error: unknown,
    more: Pick<HeadlessResult, 'outcome'>,
  ): HeadlessResult {
    if (!(error instanceof Failure) || error.code === 'environment-read-only') {
      run.isBusy = undefined;
      throw error;
    }
    const { requestId, details } = error;
    const status = typeof details?.httpStatus === 'number' ? details.httpStatus : undefined;
    run.addExchange({
      ...base,
      ...omitUndefined({ status, requestId: requestId && maskedRequestId(requestId, run.values) }),
      failure: maskedFailure(error),
    });
    return this.#result(run, { ...more, failure: error.view() });
  }

  #save(): Promise<void> {
    return this.#all().then((runs) => {
      const kept = [...runs.values()]
        .filter((run) => !run.hasEnded && !run.isForgotten)
        .map(({ record }) => record);
      return this.#deps.file.write(kept);
    });
  }
}

function busy(work: 'read' | 'submit'): Failure {
  return new Failure({
    code: 'busy',
    message: work === 'submit' ? 'An answer is already being sent.' : 'The page is already being read.',
    hint: 'Wait for it to finish.',
  });
}

/** The length of the answer's JSON; infinite where it is nested too deeply to be written. */
function lengthOf(args: Answer['args']): number {
  try {
    return JSON.stringify(args).length;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
