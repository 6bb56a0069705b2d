import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Wire } from '../support/wire.ts';
import { expectAccessible } from './access.ts';
import { confirmPerson } from './confirm-deletion.ts';
import { type RunningConsole, startConsole } from './console.ts';
import {
  clearDeletions,
  confirmMany,
  deleteReplies,
  disturbDelete,
  includeGroup,
  previewMany,
  previewOne,
  startMany,
} from './deletion-steps.ts';
import { pictures } from './picture.ts';
import { openServiceHarness, type ServiceHarness } from './service-harness.ts';

vi.setConfig({ testTimeout: 120_000 });

let harness: ServiceHarness;
let console: RunningConsole;
let wire: Wire;
beforeAll(async () => {
  harness = await openServiceHarness();
  console = await startConsole({
    keepWire: true,
    async prepare(opened) {
      wire = opened;
      await harness.join()(wire);
    },
  });
});
afterAll(async () => {
  wire.close();
  await console[Symbol.asyncDispose]();
  await harness.close();
});

beforeEach(() => clearDeletions(wire, console.page));

type Change = readonly [command: string, body?: unknown];
const started: Change = ['start'];
const finished: Change = ['complete', { outcome: 'FINISHED' }];
const canceled: Change = ['complete', { outcome: 'CANCELED' }];
const expired: Change = ['expire'];
const retired: Change = ['retire'];
const monitored: Change = ['subscription', { active: true }];

/** A new conversation, changed as its user or the service would. */
async function conversation(...changes: readonly Change[]): Promise<string> {
  const id = await harness.create('identity:default');
  for (const [command, body] of changes) {
    await harness.control(`/conversations/${id}/${command}`, body ?? {});
  }
  return id;
}

test('one at a time: every reply to a DELETE has its outcome and says why', async () => {
  const { page } = console;
  for (const { name, fault, single } of deleteReplies) {
    const id = await harness.create('identity:default');
    await previewOne(page, id, 'Expire');
    await disturbDelete(harness, id, fault);
    await confirmPerson(page);
    await page.getByRole('button', { name: 'Expire in Acme test' }).click();
    const shown = page.locator(`[data-outcome="${single.outcome}"]`);
    await shown.getByText(single.text).first().waitFor();
    await pictures(page, `reply-${name.replaceAll(/\W+/g, '-')}`);
    expect([name, await harness.statusOf(id)]).toEqual([
      name,
      single.outcome === 'confirmed' ? 'EXPIRED' : 'CREATED',
    ]);
    // One that is not settled yet would be checked for the rest of this file.
    for (const { deletionId, phase } of (await wire.bridge.invoke('deletion.list', {})).deletions) {
      if (phase === 'checking') {
        await wire.bridge.invoke('deletion.stopChecking', { deletionId });
      }
    }
  }
  expect(console.complaints).toEqual([]);
});

/** What becomes of a conversation before it is previewed, and how expiring it ends in a run (interface 3.1, 3.3). */
const rows = [
  { name: 'created', before: [], run: 'confirmed', status: 'EXPIRED' },
  { name: 'in progress', before: [started], run: 'confirmed', status: 'EXPIRED' },
  { name: 'finished', before: [finished], run: 'refused', status: 'FINISHED' },
] as const;

test('many: every row of the rules and every reply has its outcome, in two runs at once', async () => {
  const { page } = console;
  await startDeletingAll();
  const disturbed = await Promise.all(
    deleteReplies.map(async (reply) => ({
      ...reply,
      id: await harness.create('identity:default'),
      status: reply.run === 'confirmed' ? 'EXPIRED' : 'CREATED',
    })),
  );
  const cases = [
    ...disturbed,
    ...(await Promise.all(rows.map(async (row) => ({ ...row, id: await conversation(...row.before) })))),
  ];
  const leftOut = [await conversation(canceled), await conversation(finished, retired), 'not-known-1'];
  await previewMany(page, [...cases.map(({ id }) => id), ...leftOut], 'Expire');
  const groups = [`Will work ${cases.length - 1}`, 'Will be refused 1', 'Not found 1', 'Already gone 1'];
  for (const group of [...groups, 'Unclear 1']) {
    await page.getByRole('button', { name: group }).waitFor();
  }
  await page.getByText(/1 already finished/).waitFor();
  await includeGroup(page, 'Will be refused');
  await page.getByText(`Expire: ${cases.length}`).waitFor();
  for (const { id, fault } of disturbed) {
    await disturbDelete(harness, id, fault);
  }
  await confirmMany(page, cases.length);
  await startMany(page, 'Expire in Acme test');
  const expiring = page.getByRole('region', { name: 'Expire in Acme test' });
  const deleting = page.getByRole('region', { name: 'Delete data in Acme test' });
  await expiring.locator('[data-run=done]').waitFor({ timeout: 60_000 });
  const count = (outcome: string) => cases.filter(({ run }) => run === outcome).length;
  await expiring.getByText(`Done and confirmed: ${count('confirmed')}`).waitFor();
  await expiring.getByText(`Refused: ${count('refused')}`).waitFor();
  await expiring.getByText(`Already gone: ${count('gone')}`).waitFor();
  const missing = `Not found (check the id and the environment): ${count('missing')}`;
  await expiring.getByText(missing).waitFor();
  await expiring.getByText(`Failed, nothing was done: ${count('failed')}`).waitFor();
  for (const { name, id, status } of cases) {
    expect([name, await harness.statusOf(id)]).toEqual([name, status]);
  }
  // What the rules leave open, the sandbox allows.
  await deleting.locator('[data-run=done]').waitFor({ timeout: 60_000 });
  await deleting.getByText('Refused: 3').waitFor();
  await deleting.getByText('Done and confirmed: 3').waitFor();
  await pictures(page, 'run-replies');
  await expectAccessible(page);
  expect(console.complaints).toEqual([]);
});

/** Starts deleting the data of conversations of every status, also where the rules refuse it or leave it open. */
async function startDeletingAll(): Promise<void> {
  const { page } = console;
  const ids = [
    await conversation(finished),
    await conversation(),
    await conversation(started),
    await conversation(finished, monitored),
    await conversation(canceled),
    await conversation(expired),
  ];
  await previewMany(page, ids, 'Delete data');
  for (const group of ['Will work 1', 'Will be refused 3', 'Unclear 2']) {
    await page.getByRole('button', { name: group }).waitFor();
  }
  await page.getByText('2 still active · 1 monitored · 2 not documented').waitFor();
  await includeGroup(page, 'Will be refused');
  await includeGroup(page, 'Unclear');
  await page.getByText('Delete data: 6').waitFor();
  await confirmMany(page, ids.length);
  await startMany(page, 'Delete data in Acme test');
}
