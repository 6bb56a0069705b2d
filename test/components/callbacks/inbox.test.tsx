import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { FailureCause } from '../../../preload/contract/callbacks.ts';
import type { SignatureFinding } from '../../../preload/contract/signatures.ts';
import { counted } from '../../../preload/wording/terms.ts';
import { stateTexts } from '../../../renderer/features/callbacks/callback-wording.ts';
import { stateCauses } from '../../../renderer/features/callbacks/failure-causes.tsx';
import { causeText } from '../../../renderer/features/signatures/cause-texts.ts';
import { bothSchemes, expectAccessible } from '../access.ts';
import { idOf } from '../cases.ts';
import { FakeEnvironments } from '../environments/fake-environments.ts';
import { newEnvironment, signingKey } from '../environments.ts';
import { failing } from '../fake-bridge.ts';
import { dropFile } from '../files.ts';
import { expectMissing } from '../forms.ts';
import { verified } from '../signatures/page.tsx';
import { asAuditor } from '../team.ts';
import { bodyOf, button, details, FakeInbox, newCallback, openInbox, row, table } from './fake-inbox.ts';

const callbackCount = (count: number) =>
  expect.element(page.getByText(counted(count, 'callback'), { exact: true })).toBeVisible();
const show = (name: string) =>
  page.getByRole('radiogroup', { name: 'Show' }).getByText(name, { exact: true });

/** The sandbox with a signing key. */
const withKey = () =>
  new FakeEnvironments(
    newEnvironment('sandbox', { name: 'Sandbox' }, { signingKeys: [signingKey('main', 'Main')] }),
  ).replies();
const part = (name: string) => details.getByRole('tab', { name }).click();

/** One callback of each state, one of each relation and an unknown event; the newest first. */
const mixed = () => [
  newCallback(7, { isKnown: false, event: 'NEW_EVENT' }),
  newCallback(6, { relation: 'duplicate', attempt: 2, conversationId: idOf(1) }),
  newCallback(5, { relation: 'retry', attempt: 3, conversationId: idOf(1) }),
  newCallback(4, { state: 'wrong-signature', answered: 401 }),
  newCallback(3, { state: 'outside-time', answered: 401 }),
  newCallback(2, { state: 'not-a-message', answered: 400 }),
  newCallback(1),
];

test('an empty inbox says how callbacks arrive', async () => {
  await openInbox(new FakeInbox());
  await expect.element(page.getByText('No callbacks yet')).toBeVisible();
  await expect.element(button('Delete all')).toBeDisabled();
  await expectAccessible(bothSchemes);
});

test('an auditor of a team is offered no conversation to try it with, and told why', async () => {
  await openInbox(new FakeInbox(), asAuditor);
  for (const name of ['Try it with the sandbox', 'Try it with the sandbox over HTTPS']) {
    await expect.element(button(name)).toBeDisabled();
    await expect
      .element(button(name))
      .toHaveAttribute('title', 'As auditor of the team you may not create conversations.');
  }
});

test('each callback is listed with its verdict, event, delivery and answer', async () => {
  await openInbox(new FakeInbox(mixed()));
  await callbackCount(7);
  await expect.element(row(0).getByText('CONVERSATION NEW_EVENT')).toBeVisible();
  await expect.element(row(0).getByText('unknown')).toBeVisible();
  await expect.element(row(1).getByText('Duplicate, 2nd')).toBeVisible();
  await expect.element(row(2).getByText('Retry 2')).toBeVisible();
  await expect.element(row(3).getByText(stateTexts['wrong-signature'].label)).toBeVisible();
  await expect.element(row(3).getByText('401')).toBeVisible();
  await expect.element(row(4).getByText(stateTexts['outside-time'].label)).toBeVisible();
  await expect.element(row(5).getByText(stateTexts['not-a-message'].label)).toBeVisible();
  await expect.element(row(6).getByText(stateTexts.valid.label)).toBeVisible();
});

test.each([
  ['Problems', 3],
  ['Repeated', 2],
  ['Unknown events', 1],
])('“%s” narrows the list', async (name, count) => {
  await openInbox(new FakeInbox(mixed()));
  await show(name).click();
  await callbackCount(count);
  await expect.element(button('Delete all')).toBeDisabled();
  await show('All').click();
  await callbackCount(7);
});

