import type { Send } from '../../../../../main/common/workers/request-worker.ts';
import {
  rowChangeOf,
  type StoredItem,
  type StoredRun,
} from '../../../../../main/features/deletion/runs/store/records.ts';
import type { RunStore } from '../../../../../main/features/deletion/runs/store/run-store.ts';
import { type RunRequests, runService } from '../../../../../main/features/deletion/runs/store/service.ts';
import type { RunReceiptDraft } from '../../../../../main/features/records/receipts/receipt.ts';
import { inMemory } from '../../../../../main/store/sqlite-file.ts';

export const storedRun: StoredRun = {
  runId: 'run-1',
  environmentId: 'acme',
  environmentName: 'Acme',
  environmentKind: 'test',
  baseUrl: 'https://acme.example',
  mode: 'DELETE_DATA',
  reason: 'retention-ended',
  createdAt: Date.parse('2026-11-22T12:00:00Z'),
  state: 'open',
  pace: { concurrency: 4, stopAfter: 10 },
};

/** More requests than any test needs: after so many none is answered, so that a loop without end cannot keep its test. */
const endless = 5000;

/** A run in real SQLite in memory, without the worker that otherwise holds it. Receipts are a list of drafts. */
export class MemoryStore implements Pick<RunStore, 'apply' | 'request'> {
  readonly receipts: RunReceiptDraft[] = [];
  readonly changes: StoredItem[] = [];
  /** The requests so far. */
  readonly requests: { name: string; input: unknown }[] = [];
  /** Called before each request, which fails with what this throws. */
  before: (name: string) => void | Promise<void> = () => undefined;
  readonly #service = runService();

  /** @param items their differences from an item that waits for its only call; conversations are `c-1`, `c-2` and so on */
  constructor(items: readonly Partial<StoredItem>[], run: StoredRun = storedRun) {
    this.#service.open({ path: inMemory, at: 0 });
    const added = items.map(({ plan = ['DELETE_DATA' as const] }, index) => ({
      conversationId: `c-${index + 1}`,
      plan,
      record: { attempts: 0 },
    }));
    this.#service.create({ run, texts: { actor: 'tester' }, items: added });
    const stored = this.#service.next({
      runId: run.runId,
      states: ['waiting'],
      after: 0,
      count: items.length,
    });
    this.#service.apply({
      changes: stored.map((item, index) => rowChangeOf({ ...item, ...items[index] })),
      receipts: [],
    });
  }

  readonly request: Send<RunRequests> = async (name, input) => {
    this.requests.push({ name, input });
    if (this.requests.length > endless) {
      await new Promise(() => undefined);
    }
    await this.before(name);
    return (this.#service[name] as (given: typeof input) => never)(input);
  };

  async apply(changes: readonly StoredItem[], receipts: readonly RunReceiptDraft[] = []): Promise<void> {
    await this.request('apply', { changes: changes.map(rowChangeOf), receipts: [] });
    this.changes.push(...changes);
    this.receipts.push(...receipts);
  }

  close(): void {
    this.#service.close();
  }
}
