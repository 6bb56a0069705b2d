import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { DeletionPreview, DeletionView } from '../../../preload/contract/deletion.ts';
import type { EnvironmentView } from '../../../preload/contract/environments.ts';
import { actionLabel, modeTexts } from '../../../renderer/features/deletion/deletion-wording.ts';
import { expectAccessible } from '../access.ts';
import { FakeCases, idOf, newRow } from '../cases.ts';
import {
  asked,
  confirmPerson,
  conversationField,
  FakeDeletions,
  modeChoice,
  newDeletion,
  previewButton,
  previewRegion,
  requestRegion,
} from '../deletions.ts';
import { newEnvironment } from '../environments.ts';
import { failing } from '../fake-bridge.ts';
import { tabTo } from '../keyboard.ts';
import { openWindow, press } from '../window.tsx';

const sandbox = newEnvironment('sandbox', { name: 'Sandbox', kind: 'sandbox' }, { builtIn: true });
const acme = newEnvironment('acme-test', { name: 'Acme test' });
const live = newEnvironment('acme-live', { name: 'Acme live', kind: 'production' });
const typedInProduction = { confirmation: 'Acme live', identityOf: 'user-key' } as const;
const send = (environment: EnvironmentView, mode: 'EXPIRE' | 'DELETE_DATA' = 'EXPIRE') =>
  page.getByRole('button', { name: actionLabel(mode, environment.settings.name) });

/** The Deletion page of an environment, with one conversation of the list. */
async function openDeletion(environment = acme, preview: Partial<DeletionPreview> = {}, hash = '#/deletion') {
  const deletions = new FakeDeletions();
  deletions.preview = () => preview;
  const opened = await openWindow(
    { ...new FakeCases([newRow(1)]).replies(), ...deletions.replies() },
    { hash, environments: [environment] },
  );
  deletions.connect(opened.bridge);
  return { ...opened, deletions };
}

async function previewOne(id = idOf(1), mode: 'EXPIRE' | 'DELETE_DATA' = 'EXPIRE') {
  await conversationField.fill(id);
  await modeChoice(mode).click();
  await previewButton.click();
  await expect.element(previewRegion).toBeVisible();
}

/** The sentences that occur more than once on the page. */
function repeatedSentences(): string[] {
  const sentences = [...document.querySelectorAll<HTMLElement>('#work p, #work li, #work dd')]
    .flatMap(({ innerText }) => innerText.split(/(?<=[.?!])\s+|\n/))
    .map((text) => text.trim())
    .filter((text) => text.length > 25);
  return sentences.filter((text, at) => sentences.indexOf(text) !== at);
}

test('a conversation is previewed, confirmed and expired, and its effect is shown', async () => {
  const { bridge, deletions } = await openDeletion();
  await previewOne();
  await expect.element(previewRegion.getByText('Allowed', { exact: true })).toBeVisible();
  for (const label of ['User key', 'Result', 'Products', 'Last opened here']) {
    await expect.element(previewRegion.getByText(label, { exact: true })).toBeVisible();
  }
  await expectAccessible();
  await confirmPerson();
  await send(acme).click();
  await expect.element(requestRegion.getByText('Sending')).toBeVisible();
  expect(bridge.inputs('deletion.run')).toEqual([
    { environmentId: 'acme-test', previewId: 'preview-0', reason: 'test-data' },
  ]);
  // The button that was pressed no longer exists, so the focus moves within the page.
  expect(document.activeElement?.closest('main')).not.toBeNull();
  deletions.change(idOf(1), {
    phase: 'settled',
    outcome: 'confirmed',
    message: 'The conversation is expired.',
  });
  await expect.element(requestRegion.getByText('Expired', { exact: true })).toBeVisible();
  await expect.poll(() => bridge.inputs('deletion.acknowledge')).toHaveLength(1);
  expect(repeatedSentences()).toEqual([]);
  await expectAccessible();
  await page.getByRole('button', { name: 'Open the conversation' }).click();
  await expect.poll(() => location.hash).toBe(`#/conversations/${idOf(1)}`);
});