test('an id narrows the list, and one of nothing says so', async () => {
  await openInbox(new FakeInbox(mixed()));
  const id = page.getByRole('textbox', { name: 'Callback id or conversation id' });
  await id.fill(idOf(1));
  await callbackCount(3);
  await id.fill('nothing');
  await expect.element(page.getByText('No callback matches')).toBeVisible();
});

test('by keyboard: the details of a callback, beside which the table leaves columns out', async () => {
  await openInbox(new FakeInbox(mixed()));
  await callbackCount(7);
  (await table.element()).focus();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(details.getByText('The conversation ended, whatever its result.')).toBeVisible();
  await expect
    .element(details.getByText('The signature matches: this body was signed with this key.'))
    .toBeVisible();
  const grid = (await table.element()) as HTMLElement;
  const scroller = grid.parentElement as HTMLElement;
  await expect.poll(() => scroller.scrollWidth - scroller.clientWidth).toBe(0);
  const shown = () =>
    [...grid.querySelectorAll<HTMLElement>('[role=columnheader]')]
      .filter((head) => head.checkVisibility())
      .map((head) => head.innerText);
  await expect.poll(shown).toEqual(['Received', 'Verification', 'Event', 'Delivery']);
  await expectAccessible(bothSchemes);
});

test.each([
  ['wrong-signature', 'Reject it: answer 401, for example, and process nothing of it.'],
  ['outside-time', 'Reject it: a message that is more than 5 minutes old or ahead may be a replay.'],
  ['not-verified', 'Process nothing of a message that is not verified.'],
] as const)('the details of one that is %s say what its receiver must do', async (state, duty) => {
  await openInbox(new FakeInbox([newCallback(1, { state })]));
  await row(0).click();
  await expect.element(details.getByText(duty)).toBeVisible();
});

const finding = {
  code: 'reserialized',
  family: 'body',
  sentence: 'The signed content is compact.',
  remedy: 'Use the raw body.',
  rawBody: false,
  also: [],
} satisfies SignatureFinding;

test('why a signature is wrong is searched at once, and shown with what to do', async () => {
  const { bridge } = await openInbox(
    new FakeInbox([newCallback(1, { state: 'wrong-signature' }), newCallback(2)]),
    {
      ...withKey(),
      'signatures.explain': () => ({
        findings: [finding],
        matches: false,
        tried: 1,
        complete: true,
        ruledOut: [],
        attempted: [],
        leaves: [],
        collect: [],
        unreadKeys: [],
      }),
    },
  );
  await row(0).click();
  await expect
    .element(details.getByText('The JSON was parsed and written again before the check.').first())
    .toBeVisible();
  await expect.element(details.getByText('Use the raw body.')).toBeVisible();
  expect(bridge.inputs('signatures.explain')).toMatchObject([
    { key: { kind: 'stored', environmentId: 'sandbox' }, signature: 'ab'.repeat(32) },
  ]);
  await row(1).click();
  await expect.element(details.getByText('Accept: genuine and in time.')).toBeVisible();
  await row(0).click();
  await expect.element(details.getByText('Use the raw body.')).toBeVisible();
  await expectAccessible(bothSchemes);
});

test('problems are grouped by cause, each with what to do and its newest callback', async () => {
  const { bridge } = await openInbox(new FakeInbox(mixed()), {
    'callbacks.causes': () => ({
      total: 250,
      grouped: 200,
      causes: [
        { state: 'wrong-signature', count: 150, newestId: 4, finding },
        { state: 'outside-time', count: 50, newestId: 3 },
      ],
    }),
  });
  await callbackCount(7);
  expect(bridge.inputs('callbacks.causes')).toEqual([]);
  await show('Problems').click();
  const causes = page.getByRole('region', { name: 'Causes' });
  const groups = causes.getByRole('listitem');
  await expect.element(groups.nth(0).getByText(causeText(finding))).toBeVisible();
  await expect.element(groups.nth(0).getByText('Use the raw body.')).toBeVisible();
  await expect.element(groups.nth(0).getByText(counted(150, 'callback'))).toBeVisible();
  await expect.element(groups.nth(1).getByText(stateCauses['outside-time'].headline)).toBeVisible();
  await expect.element(causes.getByText('The newest 200 of 250 failures.')).toBeVisible();
  await expectAccessible(bothSchemes);
  await groups.nth(1).getByRole('button').click();
  await expect.element(details.getByText(/may be a replay/)).toBeVisible();
  await show('All').click();
  await expect.element(causes).not.toBeInTheDocument();
});

