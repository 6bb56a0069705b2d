import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { HeadlessPage } from '../../../preload/contract/service/headless.ts';
import { bothSchemes, expectAccessible } from '../access.ts';
import { finished } from '../cases.ts';
import { newEnvironment } from '../environments.ts';
import { chooseFile, dropFile } from '../files.ts';
import { expectMissing } from '../forms.ts';
import { announcements, expectSaid } from '../live-regions.ts';
import { asAuditor } from '../team.ts';
import { press } from '../window.tsx';
import {
  address,
  codeStep,
  consentStep,
  conversationId,
  emailStep,
  endStep,
  FakeFlow,
  field,
  openFlow,
  openStep,
  read,
  send,
} from './fake-flow.ts';

const text = (words: string | RegExp) => expect.element(page.getByText(words).first()).toBeVisible();
const sent = ({ bridge }: Awaited<ReturnType<typeof openFlow>>) =>
  bridge.inputs('headless.submit').map(({ next, args }) => ({ next, args: JSON.parse(args) }));

test('an address that is none is refused in the window', async () => {
  const { bridge } = await openFlow(new FakeFlow(emailStep));
  await expect.element(read).toBeEnabled();
  await address.fill('not an address');
  await expectMissing(read, 'Enter an IPv4 or IPv6 address');
  expect(bridge.inputs('headless.read')).toEqual([]);
});

test('an answer that is refused is announced, and again', async () => {
  const flow = new FakeFlow(emailStep);
  flow.judge = () => [{ field: 'email', code: 'INVALID_FORMAT' }];
  await openStep(flow);
  await field('Email address').fill('nobody');
  const announced = announcements();
  for (let times = 0; times < 2; times += 1) {
    await send.click();
    await expectSaid(announced, /Incorrect fields. Step: /);
  }
});

test('by keyboard from step to step to the end, with the focus on what is asked', async () => {
  const flow = new FakeFlow(emailStep, codeStep, consentStep);
  const opened = await openFlow(flow);
  await expect.element(read).toBeEnabled();
  await address.fill('203.0.113.7');
  await userEvent.keyboard('{Enter}');
  await expect.element(field('Email address')).toHaveFocus();
  await userEvent.keyboard('ada@specimen.example{Enter}');
  await expect.element(field('One-time code')).toHaveFocus();
  await text('Conversation: Created → In progress');
  await userEvent.keyboard('123456{Enter}');
  await page.getByRole('radio', { name: 'Yes' }).click();
  await send.click();
  await text('End of the flow');
  await text('It is final and is not read again.');
  await text('Conversation: In progress → Finished');
  expect(opened.bridge.inputs('headless.read')).toMatchObject([{ userIp: '203.0.113.7' }]);
  expect(sent(opened)).toEqual([
    { next: 'p1', args: { email: 'ada@specimen.example' } },
    { next: 'p2', args: { otp: '123456' } },
    { next: 'p3', args: { consent: 'yes' } },
  ]);
  await page.getByRole('button', { name: 'Transcript', exact: true }).click();
  await text('3 requests of this session.');
  await expectAccessible();
  await page.getByRole('button', { name: 'Open the case' }).first().click();
  await expect.poll(() => location.hash).toContain(`conversations/${conversationId}`);
});

test('nothing is sent while a value is missing, and a refused one stays with the reason', async () => {
  const flow = new FakeFlow(emailStep, codeStep);
  flow.judge = ({ email }) => (email === 'nobody' ? [{ field: 'email', code: 'INVALID_FORMAT' }] : []);
  const opened = await openStep(flow);
  await send.click();
  await text('Enter a value. To send it empty, use JSON.');
  expect(sent(opened)).toEqual([]);
  await field('Email address').fill('nobody');
  await userEvent.keyboard('{Enter}');
  await text('Invalid format: The value is not in the form');
  await expect.element(field('Email address')).toHaveFocus();
  await expect.element(field('Email address')).toHaveValue('nobody');
  await expectAccessible(bothSchemes);
  await field('Email address').fill('ada@specimen.example');
  await userEvent.keyboard('{Enter}');
  await expect.element(field('One-time code')).toBeVisible();
  await text('Incorrect fields');
});

test('an error of no field of the step is listed', async () => {
  const flow = new FakeFlow(emailStep);
  flow.judge = () => [{ field: 'other', code: 'INVALID_OTP' }];
  await openStep(flow);
  await field('Email address').fill('ada@specimen.example');
  await send.click();
  await expect
    .element(page.getByRole('list', { name: 'Other errors' }).getByText('Wrong code'))
    .toBeVisible();
});

test('choices are offered by their names', async () => {
  const opened = await openStep(
    new FakeFlow({ component: 'COUNTRY/SELECT', next: 'p1', args: { country: ['PL', 'DE'] } }, endStep),
  );
  await page.getByRole('radio', { name: 'Poland (PL)' }).click();
  await send.click();
  await text('End of the flow');
  expect(sent(opened)).toEqual([{ next: 'p1', args: { country: 'PL' } }]);
});

test('a step that asks for nothing is continued', async () => {
  const opened = await openStep(new FakeFlow({ component: 'PROCESS/WAIT', next: 'p1', args: [] }));
  await text('This step asks for nothing.');
  await page.getByRole('button', { name: 'Continue in Acme test' }).click();
  await text('End of the flow');
  expect(sent(opened)).toEqual([{ next: 'p1', args: {} }]);
});

