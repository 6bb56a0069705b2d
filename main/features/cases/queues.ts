import { z } from 'zod';
import { type CaseQueue, caseQueue } from '../../../preload/contract/cases.ts';
import type { Meta } from '../../store/meta.ts';
import type { Sealer } from '../../store/sealing.ts';

const prefix = 'queue/';

/** Sealed, because the queue's title may be the name of a view. */
const queuePlace = (environmentId: string) => ({
  table: 'meta',
  column: 'value',
  environmentId,
  row: 'queue',
});

/** The queue of cases in work for each environment, stored so that it continues after a restart. */
export class Queues {
  readonly #meta: Meta;
  readonly #sealer: Sealer;

  constructor(meta: Meta, sealer: Sealer) {
    this.#meta = meta;
    this.#sealer = sealer;
  }

  queue({ environmentId }: { environmentId: string }): CaseQueue | undefined {
    const sealed = this.#meta.bytes(prefix + environmentId);
    if (sealed === undefined) {
      return undefined;
    }
    const text = this.#sealer.openText(sealed, queuePlace(environmentId));
    return z.optional(caseQueue).catch(undefined).parse(JSON.parse(text));
  }

  /** Saves the queue; undefined ends it. */
  saveQueue({ environmentId, queue }: { environmentId: string; queue: CaseQueue | undefined }): void {
    if (queue === undefined || queue.ids.length === 0) {
      this.#meta.delete(prefix + environmentId);
    } else {
      this.#meta.set(
        prefix + environmentId,
        this.#sealer.seal(JSON.stringify(queue), queuePlace(environmentId)),
      );
    }
  }

  /** Removes deleted cases from the queue. */
  drop(environmentId: string, conversationIds: readonly string[]): void {
    const queue = this.queue({ environmentId });
    const gone = new Set(conversationIds);
    if (queue === undefined || !queue.ids.some((id) => gone.has(id))) {
      return;
    }
    const before = queue.ids.slice(0, queue.at);
    const ids = queue.ids.filter((id) => !gone.has(id));
    const reviewed = queue.reviewed.filter((id) => !gone.has(id));
    const at = before.filter((id) => !gone.has(id)).length;
    this.saveQueue({ environmentId, queue: { ...queue, ids, reviewed, at } });
  }
}