test('a wrong signature is said to have no single cause only where all were tried', async () => {
  const group = (newestId: number, search?: FailureCause['search']): FailureCause => ({
    state: 'wrong-signature',
    count: 1,
    newestId,
    ...(search && { search }),
  });
  await openInbox(new FakeInbox(mixed()), {
    'callbacks.causes': () => ({
      total: 5,
      grouped: 5,
      causes: [
        group(5, { matches: false, tried: 9 }),
        group(4, { matches: true, tried: 1 }),
        group(3, { matches: false, tried: 9, stoppedBy: 'budget' }),
        group(2, { matches: false, tried: 0 }),
        group(1),
      ],
    }),
  });
  await callbackCount(7);
  await show('Problems').click();
  const groups = page.getByRole('region', { name: 'Causes' }).getByRole('listitem');
  for (const [place, text] of [
    'no single change explains it',
    'The signature matches after all.',
    'The search stopped at its time limit',
    'No search was made.',
    'no signing key is saved',
  ].entries()) {
    await expect.element(groups.nth(place).getByText(text)).toBeVisible();
  }
});

test('Explain puts it on the page of signatures, where it is verified as of its receipt', async () => {
  const { bridge } = await openInbox(new FakeInbox([newCallback(1)]), {
    ...withKey(),
    'signatures.verify': () => verified(),
    'signatures.recipes': () => ({ recipes: [] }),
  });
  await row(0).click();
  await details.getByRole('button', { name: 'Explain' }).click();
  await expect.element(page.getByRole('heading', { level: 1, name: 'Signatures' })).toBeVisible();
  // The announcement has the same words.
  const verdicts = page.getByRole('region', { name: 'Verdicts' });
  await expect.element(verdicts.getByText('Accept: genuine and in time.')).toBeVisible();
  const [asked] = bridge.inputs('signatures.verify');
  expect(asked).toMatchObject({
    signature: 'ab'.repeat(32),
    body: new TextEncoder().encode(bodyOf(newCallback(1))),
  });
  expect(Date.parse(asked?.asOf ?? '')).toBe(Date.parse(newCallback(1).receivedAt));
});

test('a callback is copied as a cURL command with its body', async () => {
  await openInbox(new FakeInbox([newCallback(1)]));
  await row(0).click();
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await details.getByRole('button', { name: 'Copy as cURL' }).click();
  await expect.poll(() => copied.mock.calls[0]?.[0]).toContain(`--data-raw '${bodyOf(newCallback(1))}'`);
  copied.mockRestore();
});

test('the timeline of a conversation marks retries and duplicates, and leads to them', async () => {
  await openInbox(new FakeInbox(mixed()));
  await row(6).click();
  await part('Timeline');
  const timeline = details.getByRole('region', { name: 'Timeline of the conversation' });
  await expect.element(timeline.getByText('Retry: no delivery before it was accepted here.')).toBeVisible();
  await expect.element(timeline.getByText('Duplicate: it was accepted before.')).toBeVisible();
  await timeline.getByRole('button').nth(1).click();
  await expect.element(row(2)).toHaveAttribute('aria-selected', 'true');
});

test('nothing of the person is in the page until it is asked for', async () => {
  const one = newCallback(1);
  await openInbox(new FakeInbox([one]));
  await row(0).click();
  await expect.element(details.getByText('CONVERSATION FINISHED').first()).toBeVisible();
  await part('Body');
  const shown = () => details.element().textContent;
  expect(shown()).not.toContain('url-of-the-body');
  await details.getByText('Exact', { exact: true }).click();
  const show = details.getByRole('button', { name: 'Show personal data' });
  await expect.element(show).toBeVisible();
  expect(shown()).not.toContain('user-of-the-body');
  await show.click();
  await expect.poll(shown).toContain('user-of-the-body');
});

test('a callback is saved as a fixture for the tests of a receiver', async () => {
  const { bridge } = await openInbox(new FakeInbox([newCallback(1)]), {
    'callbacks.fixture': () => ({ kind: 'saved', path: '/tmp/fixture.json', bytes: 9 }),
  });
  await row(0).click();
  await details.getByRole('button', { name: 'Save as fixture…' }).click();
  await expect
    .poll(() => bridge.inputs('callbacks.fixture'))
    .toEqual([{ body: new TextEncoder().encode(bodyOf(newCallback(1))) }]);
});