const photos: HeadlessPage = {
  component: 'DOCUMENT/UPLOAD',
  next: 'p1',
  args: {
    front: { type: 'file', accept: ['image/png'], maxBytes: 8_400_000 },
    back: { type: 'file', accept: ['image/png'], maxBytes: 8_400_000 },
  },
};

const png = async (name: string) => {
  const canvas = new OffscreenCanvas(60, 40);
  canvas.getContext('2d');
  return new File([await canvas.convertToBlob()], name, { type: 'image/png' });
};

test('files are chosen and dropped, checked by their content and size, and shown on request', async () => {
  const { bridge } = await openStep(new FakeFlow(photos, endStep));
  const front = page.getByRole('group', { name: 'Front of the document' });
  const back = page.getByRole('group', { name: 'Back of the document' });
  await send.click();
  await text('Choose a file. To send none, use JSON.');
  const choose = async (file: File) => chooseFile(front.element().querySelector('input[type=file]'), file);
  await choose(new File(['<html>not a picture</html>'], 'page.png'));
  await text('This file was not added: its content is text/html.');
  await choose(new File([new Uint8Array(9 * 1024 * 1024)], 'large.png'));
  await text('This file was not added: it is 9.4 MB. The limit is 8.4 MB.');
  await choose(await png('front.png'));
  await expect.element(front.getByText('image/png')).toBeVisible();
  await front.getByRole('button', { name: 'Show personal data' }).click();
  await expect.element(front.getByRole('img', { name: 'Front of the document' })).toBeVisible();
  dropFile(back.element(), await png('back.png'));
  await expect.element(back.getByText('60 × 40')).toBeVisible();
  await expectAccessible(bothSchemes);
  await send.click();
  await text('End of the flow');
  expect(bridge.inputs('headless.submit').at(-1)?.files).toEqual([
    { name: 'front', fileId: 'file-front', form: 'base64' },
    { name: 'back', fileId: 'file-back', form: 'base64' },
  ]);
});

test('a window of 640 pixels needs no scrolling to the side', async () => {
  await page.viewport(640, 400);
  await openStep(new FakeFlow(photos));
  await expect.poll(() => document.documentElement.scrollWidth - window.innerWidth).toBeLessThanOrEqual(0);
  await expectAccessible();
  await page.viewport(1280, 800);
});

test('an unknown component is answered as JSON, with the fields that the service describes', async () => {
  const opened = await openStep(
    new FakeFlow(
      { component: 'CARD/CHECK', next: 'p1', args: { cardNumber: '', tier: { options: ['G', 'S'] } } },
      endStep,
    ),
  );
  await text('The console has no form for this component.');
  const json = field('Values by field, as JSON');
  expect(JSON.parse((json.element() as HTMLTextAreaElement).value)).toEqual({ cardNumber: '', tier: '' });
  await expectAccessible(bothSchemes);
  await json.fill('{"cardNumber": "1"');
  await expectMissing(send, 'Not valid JSON');
  await json.fill('{"cardNumber": "1", "tier": "G"}');
  await page.getByText('Fields', { exact: true }).click();
  await expect.element(field('Card number')).toHaveValue('1');
  await send.click();
  await text('End of the flow');
  expect(sent(opened)).toEqual([{ next: 'p1', args: { cardNumber: '1', tier: 'G' } }]);
});

test('production asks for its name before the first answer, once', async () => {
  const flow = new FakeFlow(emailStep, codeStep);
  flow.confirmation = 'Acme live';
  const { bridge } = await openStep(flow, {
    environments: [newEnvironment('acme', { name: 'Acme live', kind: 'production' })],
  });
  await field('Email address').fill('ada@specimen.example');
  // Enter does not send it.
  await userEvent.keyboard('{Enter}');
  await text('This is production');
  const confirm = page.getByRole('button', { name: 'Send the answer in Acme live' });
  await expectMissing(confirm, 'Type it exactly as it is shown.');
  await expectAccessible(['dark']);
  expect(bridge.inputs('headless.submit')).toEqual([]);
  await field('Type Acme live to confirm').fill('Acme live');
  await confirm.click();
  await field('One-time code').fill('123456');
  await userEvent.keyboard('{Enter}');
  await text('End of the flow');
  expect(bridge.inputs('headless.submit').map(({ confirmation }) => confirmation)).toEqual([
    'Acme live',
    undefined,
  ]);
});

test('from a case, and back to the list of flows, by shortcut', async () => {
  await openFlow(new FakeFlow(emailStep).keep(), {
    hash: '#/headless',
    replies: {
      'conversations.open': (input) => {
        const opened = finished(input);
        return { ...opened, conversation: { ...opened.conversation, status: 'IN_PROGRESS' } };
      },
    },
  });
  location.hash = `#/conversations/${conversationId}`;
  await page.getByRole('button', { name: 'More actions' }).click();
  await expect.element(page.getByRole('menuitem', { name: 'Headless flow' })).toBeVisible();
  await press('Escape');
  await press('Control+k');
  await userEvent.keyboard('Open its headless');
  await expect.element(page.getByRole('option', { name: /Open its headless flow/ })).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('heading', { level: 1, name: 'Headless flow' })).toHaveFocus();
  await press('Control+Shift+H');
  await expect.element(page.getByRole('heading', { level: 2, name: 'Continue' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: conversationId })).toBeVisible();
});

test('an auditor of a team reads a step, is offered no answer, and is told why', async () => {
  await openStep(new FakeFlow(emailStep), { replies: asAuditor });
  await text('As auditor of the team you may not answer for the person.');
  await expect.element(field('Email address')).toBeVisible();
  await expect.element(send).not.toBeInTheDocument();
  await expectAccessible(bothSchemes);
});
