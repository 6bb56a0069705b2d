import type { StoredItem } from '../store/records.ts';
import { CallSender } from './call-sender.ts';
import { ItemProgress } from './item-progress.ts';
import { ReadAfterCall } from './read-after-call.ts';
import { ReadBeforeCall } from './read-before-call.ts';
import type { StepDeps, StepResult } from './step.ts';

/** The steps of one item of a run: read, call, read. Every change is on disk when they resolve. */
export class ItemSteps {
  readonly #deps: Pick<StepDeps, 'take'>;
  readonly #before: ReadBeforeCall;
  readonly #calls: CallSender;
  readonly #after: ReadAfterCall;

  constructor(deps: StepDeps) {
    const progress = new ItemProgress(deps);
    this.#deps = deps;
    this.#before = new ReadBeforeCall(deps, progress);
    this.#calls = new CallSender(deps, progress);
    this.#after = new ReadAfterCall(deps, progress);
  }

  /**
   * Sends the call of the current step.
   * @throws Failure deletion-not-recorded; errors that are no Failure
   */
  async send(item: StoredItem): Promise<StepResult> {
    if (!this.#deps.take(item.conversationId)) {
      return { item, kind: 'neutral', delayMs: 1000 };
    }
    const checked = await this.#before.read(item);
    return checked.kind === 'send' ? this.#calls.send(checked.item) : checked.result;
  }

  /**
   * Reads an item after its call and finishes it if the result is a proof.
   * @throws as `send`
   */
  read(item: StoredItem): Promise<StepResult> {
    return this.#after.read(item);
  }
}