/** The fields of a confirmation, by the kind of the environment and the action. */
const levels = [
  ['sandbox', 'EXPIRE', []],
  ['sandbox', 'DELETE_DATA', []],
  ['test', 'EXPIRE', ['reason', 'person']],
  ['test', 'DELETE_DATA', ['reason', 'person', 'loss']],
  ['production', 'EXPIRE', ['reason', 'person', 'identity', 'name']],
  ['production', 'DELETE_DATA', ['reason', 'person', 'loss', 'identity', 'name']],
] as const;

const fill = {
  reason: () => asked.reason.selectOptions('duplicate'),
  person: () => asked.person.click(),
  loss: () => asked.loss.click(),
  identity: () => asked.identity.fill('4711'),
  name: () => asked.name.fill('Acme live'),
};

const empty = {
  reason: () => asked.reason.selectOptions(''),
  person: () => asked.person.click(),
  loss: () => asked.loss.click(),
  identity: () => asked.identity.fill(''),
  name: () => asked.name.fill('acme live'),
};

test.each(levels)('%s, %s: everything asked for has to be given', async (kind, mode, steps) => {
  const environment = { sandbox, test: acme, production: live }[kind];
  const { bridge } = await openDeletion(environment, environment === live ? typedInProduction : {});
  await previewOne(idOf(1), mode);
  const button = send(environment, mode);
  for (const [what, element] of Object.entries(asked)) {
    const isAsked = steps.some((step) => step === what) || what === 'reason';
    expect(element.query() !== null, what).toBe(isAsked);
  }
  for (const step of steps) {
    await expect.element(button).toBeDisabled();
    await fill[step]();
  }
  // Each alone keeps it from being sent.
  for (const step of steps) {
    await empty[step]();
    await expect.element(button).toBeDisabled();
    await fill[step]();
  }
  await expectAccessible();
  await button.click();
  await expect.element(requestRegion).toBeVisible();
  expect(bridge.inputs('deletion.run')).toEqual([
    {
      environmentId: environment.id,
      previewId: expect.any(String),
      reason: environment === sandbox ? 'test-data' : 'duplicate',
      ...(environment === live && { confirmation: 'Acme live', identity: '4711' }),
    },
  ]);
});

test('in production Enter in the field of the name sends nothing, and main has the last word on what was typed', async () => {
  const { bridge } = await openDeletion(live, typedInProduction);
  bridge.answer({
    'deletion.run': failing({ code: 'confirmation-mismatch', message: 'They were not typed exactly.' }),
  });
  await previewOne();
  await confirmPerson();
  await asked.identity.fill('nope');
  await asked.name.fill('Acme live');
  await press('Enter');
  await press('Enter');
  expect(bridge.inputs('deletion.run')).toEqual([]);
  await send(live).click();
  await expect.element(page.getByRole('alert').getByText('They were not typed exactly.')).toBeVisible();
  await expect.element(requestRegion).not.toBeInTheDocument();
});

test('a double click and a repeated Enter send one request', async () => {
  const { bridge } = await openDeletion();
  await previewOne();
  await confirmPerson();
  await send(acme).dblClick();
  await press('Enter');
  await press('Enter');
  await expect.element(requestRegion).toBeVisible();
  expect(bridge.inputs('deletion.run')).toHaveLength(1);
});

test.each([
  ['EXPIRE', 'ConversationAlreadyFinished', 'DELETE_DATA'],
  ['DELETE_DATA', 'ConversationNotYetFinished', 'EXPIRE'],
  ['DELETE_DATA', 'ActiveSubscriptionExists', undefined],
] as const)('%s, %s: a conflict is explained once, with what to do', async (mode, statusDetail, other) => {
  const { bridge } = await openDeletion(acme, {
    expectation: 'refused',
    statusDetail,
    sentences: ['The service will refuse it now.', 'Do the other thing first.'],
  });
  await previewOne(idOf(1), mode);
  await expect.element(previewRegion.getByText('The service will refuse it now.')).toBeVisible();
  await expect.element(send(acme, mode)).not.toBeInTheDocument();
  expect(repeatedSentences()).toEqual([]);
  await expectAccessible();
  const instead = previewRegion.getByRole('button', { name: /^Preview “/ });
  if (other === undefined) {
    await expect.element(instead).not.toBeInTheDocument();
    return;
  }
  await instead.click();
  await expect.poll(() => bridge.inputs('deletion.preview').at(-1)?.mode).toBe(other);
  await expect.element(modeChoice(other)).toBeChecked();
});