test('the conversation is read now and compared, and its case opened', async () => {
  const { bridge } = await openInbox(new FakeInbox([newCallback(1)]), {
    'signatures.compare': () => ({
      conversationId: idOf(1),
      environmentName: 'Sandbox',
      readAt: '2026-01-15T12:00:00Z',
      differing: 0,
      total: 1,
      members: [{ path: 'status', state: 'same', first: 'FINISHED', second: 'FINISHED' }],
    }),
  });
  await row(0).click();
  await part('At the service');
  await details.getByRole('button', { name: 'Compare with Sandbox' }).click();
  await expect.element(details.getByText('The same', { exact: true })).toBeVisible();
  expect(bridge.inputs('signatures.compare')).toMatchObject([
    { environmentId: 'sandbox', body: new TextEncoder().encode(bodyOf(newCallback(1))) },
  ]);
  await details.getByRole('button', { name: 'Open case' }).click();
  await expect.element(page.getByRole('heading', { level: 1, name: /^masked|^No name/ })).toBeVisible();
  expect(location.hash).toContain(idOf(1));
});

test('two messages are compared member by member: two received ones, or one with a pasted one', async () => {
  const { bridge } = await openInbox(new FakeInbox([newCallback(2), newCallback(1)]), {
    'signatures.compareMessages': () => ({
      differing: 2,
      total: 3,
      members: [
        { path: 'header x-signature', state: 'changed', first: 'ab', second: 'cd' },
        { path: 'id', state: 'same', first: 'same', second: 'same' },
        { path: 'payload.conversation.url', state: 'only-first', first: 'url-of-the-body' },
      ],
    }),
    'signatures.import': () => ({
      ok: true,
      source: 'json',
      requests: [{ body: new TextEncoder().encode('{"a":1}'), signature: 'cd', notes: [] }],
    }),
  });
  await row(0).click();
  await part('Compare');
  await details.getByRole('combobox', { name: 'With a received callback' }).click();
  await page.getByRole('option', { name: /FINISHED/ }).click();
  await expect.element(details.getByText('2 of 3 differ')).toBeVisible();
  await expect.element(details.getByRole('row', { name: /header x-signature ab cd/ })).toBeVisible();
  await expect.element(details.getByRole('row', { name: /url .* missing/ })).toBeVisible();
  expect(document.body.textContent).not.toContain('user-of-the-body');
  await details.getByRole('textbox', { name: 'With another message' }).fill('{"a":1}');
  await details.getByRole('button', { name: 'Compare', exact: true }).click();
  const encoded = (text: string) => new TextEncoder().encode(text);
  await expect
    .poll(() => bridge.inputs('signatures.compareMessages'))
    .toMatchObject([
      { first: { body: encoded(bodyOf(newCallback(2))) }, second: { body: encoded(bodyOf(newCallback(1))) } },
      { second: { body: encoded('{"a":1}'), headers: [['X-Signature', 'cd']] } },
    ]);
  await expectAccessible();
});

test('a callback received elsewhere is pasted or dropped, and selected', async () => {
  const { bridge } = await openInbox(new FakeInbox());
  await button('Add').click();
  const dialog = page.getByRole('dialog', { name: 'Add callbacks' });
  await expectMissing(dialog.getByRole('button', { name: 'Add', exact: true }), 'Paste a request');
  await dialog.getByRole('textbox', { name: 'Request' }).fill('POST / HTTP/1.1\n\n{}');
  await expectAccessible();
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect.element(details.getByText('Pasted', { exact: true })).toBeVisible();
  dropFile(await page.getByRole('region', { name: 'Listener' }).element(), new File(['POST /'], 'a.http'));
  await expect.element(details.getByText('From a file', { exact: true })).toBeVisible();
  expect(bridge.inputs('callbacks.add')).toMatchObject([
    { source: 'POST / HTTP/1.1\n\n{}', from: 'pasted' },
    { source: new TextEncoder().encode('POST /'), from: 'file' },
  ]);
});

