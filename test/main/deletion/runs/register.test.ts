import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { receiptHandlers } from '../../../../main/receipts/handlers.ts';
import { verifyReceiptFile } from '../../../../main/receipts/receipt-verification.ts';
import { KeptCases } from './kept-cases.ts';
import { RunHarness } from './run-harness.ts';
import { sessionKey } from './session-key.ts';

let harness: RunHarness;
let kept: KeptCases;

beforeEach(async () => {
  harness = await RunHarness.start();
  kept = new KeptCases(harness.service);
});
afterEach(() => harness.close());

/** The text of the register as it is saved. */
async function exported(format: 'csv' | 'json'): Promise<string> {
  const { dataDir, store } = harness;
  const key = sessionKey({ dataDir, isSessionOnly: false, now: () => 0, log: () => undefined });
  let saved = '';
  const handlers = receiptHandlers({
    page: (filter, from, count, order) => store.request('receipts', { filter, from, count, order }),
    find: (receiptId) => store.request('receipt', { receiptId }),
    signer: () => key.signer(),
    actor: 'tester',
    onExported: async () => undefined,
    host: {
      async saveFile(file, { signal }) {
        saved = await text((await file.open(signal)).body);
        return { kind: 'saved', path: file.fileName, bytes: saved.length };
      },
    },
    now: () => 0,
  });
  await handlers['receipts.export']({ filter: {}, format }, {
    signal: new AbortController().signal,
  } as never);
  return saved;
}

const problemsOf = (file: string) =>
  verifyReceiptFile(file, undefined).problems.map(({ where, message }) => `${where}: ${message}`);

test('the register is saved with its receipts, and verifies', async () => {
  await harness.done(kept.add(3, { status: 'FINISHED' }), 'DELETE_DATA');
  const file = await exported('json');
  expect(
    JSON.parse(file).receipts.map(({ receipt }: { receipt: { number: number } }) => receipt.number),
  ).toEqual([1, 2, 3]);
  expect(verifyReceiptFile(file, undefined)).toMatchObject({ receipts: 3, hasSummary: true, problems: [] });
  const parsed = JSON.parse(file);
  parsed.receipts.pop();
  expect(problemsOf(JSON.stringify(parsed))).toEqual([
    'Summary: The report was made with 3 receipts and has 2 now.',
  ]);
});
