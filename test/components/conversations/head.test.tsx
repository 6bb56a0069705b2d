import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { Finding, Hold } from '../../../preload/contract/cases.ts';
import { bothSchemes, expectAccessible } from '../access.ts';
import { detailsOf, idOf, newRow } from '../cases.ts';
import { openCase, sampleId } from '../main.ts';
import { press } from '../window.tsx';

const heading = page.getByRole('heading', { level: 1, name: /^masked|^No name/ });

async function openSample(title: string): Promise<void> {
  await page.viewport(1280, 800);
  await openCase('sandbox', await sampleId(title));
  await expect.element(heading).toBeVisible();
}

test('the head of a case is at most 96 px high: name, assessment and state, as in the title of the window', async () => {
  await openSample('Seven products, all failed');
  const head = document.querySelector('main header') as HTMLElement;
  const tabs = page.getByRole('tablist').element().getBoundingClientRect();
  expect(tabs.bottom - head.getBoundingClientRect().top).toBeLessThanOrEqual(96);
  const chip = head.querySelector('[data-verdict]');
  expect(chip?.textContent).not.toBe('');
  await expect.poll(() => document.title).toContain(chip?.textContent ?? 'none');
  await expectAccessible();
});

/** The height of the head of a case, with the queue and the tabs, in pixels. */
function headHeight(): number {
  const work = document.querySelector('#work') as HTMLElement;
  const { bottom } = page.getByRole('tablist').element().getBoundingClientRect();
  return bottom - work.getBoundingClientRect().top;
}

test('the head stays as low with a queue, a person seen before and a hold, and what is cut off is the title of its text', async () => {
  await page.viewport(1280, 800);
  const conversationId = await sampleId('Everything that can be collected');
  const seen = {
    conversationId: idOf(2),
    by: ['document-number' as const, 'national-id' as const],
    otherUser: true,
    userKey: 'customer-of-another-branch-42',
    verdict: 'review' as const,
    reviewer: 'ap',
    decision: { kind: 'reject' as const, at: Date.UTC(2026, 0, 10) },
  };
  // It changed since it was opened before.
  const row = newRow(1, { changedAt: Date.UTC(2026, 0, 12) });
  const history = [{ seq: 1, at: Date.UTC(2026, 0, 11), actor: 'ap', kind: 'opened' as const, details: {} }];
  const hold = { reason: 'Court case', since: '2026-01-05', until: '2999-01-05' };
  const queue = { title: 'To review', ids: [conversationId, idOf(2), idOf(3)], at: 0, reviewed: [] };
  await openCase('sandbox', conversationId, {
    view: 'result/queue',
    replies: {
      'cases.get': () => ({ case: detailsOf(row, { seenBefore: [seen, seen], hold, history }) }),
      'cases.queue': () => ({ queue }),
    },
  });
  await expect.element(heading).toBeVisible();
  await expect.element(page.getByRole('region', { name: 'Queue' }).getByText('1 of 3')).toBeVisible();
  const strip = page.getByRole('region', { name: 'Earlier cases and changes' });
  await expect.element(strip.getByText(/^Seen before, rejected by ap/)).toBeVisible();
  expect(headHeight()).toBeLessThanOrEqual(96);
  const { scrollWidth, clientWidth } = heading.element();
  expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
  for (const button of strip.getByRole('button').elements()) {
    expect(button.getBoundingClientRect().right).toBeLessThanOrEqual(1280);
  }
  // The decision is read, however much is cut off.
  const decided = strip.getByText('rejected', { exact: true }).element().getBoundingClientRect();
  const seenText = strip.getByText(/^Seen before, rejected by ap/).element();
  expect(decided.right).toBeLessThanOrEqual(seenText.getBoundingClientRect().right);
  await expect.element(strip.getByRole('button', { name: /^Changed/ })).toBeVisible();
  await strip.getByText(/^Seen before, rejected by ap/).hover();
  await expect
    .element(strip.getByText(/^Seen before, rejected by ap/))
    .toHaveAttribute('title', expect.stringMatching(/under another user, .* national id\./));
  await expectAccessible(bothSchemes);
  await page.getByRole('button', { name: /^Notes and history/ }).click();
  const panel = page.getByRole('complementary', { name: 'Notes and history' });
  await expect.element(panel).toBeVisible();
  expect(headHeight()).toBeLessThanOrEqual(96);
  // At 200 % zoom the panel is above the foot, from which it is opened.
  await page.viewport(640, 400);
  const placeOf = (one: { element(): Element }) => one.element().getBoundingClientRect();
  const foot = placeOf(page.getByRole('region', { name: 'Decision' }));
  expect(foot.top - placeOf(panel).bottom).toBeLessThan(40);
  expect(placeOf(panel).width).toBeGreaterThan(foot.width * 0.9);
  expect(placeOf(strip).height).toBeLessThan(30);
  expect((document.querySelector('main header') as HTMLElement).offsetHeight).toBeLessThanOrEqual(144);
});

