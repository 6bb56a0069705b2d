import type { AttemptProgress } from '../../../preload/contract/attempt.ts';
import { type EnvironmentSettings, needsTypedName } from '../../../preload/contract/environments.ts';
import {
  type HeadlessExchange,
  type HeadlessFile,
  type HeadlessFlow,
  type HeadlessResult,
  type HeadlessView,
  maxHeadlessAnswer,
} from '../../../preload/contract/headless.ts';
import { omitUndefined } from '../../../preload/contract/objects.ts';
import { Failure } from '../../common/failure.ts';
import { keyOf, type Target } from '../../common/target.ts';
import { inputMessages } from '../../service/messages/settings.ts';
import type { Services } from '../../service/port.ts';
import {
  type Answer,
  type ChosenFile,
  fileValues,
  outcomeOf,
  outdatedFailure,
  pathOf,
  responseOf,
  sentValues,
} from './answers.ts';
import { Flow } from './flow.ts';
import { type FlowFile, maxFlows } from './flow-file.ts';
import { maskedFailure, maskedRequestId } from './masking.ts';
import { type InspectFile, stageFile } from './staged-file.ts';

export interface HeadlessRunsDeps {
  services: Pick<Services, 'client'>;
  /** @throws Failure environment-not-found */
  settings(environmentId: string): EnvironmentSettings;
  file: Pick<FlowFile, 'read' | 'write' | 'removeDamaged'>;
  inspect: InspectFile;
  /** Milliseconds since the epoch. */
  now(): number;
  log(error: unknown): void;
}

/**
 * Walks through applicants’ headless flows (interface 4.6, 4.7). An answer is sent once; after an unknown outcome the page must be read before
 * another one is sent. Position and ids outlive the process; entered values do not.
 */
export class HeadlessFlows {
  readonly #deps: HeadlessRunsDeps;
  #flows: Promise<Map<string, Flow>> | undefined;

  constructor(deps: HeadlessRunsDeps) {
    this.#deps = deps;
  }

