import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { type ErasureRequest, erasureRequest } from '../../../preload/contract/erasure.ts';
import { reachTexts } from '../../../preload/wording/erasure.ts';
import { bothSchemes, expectAccessible } from '../access.ts';
import { FakeCases, idOf, newRow } from '../cases.ts';
import { asked, draftRegion, FakeRuns, newPreviewRow } from '../deletion-runs.ts';
import { newEnvironment } from '../environments.ts';
import { failing, type Replies } from '../fake-bridge.ts';
import { expectMissing } from '../forms.ts';
import { announcements, expectSaid } from '../live-regions.ts';
import { asAuditor } from '../team.ts';
import { openWindow, showData } from '../window.tsx';

const acme = newEnvironment('acme-test', { name: 'Acme test' });
const today = '2026-11-03';
const deadline = {
  on: '2026-11-20',
  isPaused: false,
  pausedDays: 0,
  daysLeft: 17,
  extensionUntil: '2026-11-20',
};

function newRequest(more: Partial<ErasureRequest> = {}): ErasureRequest {
  return erasureRequest.parse({
    requestId: 'request-1',
    environmentId: 'acme-test',
    person: 'Anna Kowalska',
    receivedOn: '2026-10-20',
    items: [
      {
        conversationId: idOf(1),
        isGone: false,
        isStored: true,
        copies: [{ what: 'report (pdf)', name: 'case.pdf', on: '2026-01-05' }],
      },
      {
        conversationId: idOf(2),
        isGone: true,
        isStored: false,
        copies: [],
        deleted: { receiptId: 'r', number: 12, on: '2026-11-01', outcome: 'confirmed' },
      },
    ],
    deadline,
    ...more,
  });
}

async function openRequests(requests: ErasureRequest[], replies: Replies = {}) {
  const runs = new FakeRuns([newPreviewRow(idOf(1))]);
  const found = newRow(7, { userKey: 'u-7' });
  const opened = await openWindow(
    {
      ...new FakeCases([found]).replies(),
      ...runs.replies(),
      'cases.search': ({ text }) => ({
        matches:
          text === 'Anna Kowalska'
            ? [{ by: 'person', row: found, name: text, birthDate: '1979-11-02' }]
            : text === 'u-7'
              ? [{ by: 'user-key', row: found }]
              : [],
      }),
      'erasure.list': () => ({ requests, today }),
      'erasure.save': ({ requestId = 'request-new' }) => ({ requestId }),
      'erasure.remove': () => ({}),
      'erasure.file': () => ({ kind: 'saved', path: '/saved/erasure.pdf', bytes: 10 }),
      ...replies,
    },
    { hash: '#/deletion', environments: [acme] },
  );
  runs.connect(opened.bridge);
  await page.getByRole('tab', { name: 'Requests', exact: true }).click();
  return opened;
}

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
const openFirst = () => button('Open the request of 2026-10-20').click();

test('a request is entered with who asked and when', async () => {
  const { bridge } = await openRequests([]);
  await expect.element(page.getByText('No requests')).toBeVisible();
  await button('New request').click();
  await expectMissing(button('Save request'), 'Enter who asked.');
  await page.getByLabelText('Asked by').fill('Anna Kowalska');
  await page.getByLabelText('Received on').fill('2026-10-31');
  await page.getByLabelText('Ticket (optional)').fill('SUP-7');
  await expectAccessible(bothSchemes);
  await button('Save request').click();
  await expect.element(page.getByText('Request saved')).toBeInTheDocument();
  expect(bridge.inputs('erasure.save')).toEqual([
    {
      environmentId: 'acme-test',
      entries: { person: 'Anna Kowalska', receivedOn: '2026-10-31', ticket: 'SUP-7', items: [] },
    },
  ]);
});

test('the proof of identity and the extension are entered as days, and what was entered before stays', async () => {
  const { bridge } = await openRequests([newRequest()]);
  await openFirst();
  await expect.element(page.getByText('Answer by 20 November 2026, 17 days left').first()).toBeVisible();
  await button('Proof asked for…').click();
  await page.getByLabelText('Date', { exact: true }).fill('2026-11-02');
  await button('Proof asked for').click();
  await expect.element(button('Proof asked for')).not.toBeInTheDocument();
  await button('Identity proved…').click();
  await expectMissing(button('Identity proved'), 'Enter a text.');
  await page.getByLabelText('How it was proved').fill('passport by video');
  await button('Identity proved').click();
  await expect.element(button('Identity proved')).not.toBeInTheDocument();
  await button('Extend by two months…').click();
  await expect.element(page.getByText(/The person must be told by 20 November 2026/)).toBeVisible();
  await page.getByLabelText('Reason given to the person').fill('many requests');
  await button('Extend by two months').click();
  await expect.element(button('Extend by two months')).not.toBeInTheDocument();
  const kept = {
    person: 'Anna Kowalska',
    receivedOn: '2026-10-20',
    items: [{ conversationId: idOf(1) }, { conversationId: idOf(2) }],
  };
  expect(bridge.inputs('erasure.save').map(({ entries }) => entries)).toEqual([
    { ...kept, proofAskedOn: '2026-11-02' },
    { ...kept, proof: { on: today, how: 'passport by video' } },
    { ...kept, extension: { on: today, reason: 'many requests' } },
  ]);
});

