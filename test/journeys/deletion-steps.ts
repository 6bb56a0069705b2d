import type { Page } from 'playwright-core';
import { vi } from 'vitest';
import type { Wire } from '../support/wire.ts';
import type { ServiceHarness } from './service-harness.ts';

export type Action = 'Expire' | 'Delete data';

/** What the service answers to a DELETE, and what follows from it (interface 3.3, 4.3, 7.1). */
export interface DeleteReply {
  name: string;
  fault: Record<string, unknown>;
  /** The outcome of a single deletion, and a text that explains it. */
  single: { outcome: string; text: RegExp };
  /** The outcome in a run, which reads after a reply that proves nothing, and sends again where nothing was done. */
  run: 'confirmed' | 'failed' | 'gone' | 'missing' | 'refused';
}

const errorObject = (httpStatus: number, status: string, statusDetail?: string) => ({
  status: httpStatus,
  body: { status, message: 'Not possible', violations: [], ...(statusDetail && { statusDetail }) },
  contentType: 'application/vnd.service.v1.1+json',
});

/** Every error that DELETE can give by the interface, and those of a gateway or a broken connection. */
export const deleteReplies: readonly DeleteReply[] = [
  {
    name: '402, the plan is exhausted',
    fault: { status: 402, body: '' },
    single: { outcome: 'not-done', text: /plan|payment/i },
    run: 'failed',
  },
  {
    name: '403, not permitted',
    fault: errorObject(403, 'FORBIDDEN'),
    single: { outcome: 'not-done', text: /permi/i },
    run: 'failed',
  },
  {
    name: '404, not known',
    fault: errorObject(404, 'NOT_FOUND'),
    single: { outcome: 'not-done', text: /404/ },
    run: 'missing',
  },
  {
    name: '404 of a gateway',
    fault: { status: 404, html: true },
    single: { outcome: 'unknown', text: /not known whether the conversation was expired/ },
    run: 'confirmed',
  },
  {
    name: '409, already finished',
    fault: errorObject(409, 'CONFLICT', 'ConversationAlreadyFinished'),
    single: { outcome: 'refused', text: /already finished/ },
    run: 'refused',
  },
  {
    name: '409, not finished yet',
    fault: errorObject(409, 'CONFLICT', 'ConversationNotYetFinished'),
    single: { outcome: 'refused', text: /not finished yet/ },
    run: 'refused',
  },
  {
    name: '409, monitored',
    fault: errorObject(409, 'CONFLICT', 'ActiveSubscriptionExists'),
    single: { outcome: 'refused', text: /monitoring is still active/ },
    run: 'refused',
  },
  {
    name: '410, removed',
    fault: errorObject(410, 'GONE'),
    single: { outcome: 'not-done', text: /410/ },
    run: 'gone',
  },
  {
    name: '500',
    fault: { status: 500, body: '' },
    single: { outcome: 'unknown', text: /The service answered 500\./ },
    run: 'confirmed',
  },
  {
    name: '502 with a page of a gateway',
    fault: { status: 502, html: true },
    single: { outcome: 'unknown', text: /The service answered 502\./ },
    run: 'confirmed',
  },
  {
    name: '503 with Retry-After',
    fault: { status: 503, body: '', headers: { 'Retry-After': '1' } },
    single: { outcome: 'unknown', text: /The service answered 503\./ },
    run: 'confirmed',
  },
  {
    name: '429 with Retry-After',
    fault: { status: 429, body: '', headers: { 'Retry-After': '1' } },
    single: { outcome: 'not-done', text: /429/ },
    run: 'confirmed',
  },
  {
    name: 'a connection that breaks before the reply',
    fault: { disconnectAfterBytes: 0 },
    single: { outcome: 'confirmed', text: /The conversation is expired\./ },
    run: 'confirmed',
  },
];

/** The service answers the next DELETE of a conversation like this. */
export async function disturbDelete(
  harness: ServiceHarness,
  id: string,
  fault: Record<string, unknown>,
): Promise<void> {
  await harness.control('/faults', {
    match: { method: 'DELETE', path: `/api/conversations/${id}` },
    fault,
    times: 1,
  });
}

export async function goToDeletion(
  page: Page,
  section: 'One conversation' | 'Many' | 'Register',
): Promise<void> {
  await page.getByRole('button', { name: 'Deletion' }).first().click();
  await page.getByText(section, { exact: true }).click();
}

export async function previewOne(page: Page, id: string, mode: Action): Promise<void> {
  await goToDeletion(page, 'One conversation');
  await page.getByLabel('Conversation', { exact: true }).fill(id);
  await page.getByRole('radio', { name: mode }).check();
  await page.getByRole('button', { name: 'Preview', exact: true }).click();
  await page.locator('[data-preview]').waitFor();
}

export async function previewMany(page: Page, ids: readonly string[], mode: Action): Promise<void> {
  await goToDeletion(page, 'Many');
  await page.getByLabel('Conversations', { exact: true }).fill(ids.join('\n'));
  await page.getByRole('radio', { name: mode }).check();
  await page.getByRole('button', { name: /^Preview \d/ }).click();
  await page.locator('[data-draft=ready]').waitFor();
}

/** Includes a group that is left out by default. */
export async function includeGroup(page: Page, group: string): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^${group} `) }).click();
  await page.getByRole('button', { name: /^Include all/ }).click();
}

/** Fills in what a run asks for, but does not start it. */
export async function confirmMany(page: Page, count: number): Promise<void> {
  await page.getByLabel('Reason').selectOption('test-data');
  const isFinal = page.getByRole('checkbox', { name: 'I know that deleted data cannot be restored' });
  if (await isFinal.isVisible()) {
    await isFinal.check();
  }
  await page.getByRole('textbox', { name: new RegExp(`^Type ${count} to`) }).fill(String(count));
}

export async function startMany(page: Page, button: string): Promise<void> {
  await page.getByRole('button', { name: button }).click();
  await page
    .getByText(/Nothing was sent yet/)
    .first()
    .waitFor();
  await page.locator('[data-draft]').waitFor({ state: 'detached' });
}

export async function dismissRun(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Dismiss' }).first().click();
  await page.locator('[data-run]').waitFor({ state: 'detached' });
}

/** Selects another environment in the menu at the top. */
export async function selectEnvironment(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: /^Environment/ }).click();
  await page
    .getByRole('menuitem', { name: new RegExp(name) })
    .first()
    .click();
  await page.getByRole('button', { name: new RegExp(`^Environment: ${name}`) }).waitFor();
}

/** Ends and removes what an earlier test left, so that each can be tried again. */
export async function clearDeletions({ bridge }: Wire, page: Page): Promise<void> {
  for (const { deletionId, phase } of (await bridge.invoke('deletion.list', {})).deletions) {
    if (phase === 'checking') {
      await bridge.invoke('deletion.stopChecking', { deletionId });
    }
    await bridge.invoke('deletion.dismiss', { deletionId });
  }
  const { runs, drafts } = await bridge.invoke('deletionRuns.list', {});
  for (const { environmentId, draftId } of drafts) {
    await bridge.invoke('deletionRuns.discard', { environmentId, draftId });
  }
  for (const { runId, state } of runs) {
    if (state !== 'done') {
      await bridge.invoke('deletionRuns.control', { runId, action: 'cancel' });
      await vi.waitUntil(
        async () =>
          (await bridge.invoke('deletionRuns.list', {})).runs.find((run) => run.runId === runId)?.state ===
          'done',
      );
    }
    await bridge.invoke('deletionRuns.control', { runId, action: 'dismiss' });
  }
  await page.reload();
}
