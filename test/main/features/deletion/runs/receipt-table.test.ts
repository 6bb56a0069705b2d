import { expect, onTestFinished, test, vi } from 'vitest';
import { runMigrations } from '../../../../../main/features/deletion/runs/store/migrations.ts';
import { ReceiptTable } from '../../../../../main/features/deletion/runs/store/receipt-table.ts';
import { SealedTexts } from '../../../../../main/features/deletion/runs/store/sealed-texts.ts';
import { userKeyHash } from '../../../../../main/features/records/receipts/receipt.ts';
import { newSealingKey } from '../../../../../main/store/sealing.ts';
import { inMemory, openSqliteFile } from '../../../../../main/store/sqlite-file.ts';

const keys = { indexId: 'index', keys: [newSealingKey()] } satisfies Parameters<SealedTexts['use']>[0];

function tableOf(texts: SealedTexts, database: ReturnType<typeof openSqliteFile>) {
  return { table: new ReceiptTable(database, texts), opened: vi.spyOn(texts, 'contentOf') };
}

/** A table with sealed receipts of as many people. */
function withReceipts(count: number) {
  const database = openSqliteFile(inMemory, runMigrations);
  onTestFinished(() => database.close());
  const texts = new SealedTexts(database);
  texts.use(keys);
  const { table, opened } = tableOf(texts, database);
  const numbers = Array.from({ length: count }, (_, index) => index + 1);
  table.add(
    numbers.map((seq) => ({
      seq,
      receiptId: `R-${seq}`,
      runId: 'run',
      itemId: seq,
      environmentId: 'e',
      digest: 'd',
      conversationId: `c${seq}`,
      mode: 'DELETE_DATA',
      reason: 'other',
      outcome: 'confirmed',
      at: seq,
      content: JSON.stringify({ user: 'me', ticket: `SUP-${seq}`, userKeyHash: userKeyHash(`user-${seq}`) }),
      signature: { algorithm: 'none' } as never,
    })),
  );
  return { database, table, opened, numbers };
}

test('the search terms of receipts are opened once, whatever is searched then', () => {
  const { table, opened, numbers } = withReceipts(30);
  const search = (search: Parameters<ReceiptTable['searched']>[0]['search']) =>
    table.searched({ seqs: numbers, search });
  expect(search({ text: 'user-7' })).toEqual([7]);
  expect(opened).toHaveBeenCalledTimes(30);
  expect([search({ text: 'sup-12' }), search({ text: 'C29' }), search({ text: 'r-30' })]).toEqual([
    [12],
    [29],
    [30],
  ]);
  expect([search({ text: 'user' }), search({ user: 'me' }), search({ user: 'm' })]).toEqual([
    [],
    numbers,
    [],
  ]);
  expect(opened).toHaveBeenCalledTimes(30);
});

test('a receipt that cannot be opened is found by its ids, and by the rest once there is a key', () => {
  const { database, numbers } = withReceipts(3);
  const texts = new SealedTexts(database);
  const { table } = tableOf(texts, database);
  const search = (text: string) => table.searched({ seqs: numbers, search: { text } });
  expect([search('SUP-2'), search('c2')]).toEqual([[], [2]]);
  texts.use(keys);
  expect([search('SUP-2'), search('user-2'), search('c2')]).toEqual([[2], [2], [2]]);
});

test('the numbers of receipts are the newest first, of one run the oldest first', () => {
  const { table } = withReceipts(3);
  expect(table.receiptNumbers({ filter: {} })).toEqual([3, 2, 1]);
  expect(table.receiptNumbers({ filter: { runId: 'run', from: 2 } })).toEqual([2, 3]);
});
