import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { consoleKeyPath } from '../../../../main/features/records/console-key/console-key.ts';
import { decisionReasons, reasonLabel } from '../../../../preload/wording/decisions.ts';
import { CopiesSection, filesText } from '../../../../renderer/features/settings/copies-section.tsx';
import { JournalSection, reportText } from '../../../../renderer/features/settings/journal-section.tsx';
import { PublicKeysSection } from '../../../../renderer/features/settings/public-keys-section.tsx';
import { ReasonsSection } from '../../../../renderer/features/settings/reasons-section.tsx';
import {
  createRecordsStore,
  type RecordsState,
} from '../../../../renderer/features/settings/records-store.ts';
import { previewText } from '../../../../renderer/features/settings/retention-section.tsx';
import { type Composed, startComposed } from '../../../support/composed.ts';
import { render } from '../../../support/render.tsx';

let composed: Composed;
let store: StoreApi<RecordsState>;
beforeAll(async () => {
  composed = await startComposed();
  store = createRecordsStore(composed.bridge);
});
afterAll(() => composed.close());

const storeWith = (change: Partial<RecordsState>) =>
  createStore<RecordsState>(() => ({ ...store.getState(), ...change }));

test('own reasons are added, renamed and retired; a retired one is no longer offered and keeps its name', async () => {
  await store.getState().load();
  const reason = { code: 'own-1', label: 'Known customer', kinds: ['clear'] } as const;
  expect(await store.getState().saveReasons([{ ...reason, kinds: ['clear'] }])).toBe(true);
  expect(decisionReasons('clear', store.getState().reasons ?? []).at(-1)?.label).toBe('Known customer');
  const retired = { code: 'own-1', label: 'Regular customer', kinds: ['clear' as const], retired: true };
  expect(await store.getState().saveReasons([retired])).toBe(true);
  const own = store.getState().reasons ?? [];
  expect(decisionReasons('clear', own).map(({ code }) => code)).not.toContain('own-1');
  expect(reasonLabel('clear', 'own-1', own)).toBe('Regular customer');
  const { text, buttons } = render(<ReasonsSection store={storeWith({})} />);
  expect(text).toContain('Regular customer (retired)');
  expect(buttons).toEqual(['Rename Regular customer', 'Offer again Regular customer', 'Add a reason']);
});

test('retention is off, is saved, and says what it would delete', async () => {
  const { retention, saveRetention, previewRetention } = store.getState();
  const off = { retentionDays: null, decisionDays: null };
  expect(await retention('sandbox')).toEqual(off);
  expect(await saveRetention('sandbox', { retentionDays: 30, decisionDays: 60 })).toBe(true);
  expect(await retention('sandbox')).toEqual({ retentionDays: 30, decisionDays: 60 });
  expect(await saveRetention('sandbox', off)).toBe(true);
  expect(await previewRetention('sandbox', 30, null)).toEqual({ reduced: 0, removed: 0, kept: 0, cases: [] });
  for (const wrong of [
    { retentionDays: 0, decisionDays: null },
    { retentionDays: 30, decisionDays: 20 },
    { retentionDays: null, decisionDays: 20 },
  ]) {
    expect(await saveRetention('sandbox', wrong)).toBe(false);
    expect(store.getState().failed).toMatchObject({ part: 'retention', failure: { code: 'invalid-input' } });
  }
  expect(previewText({ reduced: 0, removed: 0, kept: 0 })).toBe('No case is old enough.');
  expect(previewText({ reduced: 1200, removed: 1, kept: 1 })).toBe(
    'Deleted within the hour: the data of 1,200 cases, but not the decisions; 1 case with everything. 1 case older but not done yet, so kept.',
  );
});

test('a check of the journal says its result in words', async () => {
  expect(await store.getState().verify()).toBe(true);
  const { text } = render(<JournalSection store={storeWith({})} />);
  expect(text).toMatch(/\d+ entr(y|ies) checked: none was changed\./);
  const problems = [{ kind: 'cut' as const, seq: 3, message: 'Entry 3 is missing.' }];
  const report = { entries: 2, forgotten: 0, endChecked: true, problems };
  const bad = render(<JournalSection store={storeWith({ report })} />).text;
  expect(bad).toContain('Something was changed outside Assay, or is missing:');
  expect(bad).toContain('Entry 3 is missing.');
  expect(bad).toContain('Confirm what was found');
  const changed = [{ kind: 'changed' as const, seq: 3, message: 'Entry 3 was changed.', isConfirmed: true }];
  const lasting = render(<JournalSection store={storeWith({ report: { ...report, problems: changed } })} />);
  expect(lasting.text).not.toContain('Confirm what was found');
  expect(reportText({ entries: 5, forgotten: 2, endChecked: false, problems: [] })).toBe(
    '5 entries checked: none was changed. The content of 2 was forgotten; the journal records this.',
  );
});

test('the size of the files and the copies are shown, and a copy is offered to restore', () => {
  const copies = ['2026-11-22', '2026-11-21'].map((day) => ({ name: day, at: `${day}T09:05:06.789Z` }));
  const bytes = { cases: 1000, journal: 20, copies: 7_500_000 };
  const { text, buttons } = render(
    <CopiesSection store={storeWith({ files: { storage: 'disk', bytes, copies } })} />,
  );
  expect(text).toContain('The list takes 1.0 kB, the journal 20 B, the copies 7.5 MB.');
  expect(buttons).toEqual(['Restore…', 'Restore…']);
});

test('without a keychain the section says so and offers nothing that cannot work', async () => {
  await store.getState().load();
  const { files } = store.getState();
  expect(files).toEqual({ storage: 'memory', copies: [] });
  expect(filesText(files)).toMatch(/in memory until the console closes/);
  expect(render(<CopiesSection store={store} />).text).not.toContain('Once a day');
  expect(await store.getState().restore('none')).toBe(false);
  expect(store.getState().failed).toMatchObject({ part: 'copies', failure: { code: 'not-supported-here' } });
});

test('the public keys of the console can be saved', async () => {
  const { text, buttons } = render(<PublicKeysSection store={storeWith({})} />);
  expect(text).toContain('Public keys for receipts');
  expect(buttons).toEqual(['Export public keys']);
  const saved = await store.getState().exportPublicKeys();
  expect(saved).toMatchObject({ kind: 'download', fileName: 'assay-public-keys.pem' });
  // The key exists from then on, so that it can be handed out before the first receipt.
  expect(JSON.parse(readFileSync(consoleKeyPath(composed.dataDir), 'utf8')).keys).toHaveLength(1);
});
