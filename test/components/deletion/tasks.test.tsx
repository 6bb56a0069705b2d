import { expect, test } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import type { PreviewRow } from '../../../preload/contract/deletion-runs.ts';
import { openCases } from '../case-list.ts';
import { FakeCases, idOf, newRow } from '../cases.ts';
import {
  asked,
  FakeRuns,
  idsOf,
  newOver,
  newPreviewRow,
  newRun,
  paste,
  registerRegion,
} from '../deletion-runs.ts';
import { newEnvironment } from '../environments.ts';
import { openWindow, press } from '../window.tsx';

// The commonest tasks in the sandbox with the number of actions that the guide gives (docs/guide/deleting.md): a paste, a click, or a field filled in.

let actions = 0;
async function click(target: Locator): Promise<void> {
  actions += 1;
  await target.click();
}
async function enter(target: Locator, text: string): Promise<void> {
  actions += 1;
  await target.fill(text);
}
/** Pastes a text as the page is when it was opened, without a click into the field. */
async function pasted(text: string): Promise<void> {
  actions += 1;
  await paste(text, document.activeElement ?? document.body);
}

const sandbox = newEnvironment('acme-sandbox', { name: 'Acme', kind: 'sandbox' });
const row = (number: number, change: Partial<PreviewRow> = {}) => newPreviewRow(idOf(number), change);
const active = row(1, { group: 'expire-first', detail: 'expired-first', plan: ['EXPIRE', 'DELETE_DATA'] });
const monitored = row(1, {
  group: 'refused',
  detail: 'ActiveSubscriptionExists',
  plan: [],
  included: false,
});
const button = (name: string) => page.getByRole('button', { name, exact: true });
const send = () => click(button('Delete data in Acme'));

async function open(rows: PreviewRow[], hash = '#/deletion', search: object[] = []) {
  const runs = new FakeRuns(rows);
  runs.more = { canEndMonitoring: true };
  runs.chosen = ({ choice }) => {
    runs.rows = runs.rows.map((one) => ({
      ...one,
      ...(choice === 'expire'
        ? { group: 'expire-only', choice, plan: ['EXPIRE'], detail: undefined }
        : {
            group: 'works',
            choice: 'end-monitoring',
            plan: ['END_MONITORING', 'DELETE_DATA'],
            included: true,
          }),
    }));
  };
  const { bridge } = await openWindow(
    { ...new FakeCases([newRow(1), newRow(2)]).replies(), ...runs.replies() },
    { hash, environments: [sandbox] },
  );
  runs.connect(bridge);
  if (search.length > 0) {
    bridge.answer({ 'cases.search': () => ({ matches: search as never }) });
  }
  const started = () => expect.poll(() => bridge.inputs('deletionRuns.start')).toHaveLength(1);
  return { runs, bridge, started };
}

const tasks: [string, number, () => Promise<unknown>][] = [
  [
    'delete one conversation',
    2,
    async () => {
      const { started } = await open([row(1)]);
      await pasted(idOf(1));
      await send();
      await started();
    },
  ],
  [
    'delete the case that is open',
    2,
    async () => {
      // The first is “Expire or delete…” in the case, which leads here.
      actions += 1;
      const { started } = await open([row(1)], `#/deletion/${idOf(1)}`);
      await send();
      await started();
    },
  ],
  [
    'delete everything known of a person, by user key',
    3,
    async () => {
      const found = [1, 2].map((number) => ({ by: 'user-key', row: newRow(number) }));
      const { started } = await open([row(1), row(2)], undefined, found);
      await pasted('customer-4711');
      await enter(asked.count(2), '2');
      await send();
      await started();
    },
  ],
  [
    'delete a list',
    3,
    async () => {
      const { started } = await open([row(1), row(2), row(3)]);
      await pasted(idsOf(3));
      await enter(asked.count(3), '3');
      await send();
      await started();
    },
  ],
  [
    'expire one conversation',
    3,
    async () => {
      const { started } = await open([active]);
      await pasted(idOf(1));
      await click(button('Expire only'));
      await click(button('Expire in Acme'));
      await started();
    },
  ],
  [
    'end AML monitoring, then delete',
    3,
    async () => {
      const { started } = await open([monitored]);
      await pasted(idOf(1));
      await click(button('End AML monitoring, then delete'));
      await send();
      await started();
    },
  ],
  [
    'take a run back',
    1,
    async () => {
      const { runs } = await open([]);
      runs.runs = [newRun(2, { state: 'holding', heldUntil: Date.now() + 10_000 })];
      runs.change({});
      await click(button('Undo'));
      await expect.poll(() => runs.runs).toEqual([]);
    },
  ],
  [
    'find out what became of a line',
    1,
    async () => {
      const { runs } = await open([]);
      runs.lines = [
        { line: 1, conversationId: idOf(1), plan: ['DELETE_DATA'], outcome: 'confirmed', receiptIds: [] },
      ];
      runs.over = [newOver(1)];
      runs.change({});
      await click(registerRegion.getByRole('button', { name: 'Open', exact: true }));
      await expect.element(registerRegion.getByRole('cell', { name: 'Deleted', exact: true })).toBeVisible();
    },
  ],
  [
    'save the report of a run with its receipts',
    2,
    async () => {
      const { runs, bridge } = await open([]);
      bridge.answer({ 'deletionRuns.report': () => ({ kind: 'cancelled' }) });
      runs.over = [newOver(1)];
      runs.change({});
      await click(registerRegion.getByRole('button', { name: 'Open', exact: true }));
      await click(button('Report with receipts (JSON)'));
      await expect.poll(() => bridge.inputs('deletionRuns.report')).toHaveLength(1);
    },
  ],
  [
    'delete cases selected in the list',
    3,
    async () => {
      const { bridge } = await openCases(new FakeCases([newRow(1), newRow(2)]));
      const runs = new FakeRuns([row(1), row(2)]);
      bridge.answer(runs.replies());
      runs.connect(bridge);
      (await page.getByRole('grid').element()).focus();
      await press('Control+a');
      await click(button('Expire or delete…'));
      await enter(asked.count(2), '2');
      await click(page.getByRole('button', { name: /^Delete data in/ }));
      await expect.poll(() => bridge.inputs('deletionRuns.start')).toHaveLength(1);
    },
  ],
];

test.each(tasks)('%s: %d actions', async (_task, count, perform) => {
  actions = 0;
  await perform();
  expect(actions).toBe(count);
});