test('where the environment can end monitoring, a run of two steps is prepared instead', async () => {
  const { bridge } = await openDeletion(
    newEnvironment('acme-test', { name: 'Acme test', endMonitoring: true }),
    { expectation: 'refused', statusDetail: 'ActiveSubscriptionExists', sentences: ['Monitoring is on.'] },
  );
  bridge.answer({ 'deletionRuns.prepare': failing({ code: 'busy' }) });
  await previewOne(idOf(1), 'DELETE_DATA');
  await page.getByRole('button', { name: /^Preview “End AML monitoring/ }).click();
  await expect
    .poll(() => bridge.inputs('deletionRuns.prepare'))
    .toEqual([{ environmentId: 'acme-test', mode: 'DELETE_DATA', from: { ids: [idOf(1)] } }]);
});

test('what cannot be read is expired after a confirmation of its own', async () => {
  const { bridge } = await openDeletion(acme, {
    expectation: 'unknown',
    sentences: ['Whose data it holds could not be checked.'],
    unreadable: { code: 'server-error', message: 'The service failed (500).', retryable: true },
  });
  await previewOne();
  await expect.element(previewRegion.getByText('The service failed (500).')).toBeVisible();
  await expectAccessible();
  await asked.reason.selectOptions('test-data');
  await expect.element(send(acme)).toBeDisabled();
  await asked.unread.click();
  await send(acme).click();
  await expect.element(requestRegion).toBeVisible();
  expect(bridge.inputs('deletion.run')).toMatchObject([{ unread: true, reason: 'test-data' }]);
});

test('in a read-only environment a deletion can be previewed but not sent', async () => {
  await openDeletion(newEnvironment('acme-test', { name: 'Acme test', readOnly: true }));
  await previewOne(idOf(1), 'DELETE_DATA');
  await expect
    .element(previewRegion.getByText('This environment is read-only in this console.'))
    .toBeVisible();
  await expect.element(send(acme, 'DELETE_DATA')).not.toBeInTheDocument();
  await expectAccessible();
});

test('data that is gone is no failure', async () => {
  const { bridge } = await openDeletion();
  bridge.answer({ 'deletion.preview': failing({ code: 'gone', message: 'The service has it no longer.' }) });
  await conversationField.fill(idOf(1));
  await previewButton.click();
  const nothingLeft = page.getByRole('region', { name: 'Nothing left to delete' });
  await expect.element(nothingLeft.getByText('The service has it no longer.')).toBeVisible();
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
});

test('with the keyboard only, from the field to the request', async () => {
  const { bridge } = await openDeletion();
  await tabTo(/^Conversation$/);
  await userEvent.keyboard(idOf(1));
  await tabTo(/^Expire/);
  await press('ArrowRight');
  await tabTo(/^Preview$/);
  await press('Enter');
  await expect.element(previewRegion).toBeVisible();
  await tabTo(/^Reason/);
  await userEvent.keyboard('Test');
  await tabTo(/^I have checked/);
  await press(' ');
  await tabTo(/^I know that/);
  await press(' ');
  await tabTo(/^Delete data in Acme test$/);
  await press('Enter');
  await expect.element(requestRegion).toBeVisible();
  expect(bridge.inputs('deletion.preview')).toMatchObject([{ mode: 'DELETE_DATA' }]);
  expect(bridge.inputs('deletion.run')).toMatchObject([{ reason: 'test-data' }]);
});

