import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { CreationSetup, UnsettledCreation } from '../../../preload/contract/creation.ts';
import { expectAccessible } from '../access.ts';
import { FakeCases, finished, idOf, newRow } from '../cases.ts';
import { newEnvironment } from '../environments.ts';
import { failing, type Replies } from '../fake-bridge.ts';
import { expectMissing } from '../forms.ts';
import { asAuditor } from '../team.ts';
import { type OpenedWindow, openWindow } from '../window.tsx';

const userKey = page.getByLabelText('User key', { exact: true });
const json = page.getByLabelText('Request as JSON');
const create = page.getByRole('button', { name: /^Create in/ });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const text = (words: string | RegExp) => expect.element(page.getByText(words).first()).toBeVisible();
const address = 'https://acme.example/conversation/1';

/** The form; what is created, its templates and its texts are kept as main keeps them. */
function openForm(replies: Replies = {}, environments = [newEnvironment('acme', { name: 'Acme test' })]) {
  let setup: CreationSetup = { templates: [], defaults: {} };
  let unsettled: UnsettledCreation[] = [];
  return openWindow(
    {
      ...new FakeCases([newRow(1)]).replies(),
      'creation.setup': () => setup,
      'creation.unsettled': () => ({ unsettled }),
      'creation.settle': ({ id }) => {
        unsettled = unsettled.filter((one) => one.id !== id);
        return { unsettled };
      },
      'creation.saveTemplate': ({ name, request }) => {
        setup = { ...setup, templates: [...setup.templates, { id: name, name, request }] };
        return setup;
      },
      'creation.removeTemplate': () => {
        setup = { ...setup, templates: [] };
        return setup;
      },
      'creation.saveMailText': ({ mailText }) => {
        const { mailText: _, ...rest } = setup;
        setup = mailText === '' ? rest : { ...rest, mailText };
        return setup;
      },
      'creation.create': ({ request }) => {
        const { conversation, notes } = finished({ conversationId: idOf(1), environmentId: 'acme' });
        return {
          conversation: { ...conversation, status: 'CREATED', userKey: request.userKey, url: address },
          notes,
        };
      },
      'cases.watch': () => ({ affected: 1 }),
      ...replies,
    },
    { hash: '#/creation', environments },
  );
}

async function createOne(): Promise<void> {
  await userKey.fill('customer-1');
  await page.getByLabelText('Return address').first().fill('https://shop.example/back');
  await create.click();
}

async function openCreated(replies: Replies = {}): Promise<OpenedWindow> {
  const opened = await openForm(replies);
  await createOne();
  await expect.element(page.getByRole('heading', { level: 1, name: 'Conversation created' })).toBeVisible();
  return opened;
}

test('its address is shown with a QR code, it is watched, and its case opened', async () => {
  const { bridge } = await openCreated();
  await expect.element(page.getByRole('img', { name: 'QR code of the address' })).toBeVisible();
  await text(address);
  await expectAccessible();
  await button('Watch until it is final').click();
  await expect.element(button('Watched')).toBeVisible();
  expect(bridge.inputs('cases.watch')).toMatchObject([{ selection: { ids: [idOf(1)] }, watched: true }]);
  await button('Open the case').click();
  await expect.poll(() => location.hash).toContain(`conversations/${idOf(1)}`);
});

test('it leads to its headless flow', async () => {
  await openCreated({
    'headless.flows': () => ({ flows: [] }),
    'headless.view': () => ({}),
    'headless.conversation': failing({ code: 'not-found' }),
  });
  await button('Start headless flow').click();
  await expect.poll(() => location.hash).toContain(`headless/${idOf(1)}`);
});

test('an address that is none is said, not linked', async () => {
  await openCreated({
    'creation.create': () => {
      const { conversation, notes } = finished({ conversationId: idOf(1), environmentId: 'acme' });
      return { conversation: { ...conversation, url: 'javascript:alert(1)' }, notes };
    },
  });
  await text('The response’s address is not a web address.');
  expect(document.querySelectorAll('a[href^="javascript"]')).toHaveLength(0);
});

test('the text of the mail is changed, needs the address, and goes back to the console’s own', async () => {
  const { bridge } = await openCreated();
  await button('Change').click();
  const mailText = page.getByLabelText('Mail text');
  await mailText.fill('Bitte öffnen Sie');
  await expectMissing(button('Save text'), 'The text needs {address}.');
  await mailText.fill('Bitte öffnen Sie {address}');
  await expectAccessible();
  await button('Save text').click();
  await text(`Bitte öffnen Sie ${address}`);
  await button('Change').click();
  await button('Use Assay’s own text').click();
  await text(/^Hello,/);
  expect(bridge.inputs('creation.saveMailText').map(({ mailText: saved }) => saved)).toEqual([
    'Bitte öffnen Sie {address}',
    '',
  ]);
});

test('another like it needs a decision where the same request was sent before', async () => {
  const { bridge } = await openCreated();
  bridge.answer({
    'creation.create': failing({
      code: 'creation-repeated',
      message: 'The same request was sent less than 5 minutes ago and created one.',
      details: { outcome: 'created', conversationId: idOf(1) },
    }),
  });
  await button('Create another like this').click();
  await expect.element(userKey).toHaveValue('customer-1');
  await create.click();
  await text('The same request was sent less than 5 minutes ago and created one.');
  await expect.element(button('Open that conversation')).toBeVisible();
  await expectAccessible();
  await button('Create a second one').click();
  await expect
    .poll(() => bridge.inputs('creation.create').map(({ again }) => again))
    .toEqual([false, false, true]);
});