test('conversations found are added, refused with a reason, or deleted as a run, and the reach is said before', async () => {
  const { bridge } = await openRequests([newRequest({ ticket: 'DSR-7' })]);
  await openFirst();
  for (const text of reachTexts(newRequest().items, 'Acme test')) {
    await expect.element(page.getByText(text)).toBeVisible();
  }
  await page.getByLabelText('Find the person’s conversations').fill('u-7');
  await button('Find').click();
  await button('Add 1 conversation').click();
  await button('Refuse…').click();
  await page.getByLabelText('Why it is not deleted').fill('AML law');
  await button('Refuse').click();
  await expect.element(button('Refuse')).not.toBeInTheDocument();
  expect(bridge.inputs('erasure.save').map(({ entries }) => entries.items)).toEqual([
    [{ conversationId: idOf(1) }, { conversationId: idOf(2) }, { conversationId: idOf(7) }],
    [{ conversationId: idOf(1), refused: 'AML law' }, { conversationId: idOf(2) }],
  ]);
  await expect.element(page.getByText('Deleted on 1 November 2026 (receipt 12)')).toBeVisible();
  await button('Delete data of 1 conversation…').click();
  await expect.element(draftRegion).toBeVisible();
  expect(bridge.inputs('deletionRuns.prepare')).toMatchObject([{ from: { ids: [idOf(1)] } }]);
  await expect.element(asked.reason).toHaveValue('data-subject-request');
  await expect.element(page.getByLabelText('Ticket (optional)')).toHaveValue('DSR-7');
  // The request is still open when one comes back to it.
  await page.getByRole('tab', { name: 'Requests' }).click();
  await expect.element(page.getByText('Deleted on 1 November 2026 (receipt 12)')).toBeVisible();
});

test('a deletion that was accepted and is not confirmed is offered again, to be refused and to be left out', async () => {
  const deleted = { receiptId: 'r', number: 12, on: '2026-11-01', outcome: 'accepted' };
  const item = { conversationId: idOf(1), isGone: false, isStored: true, copies: [], deleted };
  const { bridge } = await openRequests([newRequest({ items: [item] })]);
  await openFirst();
  await expect.element(button('Delete data of 1 conversation…')).toBeVisible();
  await button('Refuse…').click();
  await page.getByLabelText('Why it is not deleted').fill('AML law');
  await button('Refuse').click();
  await expect.element(button('Refuse')).not.toBeInTheDocument();
  await button(`Leave out ${idOf(1)}`).click();
  await expect
    .poll(() => bridge.inputs('erasure.save').map(({ entries }) => entries.items))
    .toEqual([[{ conversationId: idOf(1), refused: 'AML law' }], []]);
});

test('a conversation id that this console does not know is added in the spelling of its receipts', async () => {
  const { bridge } = await openRequests([newRequest()]);
  await openFirst();
  await page.getByLabelText('Find the person’s conversations').fill('AB5D2A0E-1111-4222-8333-444455556666');
  await button('Find').click();
  await button('Add 1 conversation').click();
  await expect
    .poll(() => bridge.inputs('erasure.save').at(-1)?.entries.items)
    .toContainEqual({ conversationId: 'ab5d2a0e-1111-4222-8333-444455556666' });
});

test('a search says whether it found nothing, or nothing else', async () => {
  const known = 'ab5d2a0e-1111-4222-8333-444455556666';
  const items = [idOf(7), known].map((conversationId) => ({
    conversationId,
    isGone: false,
    isStored: false,
    copies: [],
  }));
  await openRequests([newRequest({ items })]);
  await openFirst();
  for (const [text, said] of [
    ['nobody', 'Nothing was found in this console.'],
    ['u-7', 'Nothing else was found in this console.'],
    [known, 'Nothing else was found in this console.'],
  ] as const) {
    await page.getByLabelText('Find the person’s conversations').fill(text);
    await button('Find').click();
    await expect.element(page.getByText(said)).toBeVisible();
  }
});