  /** Flows of an environment that have not ended, latest first. */
  async list(environmentId: string): Promise<HeadlessFlow[]> {
    const flows = [...(await this.#all()).values()];
    return flows
      .filter((flow) => flow.record.environmentId === environmentId && !flow.hasEnded && !flow.isForgotten)
      .map((flow) => flow.summary())
      .sort((left, right) => right.changedAt - left.changedAt);
  }

  async view(target: Target): Promise<HeadlessView | undefined> {
    const flow = (await this.#all()).get(keyOf(target));
    return flow && this.#viewOf(flow);
  }

  /** @throws Failure invalid-input, busy; a failure of the service is in the result */
  async read(
    target: Target,
    userIp: string | undefined,
    options: { signal: AbortSignal; onAttempt?: (progress: AttemptProgress) => void },
  ): Promise<HeadlessResult> {
    const flow = await this.#begin(target);
    const address = userIp ?? flow.userIp;
    if (address === undefined) {
      throw new Failure({ code: 'invalid-input', ...inputMessages.userIp() });
    }
    this.#claim(flow, 'read');
    flow.userIp = address;
    const at = this.#deps.now();
    const base = { at, method: 'GET' as const, path: pathOf(target), sent: [] };
    try {
      const reading = await this.#deps.services
        .client(target.environmentId)
        .readHeadlessPage(target.conversationId, address, options);
      const outcome = flow.take(this.#deps.now(), reading.value, reading.notes);
      flow.addExchange({ ...base, ...responseOf(reading, flow) });
      await this.#save().catch(this.#deps.log);
      return this.#result(flow, omitUndefined({ settled: outcome }));
    } catch (error) {
      return this.#fail(flow, base, error, {});
    } finally {
      flow.isBusy = undefined;
    }
  }

  /** @throws Failure step-outdated, busy, confirmation-mismatch, limit-exceeded, file-not-written */
  async submit(target: Target, answer: Answer, signal: AbortSignal): Promise<HeadlessResult> {
    const flow = (await this.#all()).get(keyOf(target));
    const userIp = flow?.userIp;
    if (flow === undefined || userIp === undefined) {
      throw outdatedFailure();
    }
    const files = this.#check(flow, answer);
    const { next } = answer;
    const submittedPage = flow.page ?? {};
    const { component } = submittedPage;
    this.#claim(flow, 'submit');
    const at = this.#deps.now();
    flow.rememberValues(answer.args);
    const base = {
      at,
      method: 'POST' as const,
      path: `${pathOf(target)}/${flow.pageName(next)}`,
      sent: sentValues(answer.args, files, flow),
    };
    try {
      flow.begin(at);
      // Written before it is sent: after a crash it is known that an answer may have arrived.
      await this.#save().catch((error: unknown) => {
        flow.undo(at);
        throw error;
      });
    } catch (error) {
      await this.#release(flow);
      throw error;
    }
    try {
      const args = { ...answer.args, ...fileValues(files) };
      const reading = await this.#deps.services
        .client(target.environmentId)
        .submitHeadlessPage(target.conversationId, next, args, userIp, { signal });
      const outcome = outcomeOf(submittedPage, reading.value);
      flow.settle(this.#deps.now(), component, outcome);
      flow.take(this.#deps.now(), reading.value, reading.notes);
      if (outcome === 'accepted') {
        flow.dropFiles();
      }
      flow.addExchange({ ...base, ...responseOf(reading, flow) });
      await this.#save().catch(this.#deps.log);
      return this.#result(flow, { outcome });
    } catch (error) {
      const isUnknown = !(error instanceof Failure) || error.code === 'outcome-unknown';
      if (isUnknown) {
        flow.settle(this.#deps.now(), component, 'unknown');
      } else {
        flow.undo(this.#deps.now());
      }
      await this.#save().catch(this.#deps.log);
      return this.#fail(flow, base, error, { outcome: isUnknown ? 'unknown' : 'failed' });
    } finally {
      await this.#release(flow);
    }
  }

  /** @throws Failure limit-exceeded, invalid-input, step-outdated */
  async addFile(target: Target, name: string, fileName: string, bytes: Uint8Array): Promise<HeadlessFile> {
    const flow = (await this.#all()).get(keyOf(target));
    if (flow === undefined) {
      throw outdatedFailure();
    }
    const file = stageFile(name, fileName, bytes, this.#deps.inspect);
    flow.addFile(file);
    return file.view;
  }

  async removeFile(target: Target, fileId: string): Promise<void> {
    (await this.#all()).get(keyOf(target))?.removeFile(fileId);
  }

  /**
   * Removes all that is known of a flow.
   * @param alsoUnsettled also where the outcome of the last answer is not known
   * @throws Failure busy while an answer is being sent, outcome-unknown
   */
  async remove(target: Target, alsoUnsettled: boolean): Promise<void> {
    const flow = (await this.#all()).get(keyOf(target));
    if (flow?.isBusy === 'submit') {
      throw busy(flow.isBusy);
    }
    if (flow?.record.sent !== undefined && !alsoUnsettled) {
      throw new Failure({
        code: 'outcome-unknown',
        message: 'It is not known whether the last answer arrived. The flow was not removed.',
        hint: 'Read the current step first: once the flow is removed, nothing warns you before you answer that step again.',
      });
    }
    await this.forget(target.environmentId, [target.conversationId]);
  }

  /**
   * Removes all that is known of these flows, or of all of an environment. One whose answer is being sent is removed from the disk at once
   * and from memory when the answer has ended, so that it is not sent a second time meanwhile.
   */
  async forget(environmentId: string, conversationIds?: readonly string[]): Promise<void> {
    const flows = await this.#all();
    const ids = conversationIds && new Set(conversationIds);
    for (const [key, flow] of flows) {
      const { record } = flow;
      if (record.environmentId === environmentId && (ids?.has(record.conversationId) ?? true)) {
        flow.isForgotten = true;
        if (flow.isBusy !== 'submit') {
          flows.delete(key);
        }
      }
    }
    await this.#deps.file.removeDamaged();
    await this.#save();
  }

  /** Drops files that were not sent when another environment was selected. */
  async dropFiles(): Promise<void> {
    for (const flow of (await this.#all()).values()) {
      flow.dropFiles();
    }
  }

  #all(): Promise<Map<string, Flow>> {
    this.#flows ??= this.#deps.file
      .read()
      .then((records) => new Map(records.map((record) => [keyOf(record), new Flow(record)])));
    return this.#flows;
  }

  async #begin(target: Target): Promise<Flow> {
    const flows = await this.#all();
    const existing = flows.get(keyOf(target));
    if (existing !== undefined) {
      return existing;
    }
    const at = this.#deps.now();
    const flow = new Flow({ ...target, startedAt: at, changedAt: at, steps: [] });
    flows.set(keyOf(target), flow);
    for (const [key, { record }] of [...flows].sort(
      ([, left], [, right]) => left.record.changedAt - right.record.changedAt,
    )) {
      if (flows.size <= maxFlows) {
        break;
      }
      // A flow with an unknown outcome is kept: it must not be answered again blindly.
      if (record.sent === undefined) {
        flows.delete(key);
      }
    }
    return flow;
  }

  /** @throws Failure busy */
  #claim(flow: Flow, work: 'read' | 'submit'): void {
    if (flow.isBusy !== undefined) {
      throw busy(flow.isBusy);
    }
    flow.isBusy = work;
  }

  /** Returns the files of the answer. @throws Failure step-outdated, confirmation-mismatch, limit-exceeded */
  #check(flow: Flow, { next, args, files, confirmation }: Answer): ChosenFile[] {
    if (flow.record.sent !== undefined || flow.page === undefined || flow.page.next !== next || next === '') {
      throw outdatedFailure();
    }
    const name = this.#confirmation(flow);
    if (name !== undefined && !flow.isConfirmed) {
      if (confirmation !== name) {
        throw new Failure({
          code: 'confirmation-mismatch',
          message: 'The environment’s name does not match. Nothing was sent.',
          hint: 'Type the name exactly as it is shown.',
        });
      }
      flow.isConfirmed = true;
    }
    if (lengthOf(args) > maxHeadlessAnswer) {
      throw new Failure({
        code: 'limit-exceeded',
        message: 'The answer is too long or too deeply nested. Nothing was sent.',
        hint: 'Shorten it, or send a file as a file.',
      });
    }
    return files.map(({ name, fileId, form }) => {
      const file = flow.file(fileId);
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

  /** Removes a flow whose removal waited for the end of its answer. */
  async #release(flow: Flow): Promise<void> {
    flow.isBusy = undefined;
    const flows = await this.#all();
    if (flow.isForgotten && flows.get(keyOf(flow.record)) === flow) {
      flows.delete(keyOf(flow.record));
    }
  }

  #confirmation({ record }: Flow): string | undefined {
    const settings = this.#deps.settings(record.environmentId);
    return needsTypedName(settings) ? settings.name : undefined;
  }

  #viewOf(flow: Flow): HeadlessView {
    return flow.view(this.#confirmation(flow));
  }

  #result(flow: Flow, more: Omit<HeadlessResult, 'view'>): HeadlessResult {
    flow.isBusy = undefined;
    return { view: this.#viewOf(flow), ...more };
  }

  /** @throws the error where it is not a failure of the request */
  #fail(
    flow: Flow,
    base: HeadlessExchange,
    error: unknown,
    more: Pick<HeadlessResult, 'outcome'>,
  ): HeadlessResult {
    if (!(error instanceof Failure) || error.code === 'environment-read-only') {
      flow.isBusy = undefined;
      throw error;
    }
    const { requestId, request } = error;
    const status = request?.status;
    flow.addExchange({
      ...base,
      ...omitUndefined({ status, requestId: requestId && maskedRequestId(requestId, flow.values) }),
      failure: maskedFailure(error),
    });
    return this.#result(flow, { ...more, failure: error.view() });
  }

  #save(): Promise<void> {
    return this.#all().then((flows) => {
      const records = [...flows.values()]
        .filter((flow) => !flow.hasEnded && !flow.isForgotten)
        .map(({ record }) => record);
      return this.#deps.file.write(records);
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

/** Returns the length of the answer's JSON; infinite where it is nested too deeply to be written. */
function lengthOf(args: Answer['args']): number {
  try {
    return JSON.stringify(args).length;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