test('after one deletion the form begins again with Expire', async () => {
  const { deletions } = await openDeletion();
  await previewOne(idOf(1), 'DELETE_DATA');
  await confirmPerson();
  await asked.loss.click();
  await send(acme, 'DELETE_DATA').click();
  await expect.element(requestRegion).toBeVisible();
  deletions.change(idOf(1), { phase: 'settled', outcome: 'confirmed', message: 'The data is deleted.' });
  await expect.element(requestRegion.getByText('Deleted', { exact: true })).toBeVisible();
  // There is nothing left to open.
  await expect.element(page.getByRole('button', { name: 'Open the conversation' })).not.toBeInTheDocument();
  await expect.element(modeChoice('DELETE_DATA')).toBeChecked();
  await conversationField.fill(idOf(2));
  await expect.element(modeChoice('EXPIRE')).toBeChecked();
});

test('an outcome that is not known is checked until one stops it, and checked again', async () => {
  const { bridge, deletions } = await openDeletion();
  await previewOne();
  await confirmPerson();
  await send(acme).click();
  await expect.element(requestRegion).toBeVisible();
  deletions.change(idOf(1), {
    phase: 'checking',
    outcome: 'unknown',
    message: 'It is not known whether the conversation was expired.',
    nextReadAt: new Date(Date.now() + 60_000).toISOString(),
  });
  await expect.element(requestRegion.getByText(/^It is not known/)).toBeVisible();
  await expect.element(requestRegion.getByText(/^Next check in \d+ s$/)).toBeVisible();
  await expectAccessible();
  await page.getByRole('button', { name: 'Stop checking' }).click();
  await page.getByRole('button', { name: 'Check again' }).click();
  await expect.element(page.getByRole('button', { name: 'Stop checking' })).toBeVisible();
  expect(bridge.inputs('deletion.check')).toHaveLength(1);
  deletions.change(idOf(1), { phase: 'settled', outcome: 'confirmed', message: 'It is expired.' });
  await expect.element(requestRegion.getByText('Expired', { exact: true })).toBeVisible();
  expect(repeatedSentences()).toEqual([]);
});

/** The outcomes that are no success, and the term for each. */
const others: readonly (readonly [term: string, Partial<DeletionView>])[] = [
  ['Refused', { outcome: 'refused', statusDetail: 'ConversationAlreadyFinished' }],
  ['Not expired', { outcome: 'finished' }],
  ['Failed', { outcome: 'not-done', failure: { code: 'forbidden', message: 'No.', retryable: false } }],
  ['Already gone', { outcome: 'not-done', failure: { code: 'gone', message: 'Gone.', retryable: false } }],
  ['Accepted, not confirmed', { outcome: 'accepted', phase: 'unsettled' }],
  ['Unknown', { outcome: 'unknown', phase: 'unsettled' }],
];