test('the conversations of the person who asked are found by name, shown masked, and added one by one', async () => {
  const { bridge } = await openRequests([newRequest()]);
  await openFirst();
  await button('Find by name').click();
  const row = page.getByRole('table', { name: 'Matches' }).getByRole('row').nth(1);
  await expect.element(row.getByText('u-7', { exact: true })).toBeVisible();
  await expect.element(row.getByText('1979-11-02')).not.toBeInTheDocument();
  await showData();
  await expect.element(row.getByText('1979-11-02')).toBeVisible();
  await expectAccessible(bothSchemes);
  await button(`Add ${idOf(7)}`).click();
  await expect
    .poll(() => bridge.inputs('erasure.save').at(-1)?.entries.items)
    .toContainEqual({ conversationId: idOf(7) });
});

test('the letter is shown without the name while masked, saved with its receipts, and the request is answered', async () => {
  const { bridge } = await openRequests([newRequest()]);
  await openFirst();
  const letter = page.getByLabelText('Letter of answer');
  await expect.element(letter).toHaveValue(expect.stringContaining('Dear •••,'));
  await expectAccessible(bothSchemes);
  await showData();
  await expect.element(letter).toHaveValue(expect.stringContaining('Dear Anna Kowalska,'));
  const announced = announcements();
  await button('Copy letter').click();
  await expectSaid(announced, /Copied|Not copied/);
  await button('Save letter and receipts (PDF)').click();
  expect(bridge.inputs('erasure.file')).toEqual([{ environmentId: 'acme-test', requestId: 'request-1' }]);
  await button('Answered…').click();
  await button('Answered').click();
  await expect.element(button('Answered')).not.toBeInTheDocument();
  expect(bridge.inputs('erasure.save').at(-1)?.entries.answeredOn).toBe(today);
});

test('a step that was not saved says so until its form is closed', async () => {
  await openRequests([newRequest()], {
    'erasure.save': failing({ code: 'invalid-input', message: 'Nothing was saved: too early.' }),
    'erasure.remove': failing({ code: 'file-not-written', message: 'The request could not be removed.' }),
  });
  await openFirst();
  const shown = (text: string) => expect.element(page.getByText(text).first());
  await button('Proof asked for…').click();
  await button('Proof asked for').click();
  await shown('Nothing was saved').toBeVisible();
  await button('Cancel').click();
  await shown('Nothing was saved').not.toBeInTheDocument();
  await button('Refuse…').click();
  await page.getByLabelText('Why it is not deleted').fill('AML law');
  await button('Refuse').click();
  await shown('Nothing was saved').toBeVisible();
  await userEvent.keyboard('{Escape}');
  await shown('Nothing was saved').not.toBeInTheDocument();
  await button('Remove request…').click();
  await button('Remove request').click();
  await shown('could not be removed').toBeVisible();
  await button('Cancel').click();
  await button('Remove request…').click();
  await expect.element(button('Remove request')).toBeVisible();
  await shown('could not be removed').not.toBeInTheDocument();
});

test('a request is removed after a second click only', async () => {
  const { bridge } = await openRequests([newRequest()]);
  await openFirst();
  await button('Remove request…').click();
  expect(bridge.inputs('erasure.remove')).toEqual([]);
  await button('Remove request').click();
  await expect.element(page.getByText('Request removed')).toBeInTheDocument();
  expect(bridge.inputs('erasure.remove')).toEqual([{ environmentId: 'acme-test', requestId: 'request-1' }]);
});

test('an answered request can no longer be changed, only read', async () => {
  await openRequests([newRequest({ answeredOn: '2026-11-02' })]);
  await openFirst();
  await expect.element(page.getByText('Answered on 2 November 2026').first()).toBeVisible();
  for (const name of ['Refuse…', 'Find', 'Identity proved…', 'Answered…']) {
    expect(button(name).elements()).toEqual([]);
  }
});

test('an auditor of a team reads requests, is offered no change of one, and is told why', async () => {
  await openRequests([newRequest()], asAuditor);
  await expect
    .element(page.getByText('As auditor of the team you may not enter or change requests.'))
    .toBeVisible();
  await openFirst();
  await expect.element(page.getByText('Identity is not proved yet.')).toBeVisible();
  const offered = ['New request', 'Remove request…', 'Identity proved…', 'Refuse…', 'Find', 'Answered…'];
  for (const name of offered) {
    expect(button(name).elements()).toEqual([]);
  }
  await expectAccessible(bothSchemes);
});

test('an auditor of a team is not asked to propose what they may not', async () => {
  await openRequests([newRequest()], {
    ...asAuditor,
    'erasure.file': failing({
      code: 'set-by-policy',
      message: 'A second person must approve this.',
      retryable: false,
      details: { refused: 'r-1', environmentId: 'acme-test' },
    }),
  });
  await openFirst();
  await button('Save letter and receipts (PDF)').click();
  const notice = page.getByRole('group', { name: 'Approval by a second person' });
  await expect.element(notice.getByText('As auditor of the team you may not propose it.')).toBeVisible();
  await expect.element(notice.getByText('A second person must approve this.')).toBeVisible();
  expect(notice.getByRole('button').elements()).toEqual([]);
});