test('a request that is still under way is not offered a second time', async () => {
  await openForm({
    'creation.create': failing({
      code: 'creation-repeated',
      message: 'The same request is being sent.',
      details: { outcome: 'running' },
    }),
  });
  await createOne();
  await text('The same request is being sent.');
  await expect.element(button('Create a second one')).not.toBeInTheDocument();
});

test('a second click creates no second one, and its outcome is there after another page', async () => {
  const answer = Promise.withResolvers<void>();
  const { bridge } = await openForm({
    'creation.create': async () => {
      await answer.promise;
      const { conversation, notes } = finished({ conversationId: idOf(1), environmentId: 'acme' });
      return { conversation: { ...conversation, url: address }, notes };
    },
  });
  await expect.element(create).toBeVisible();
  const clicked = create.element() as HTMLButtonElement;
  clicked.click();
  clicked.click();
  location.hash = '#/calls';
  await expect.element(page.getByRole('heading', { level: 1, name: 'Calls' })).toBeVisible();
  answer.resolve();
  location.hash = '#/creation';
  await text(address);
  expect(bridge.inputs('creation.create')).toHaveLength(1);
});

test('a request of unknown outcome is listed until it is settled', async () => {
  const { bridge } = await openForm({
    'creation.create': failing({ code: 'outcome-unknown', message: 'The connection ended.' }),
  });
  await expect.poll(() => bridge.inputs('creation.unsettled')).toHaveLength(1);
  bridge.answer({ 'creation.unsettled': () => ({ unsettled: [{ id: 'u1', sentAt: 0 }] }) });
  await create.click();
  await text('The connection ended.');
  await userKey.fill('customer-2');
  await text('It is not known whether a request created a conversation.');
  await expectAccessible();
  bridge.answer({ 'creation.unsettled': () => ({ unsettled: [] }) });
  await button('Mark as settled').click();
  await expect.element(page.getByText('It is not known whether a request created')).not.toBeInTheDocument();
  expect(bridge.inputs('creation.settle')).toEqual([{ environmentId: 'acme', id: 'u1' }]);
});

test('templates are saved, filled in, and removed', async () => {
  const { bridge } = await openForm();
  await page.getByLabelText('Strategy').first().fill('default:identity');
  await button('Save as template').click();
  await page.getByLabelText('Save the request as a template').fill('Short');
  await button('Save template').click();
  const template = page.getByRole('combobox', { name: 'Template', exact: true });
  await expect.element(template).toBeVisible();
  await button('Clear').click();
  await expect.element(page.getByLabelText('Strategy').first()).toHaveValue('');
  await userKey.fill('customer-3');
  await template.click();
  await page.getByRole('option', { name: 'Short' }).click();
  await expect.element(userKey).toHaveValue('customer-3');
  await expect.element(page.getByLabelText('Strategy').first()).toHaveValue('default:identity');
  await button('Remove template').click();
  await expect.element(template).not.toBeInTheDocument();
  expect(bridge.inputs('creation.saveTemplate')).toMatchObject([
    { name: 'Short', request: { strategy: 'default:identity' } },
  ]);
});

test('data to verify is in the request at its place', async () => {
  await openForm();
  await page.getByRole('checkbox', { name: 'Verify' }).click();
  await page.getByLabelText('First name').fill('Canarina');
  await page.getByLabelText('Last name').fill('Specimen');
  await page.getByLabelText('Passport number').fill('PA1234567');
  await expectAccessible();
  await expect
    .poll(() => JSON.parse((json.element() as HTMLTextAreaElement).value).query.verify)
    .toEqual({
      user: {
        person: {
          name: { firstName: 'Canarina', lastName: 'Specimen' },
          ids: { passport: { id: 'PA1234567' } },
        },
      },
    });
});

test('the sandbox has an example, and its address says where the user plays', async () => {
  await openForm({}, [newEnvironment('sandbox', { name: 'Sandbox', kind: 'sandbox' }, { builtIn: true })]);
  await button('Fill in the example').click();
  await text(/^For example: https:\/\/sandbox\.example\/returned\//);
  await expect.element(userKey).toHaveValue('example-1');
  await create.click();
  await text('Open it in a browser on this computer to act as the user.');
});

test('the same again, from a case', async () => {
  await openForm();
  location.hash = `#/conversations/${idOf(1)}`;
  await expect.element(page.getByRole('heading', { level: 1, name: /^masked|^No name/ })).toBeVisible();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'New conversation…' }).click();
  await expect
    .poll(() => JSON.parse((json.element() as HTMLTextAreaElement).value))
    .toEqual({ userKey: 'user-1', query: { identity: {} } });
});

test('an auditor of a team is offered no new conversation, and told why', async () => {
  await openForm(asAuditor);
  await text('As auditor of the team you may not do that.');
  await expect.element(create).not.toBeInTheDocument();
});