test.each(others)('%s: it is shown at its own address, without a new request', async (term, change) => {
  const deletion = newDeletion({
    conversationId: idOf(1),
    phase: 'settled',
    message: 'Main says what came of it.',
    ...change,
  });
  const deletions = new FakeDeletions();
  deletions.deletions = [deletion];
  const { bridge } = await openWindow(deletions.replies(), {
    hash: `#/deletion/${idOf(1)}`,
    environments: [acme],
  });
  deletions.connect(bridge);
  await expect.element(requestRegion.getByText(term, { exact: true })).toBeVisible();
  await expect.element(requestRegion.getByText('Main says what came of it.')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Preview again' })).toBeVisible();
  expect(repeatedSentences()).toEqual([]);
  expect(bridge.inputs('deletion.preview')).toEqual([]);
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect.element(requestRegion).not.toBeInTheDocument();
});

test('the field accepts a callback body, and reports the id of a callback itself', async () => {
  const { bridge } = await openDeletion();
  const callbackId = '11111111-2222-4333-8444-555555555555';
  await conversationField.fill(
    JSON.stringify({
      id: callbackId,
      target: 'CONVERSATION',
      event: 'FINISHED',
      payload: { conversation: { id: idOf(3) } },
    }),
  );
  await expect.element(page.getByText(/This is a callback/)).toBeVisible();
  await expectAccessible();
  await previewButton.click();
  await expect.element(previewRegion).toBeVisible();
  await expect.element(conversationField).toHaveValue(idOf(3));
  expect(bridge.inputs('deletion.preview')).toMatchObject([{ conversationId: idOf(3) }]);
  await conversationField.fill(callbackId);
  await expect.element(page.getByText(/is a callback’s own id, seen earlier/)).toBeVisible();
  await expect.element(previewButton).toBeDisabled();
});

test('a user key of the list is taken for its conversation', async () => {
  const { bridge } = await openDeletion();
  bridge.answer({ 'cases.search': () => ({ matches: [{ by: 'user-key', row: newRow(1) }] }) });
  await conversationField.fill('user-1');
  await expect.element(page.getByText('One case has this user key.')).toBeVisible();
  await previewButton.click();
  await expect.element(previewRegion).toBeVisible();
  await expect.element(conversationField).toHaveValue(idOf(1));
});

test('recently opened conversations are offered', async () => {
  const { bridge } = await openWindow(
    {
      ...new FakeDeletions().replies(),
      'conversations.recent': () => ({
        recent: [{ environmentId: 'acme-test', conversationId: idOf(2), openedAt: '2026-01-15T12:00:00Z' }],
      }),
    },
    { hash: '#/deletion', environments: [acme] },
  );
  await page.getByRole('button', { name: idOf(2) }).click();
  await expect.element(previewRegion).toBeVisible();
  expect(bridge.inputs('deletion.preview')).toMatchObject([{ conversationId: idOf(2), mode: 'EXPIRE' }]);
});

test('a deletion continues after leaving its page, is shown meanwhile, and its result is there on return', async () => {
  const { deletions } = await openDeletion(acme, {}, `#/deletion/${idOf(1)}`);
  const chip = page.getByRole('button', { name: /^Console status: / });
  const pages = page.getByRole('navigation', { name: 'Pages' });
  const conditions = page.getByRole('dialog', { name: 'Console status' });
  await confirmPerson();
  await send(acme).click();
  await expect.element(requestRegion).toBeVisible();
  await pages.getByRole('button', { name: 'Cases' }).click();
  await expect.element(chip.getByText('Expiry: sending')).toBeVisible();
  await chip.click();
  await expect
    .element(conditions.getByText(`${modeTexts.EXPIRE.doing} in Acme test: The request was sent.`))
    .toBeVisible();
  await expectAccessible();
  await userEvent.keyboard('{Escape}');
  await pages.getByRole('button', { name: 'Deletion' }).click();
  const requests = page.getByRole('region', { name: 'Requests' });
  await requests.getByRole('button', { name: 'View' }).click();
  await expect.element(requestRegion.getByText('Sending')).toBeVisible();
  await expect.element(conversationField).toHaveValue(idOf(1));
  await pages.getByRole('button', { name: 'Cases' }).click();
  deletions.change(idOf(1), { phase: 'settled', outcome: 'confirmed', message: 'It is expired.' });
  await expect.element(chip.getByText('Expiry: expired')).toBeVisible();
  await chip.click();
  await conditions.getByRole('button', { name: 'View' }).click();
  await expect.element(requestRegion.getByText('Expired', { exact: true })).toBeVisible();
  await pages.getByRole('button', { name: 'Cases' }).click();
  await expect.element(chip.getByText(/^Expiry/)).not.toBeInTheDocument();
});

test('data that is kept on purpose or must still be kept is deleted with a reason only', async () => {
  const { bridge } = await openDeletion(sandbox, {
    ...{ status: 'FINISHED', early: { held: 1, early: 0, unknown: 0 } },
  });
  await previewOne(idOf(1), 'DELETE_DATA');
  await expect.element(page.getByText('1 kept on purpose.')).toBeVisible();
  await expect.element(send(sandbox, 'DELETE_DATA')).toBeDisabled();
  await page.getByLabelText('Why is this data deleted now?').fill(' The case is closed ');
  await send(sandbox, 'DELETE_DATA').click();
  await expect
    .poll(() => bridge.inputs('deletion.run'))
    .toMatchObject([{ earlyReason: 'The case is closed' }]);
});