test('a long assessment gives way to the name and covers nothing, beside the tools of the desk', async () => {
  await page.viewport(1280, 800);
  const seen: Finding = {
    kind: 'seen-before',
    code: 'REJECTED_OTHER_USER',
    by: ['document-number', 'national-id'],
    others: [idOf(2)],
    weight: 93,
  };
  await openCase('sandbox', await sampleId('Everything that can be collected'), {
    replies: { 'cases.get': () => ({ case: detailsOf(newRow(1), { findings: [seen] }) }) },
  });
  await expect.element(page.getByRole('toolbar', { name: 'Arrangement' })).toBeVisible();
  const chip = () => document.querySelector('main header [data-verdict]') as HTMLElement;
  await expect.poll(() => chip()?.textContent).toMatch(/^Seen before under another user/);
  const { scrollWidth, clientWidth } = heading.element();
  expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
  const tools = page.getByRole('toolbar', { name: 'Arrangement' }).element().getBoundingClientRect();
  for (const one of chip().parentElement?.children ?? []) {
    expect(one.getBoundingClientRect().right).toBeLessThanOrEqual(tools.left);
  }
});

test('a case is kept on purpose from its own page, which says until when and why, and lets it go', async () => {
  await page.viewport(1280, 800);
  let hold: Hold | undefined;
  const { bridge } = await openCase('sandbox', await sampleId('Everything that can be collected'), {
    replies: {
      'cases.get': () => ({ case: detailsOf(newRow(1), hold && { hold }) }),
      'due.hold': (input) => {
        hold = input.hold === null ? undefined : { ...input.hold, since: '2026-11-03' };
        return { affected: 1 };
      },
    },
  });
  const more = page.getByRole('button', { name: 'More actions' });
  const form = page.getByRole('dialog', { name: 'Keep on purpose' });
  await more.click();
  await page.getByRole('menuitem', { name: 'Keep on purpose…' }).click();
  await expect.element(form.getByLabelText('Reason')).toHaveFocus();
  await form.getByLabelText('Reason').fill('Court case 3 C 17/26');
  await form.getByLabelText('Until (optional)').fill('2999-01-05');
  await expectAccessible(bothSchemes);
  await press('Control+Enter');
  await expect.element(form).not.toBeInTheDocument();
  bridge.send('cases.changed', { environmentId: 'sandbox', conversationIds: undefined });
  const badge = page.getByRole('button', { name: /^Hold until .*2999/ });
  await expect.element(badge).toHaveAccessibleDescription(/Court case 3 C 17\/26$/);
  await expectAccessible(bothSchemes);
  await more.click();
  await page.getByRole('menuitem', { name: 'Change or end the hold…' }).click();
  await expect.element(form.getByLabelText('Reason')).toHaveValue('Court case 3 C 17/26');
  await form.getByRole('button', { name: 'End the hold' }).click();
  await expect.element(form).not.toBeInTheDocument();
});

test('a status explains itself and links to the section that defines it', async () => {
  await openSample('Everything that can be collected');
  const meaning = page.getByRole('group', { name: 'Meaning' });
  // The conversation's status comes before those of the products.
  await page.getByRole('button', { name: 'Details', exact: true }).click();
  const status = page.getByRole('button', { name: 'Finished' }).first();
  await status.click();
  await expect.element(meaning.getByText(/The query is complete/)).toBeVisible();
  await expectAccessible();
  await press('Escape');
  await expect.element(meaning).not.toBeInTheDocument();
  await status.click();
  await meaning.getByRole('link', { name: 'Service interface 3.1' }).click();
  await expect.element(page.getByRole('heading', { name: /^3\.1/ })).toBeVisible();
  await press('Alt+ArrowLeft');
  await expect.element(heading).toBeVisible();
});

test('the calls of a case are one click away', async () => {
  await openSample('Everything that can be collected');
  await page.getByRole('tab', { name: /^Calls/ }).click();
  const table = page.getByRole('table', { name: 'Calls about this case' });
  // The status of a call for the conversation, or for a part of one of its files.
  await expect.element(table.getByText(/^20[06]$/).first()).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Calls of all cases' })).toBeVisible();
});

test('a copied id says so at its button for a moment, and to a screen reader', async () => {
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await openSample('Everything that can be collected');
  await page.getByRole('button', { name: 'Details', exact: true }).click();
  const button = page.getByRole('button', { name: 'Copy conversation id' });
  const title = () => button.element().querySelector('[title]')?.getAttribute('title');
  await button.click();
  await expect.poll(title).toBe('Copied');
  expect(copied).toHaveBeenCalledOnce();
  await expect.poll(title).toMatch(/^Copy /);
});
