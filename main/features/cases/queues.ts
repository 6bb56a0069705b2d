import { z } from 'zod';
import { type CaseQueue, caseQueue } from '../../../preload/contract/cases.ts';
import type { SealedMeta } from '../../store/sealed-meta.ts';

const prefix = 'queue/';

/** Sealed, because the queue's title may be the name of a view. */
const queuePlace = (environmentId: string) => ({
  table: 'meta',
  column: 'value',
  environmentId,
  row: 'queue',
});

interface QueueReview {
  environmentId: string;
  conversationIds: readonly string[];
  reviewed: boolean;
}

/** The queue of cases in work for each environment, stored so that it continues after a restart. */
export class Queues {
  readonly #sealed: SealedMeta;

  constructor(sealed: SealedMeta) {
    this.#sealed = sealed;
  }

  queue({ environmentId }: { environmentId: string }): CaseQueue | undefined {
    const queue = this.#sealed.read(prefix + environmentId, queuePlace(environmentId));
    return z.optional(caseQueue).catch(undefined).parse(queue);
  }

  /** Saves the queue; undefined ends it. */
  saveQueue({ environmentId, queue }: { environmentId: string; queue: CaseQueue | undefined }): void {
    const some = queue?.ids.length === 0 ? undefined : queue;
    this.#sealed.write(prefix + environmentId, some, queuePlace(environmentId));
  }

  /** Saves the present case; null ends the queue. */
  moveQueue({
    environmentId,
    conversationId,
  }: {
    environmentId: string;
    conversationId: string | null;
  }): void {
    const queue = conversationId === null ? undefined : this.queue({ environmentId });
    const at = queue?.ids.indexOf(conversationId ?? '') ?? -1;
    if (queue === undefined || at >= 0) {
      this.saveQueue({ environmentId, queue: queue && { ...queue, at } });
    }
  }

  /** Marks cases of the queue as finished, or as not finished. */
  reviewInQueue({ environmentId, conversationIds, reviewed }: QueueReview): void {
    const queue = this.queue({ environmentId });
    const changed = new Set(queue?.ids.filter((id) => conversationIds.includes(id)));
    if (queue !== undefined && changed.size > 0) {
      const others = queue.reviewed.filter((id) => !changed.has(id));
      this.saveQueue({
        environmentId,
        queue: { ...queue, reviewed: reviewed ? [...others, ...changed] : others },
      });
    }
  }

  /** Removes deleted cases from the queue; ends it without ids. */
  drop(environmentId: string, conversationIds?: readonly string[]): void {
    const queue = conversationIds && this.queue({ environmentId });
    const gone = new Set(conversationIds);
    if (queue === undefined) {
      this.saveQueue({ environmentId, queue });
      return;
    }
    if (!queue.ids.some((id) => gone.has(id))) {
      return;
    }
    const before = queue.ids.slice(0, queue.at);
    const ids = queue.ids.filter((id) => !gone.has(id));
    const reviewed = queue.reviewed.filter((id) => !gone.has(id));
    const at = before.filter((id) => !gone.has(id)).length;
    this.saveQueue({ environmentId, queue: { ...queue, ids, reviewed, at } });
  }
}
