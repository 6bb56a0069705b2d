import { z } from 'zod';
import { type CaseQueue, caseQueue } from '../../../preload/contract/cases.ts';
import type { SealedMeta } from '../../store/sealed-meta.ts';
import type { InEnvironment } from './index/results.ts';

const prefix = 'queue/';

interface QueueReview extends InEnvironment {
  conversationIds: readonly string[];
  reviewed: boolean;
}

/** The queue of cases in work for each environment, stored so that it continues after a restart; sealed, because its title may be the name of a view. */
export class Queues {
  readonly #meta: SealedMeta;

  constructor(meta: SealedMeta) {
    this.#meta = meta;
  }

  queue({ environmentId }: InEnvironment): CaseQueue | undefined {
    const queue = this.#meta.readable(prefix + environmentId);
    return z.optional(caseQueue).catch(undefined).parse(queue);
  }

  /** Saves the queue; undefined ends it. */
  saveQueue({ environmentId, queue }: InEnvironment & { queue: CaseQueue | undefined }): void {
    const some = queue?.ids.length === 0 ? undefined : queue;
    this.#meta.write(prefix + environmentId, some);
  }

  /** Saves the present case; null ends the queue. */
  moveQueue({ environmentId, conversationId }: InEnvironment & { conversationId: string | null }): void {
    const queue = conversationId === null ? undefined : this.queue({ environmentId });
    const at = queue?.ids.indexOf(conversationId ?? '') ?? -1;
    if (queue === undefined || at >= 0) {
      this.saveQueue({ environmentId, queue: queue && { ...queue, at } });
    }
  }

  /** Marks cases of the queue as finished, or as not finished. */
  reviewInQueue({ environmentId, conversationIds, reviewed }: QueueReview): void {
    const queue = this.queue({ environmentId });
    const ids = new Set(queue?.ids.filter((id) => conversationIds.includes(id)));
    if (queue !== undefined && ids.size > 0) {
      const others = queue.reviewed.filter((id) => !ids.has(id));
      this.saveQueue({
        environmentId,
        queue: { ...queue, reviewed: reviewed ? [...others, ...ids] : others },
      });
    }
  }

  /** Removes deleted cases from the queue; ends it without ids. */
  drop(environmentId: string, conversationIds?: readonly string[]): void {
    const queue = conversationIds && this.queue({ environmentId });
    const goneIds = new Set(conversationIds);
    if (queue === undefined) {
      this.saveQueue({ environmentId, queue });
      return;
    }
    if (!queue.ids.some((id) => goneIds.has(id))) {
      return;
    }
    const before = queue.ids.slice(0, queue.at);
    const ids = queue.ids.filter((id) => !goneIds.has(id));
    const reviewedIds = queue.reviewed.filter((id) => !goneIds.has(id));
    const at = before.filter((id) => !goneIds.has(id)).length;
    this.saveQueue({ environmentId, queue: { ...queue, ids, reviewed: reviewedIds, at } });
  }
}