test('a failed addition is said, and the notes of an addition too', async () => {
  const { bridge } = await openInbox(new FakeInbox(), {
    'callbacks.add': failing({ code: 'invalid-input', message: 'There is no request in it.' }),
  });
  const region = page.getByRole('region', { name: 'Listener' });
  await expect.element(region).toBeVisible();
  const listener = region.element();
  dropFile(listener, new File(['x'], 'a.txt'));
  await expect.element(page.getByRole('alert').getByText('There is no request in it.')).toBeVisible();
  bridge.answer({ 'callbacks.add': () => ({ added: [], notes: ['One request has no body.'] }) });
  dropFile(listener, new File(['x'], 'a.txt'));
  await expect.element(page.getByText('One request has no body.')).toBeVisible();
});

test('one callback is deleted from its details, and all at once', async () => {
  const { bridge } = await openInbox(new FakeInbox([newCallback(2), newCallback(1)]));
  await row(0).click();
  await details.getByRole('button', { name: 'Delete from this console' }).click();
  await callbackCount(1);
  await expect.element(details).not.toBeInTheDocument();
  await button('Delete all').click();
  await expect.element(page.getByText('No callbacks yet')).toBeVisible();
  expect(bridge.inputs('callbacks.delete')).toEqual([
    { environmentId: 'sandbox', ids: [2] },
    { environmentId: 'sandbox' },
  ]);
});

test('a page that is not used asks for nothing', async () => {
  const { bridge } = await openInbox(new FakeInbox([newCallback(1)]));
  await callbackCount(1);
  const asked = () => bridge.inputs('callbacks.list').length;
  const before = asked();
  // Once it read its list again at every change of its own state: each would be seen within a frame.
  for (let frame = 0; frame < 10; frame += 1) {
    await new Promise(requestAnimationFrame);
  }
  expect(asked()).toBe(before);
});

test('rows far down are read when they come into sight', async () => {
  const rows = Array.from({ length: 450 }, (_, index) => newCallback(450 - index));
  const { bridge } = await openInbox(new FakeInbox(rows));
  await callbackCount(450);
  expect(bridge.inputs('callbacks.list').map(({ from }) => from)).toEqual([0]);
  (await table.element()).focus();
  await userEvent.keyboard('{End}');
  await expect.poll(() => bridge.inputs('callbacks.list').at(-1)?.from).toBe(300);
  const last = () => table.element().querySelector<HTMLElement>('[aria-rowindex="451"]');
  // A row that is not read yet is a placeholder.
  await expect.poll(() => last()?.querySelector('[data-column]')).toBeTruthy();
  last()?.click();
  await expect.poll(() => last()?.getAttribute('aria-selected')).toBe('true');
  await expect.poll(() => bridge.inputs('callbacks.get')).toMatchObject([{ id: 1 }]);
});

test('a callback for the conversation of the one shown continues its timeline', async () => {
  const inbox = new FakeInbox([newCallback(1)]);
  await openInbox(inbox);
  await row(0).click();
  await part('Timeline');
  const timeline = details.getByRole('region', { name: 'Timeline of the conversation' });
  await expect.element(timeline.getByRole('listitem')).toBeVisible();
  inbox.receive(newCallback(2, { conversationId: idOf(1), relation: 'duplicate', attempt: 2 }));
  await expect.element(timeline.getByText('Duplicate: it was accepted before.')).toBeVisible();
});

test('another environment shows nothing of the one before', async () => {
  const environments = new FakeEnvironments(
    newEnvironment('first', { name: 'First' }),
    newEnvironment('second', { name: 'Second' }),
  );
  const listed: string[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  const { bridge } = await openInbox(new FakeInbox([newCallback(1)]), {
    ...environments.replies(),
    'callbacks.list': async ({ environmentId, filter }) => {
      listed.push(`${environmentId} ${filter.show}`);
      await (environmentId === 'second' ? promise : undefined);
      return environmentId === 'first' ? { total: 1, rows: [newCallback(1)] } : { total: 0, rows: [] };
    },
  });
  environments.bridge = bridge;
  await show('Unknown events').click();
  await row(0).click();
  await expect.element(details).toBeVisible();
  environments.selectedId = 'second';
  bridge.send('environments.changed', environments.view);
  await expect.poll(() => listed.at(-1)).toBe('second all');
  await expect.element(details).not.toBeInTheDocument();
  await expect.element(row(0)).not.toBeInTheDocument();
  resolve();
  await expect.element(page.getByText('No callbacks yet')).toBeVisible();
});
