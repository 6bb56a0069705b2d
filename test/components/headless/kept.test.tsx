import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { FailureView } from '../../../preload/contract/envelope.ts';
import type { HeadlessPage } from '../../../preload/contract/service/headless.ts';
import { expectAccessible } from '../access.ts';
import { newEnvironment } from '../environments.ts';
import { announcements, expectSaid } from '../live-regions.ts';
import {
  address,
  codeStep,
  conversationId,
  emailStep,
  FakeFlow,
  field,
  openFlow,
  openStep,
  read,
  send,
} from './fake-flow.ts';

const text = (words: string | RegExp) => expect.element(page.getByText(words).first()).toBeVisible();
const refusal = (code: FailureView['code'], message = 'The service refused it.'): FailureView => ({
  code,
  message,
  retryable: false,
});
const remove = page.getByRole('button', { name: 'Remove this flow' });

test('a flow that was begun before is continued from the list, and its unknown outcome is said', async () => {
  const flow = new FakeFlow(emailStep, codeStep).keep();
  flow.lost = 'arrived';
  await openFlow(flow, { hash: '#/headless' });
  await text('Outcome unknown');
  await expectAccessible();
  await page.getByRole('button', { name: conversationId }).click();
  await text('It is not known whether the last answer arrived.');
  await address.fill('203.0.113.7');
  await read.click();
  await text('The answer arrived: the flow has moved on.');
  await expect.element(field('One-time code')).toBeVisible();
});

test('the flow whose outcome is unknown is removed only after a question', async () => {
  const flow = new FakeFlow(emailStep).keep();
  flow.lost = 'arrived';
  const { bridge } = await openFlow(flow);
  await remove.click();
  const question = page.getByRole('dialog', { name: /^Remove a flow/ });
  await expect
    .element(question.getByText('nothing warns you before you answer that step again'))
    .toBeVisible();
  await expectAccessible();
  await question.getByRole('button', { name: 'Keep the flow' }).click();
  await expect.element(question).not.toBeInTheDocument();
  expect(bridge.inputs('headless.forget')).toEqual([]);
  await remove.click();
  const announced = announcements();
  await question.getByRole('button', { name: 'Remove it' }).click();
  await expect
    .element(page.getByRole('heading', { level: 2, name: 'Walk through a conversation' }))
    .toBeVisible();
  expect(bridge.inputs('headless.forget')).toMatchObject([{ unsettled: true }]);
  await expectSaid(announced, /Flow removed/);
});

test.each([
  ['not-arrived', 'The service still shows the same step'],
  ['arrived', 'The answer arrived: the flow has moved on.'],
] as const)('an answer of unknown outcome that had %s is settled by reading the step', async (lost, said) => {
  const flow = new FakeFlow(emailStep, codeStep);
  await openStep(flow);
  flow.failing = {
    failure: refusal('outcome-unknown', 'It is not known whether the page was submitted.'),
    lost,
  };
  await field('Email address').fill('ada@specimen.example');
  await send.click();
  await text('It is not known whether the page was submitted');
  await expect.element(send).toBeDisabled();
  await expectAccessible();
  await read.click();
  await text(said);
  if (lost === 'not-arrived') {
    await expect.element(field('Email address')).toHaveValue('ada@specimen.example');
  } else {
    await expect.element(field('One-time code')).toBeVisible();
  }
});

test('a conversation that expires in the middle says so, and takes no more answers', async () => {
  const flow = new FakeFlow(emailStep);
  await openStep(flow);
  flow.failing = { failure: refusal('not-found') };
  flow.status = 'EXPIRED';
  await field('Email address').fill('ada@specimen.example');
  await send.click();
  await expect.element(page.getByRole('group', { name: 'Failure' }).getByText('not-found')).toBeVisible();
  await text('Conversation: Created → Expired');
  await text('The conversation is final (Expired).');
  await expect.element(send).toBeDisabled();
});

test.each(['plan-exhausted', 'forbidden', 'server-error', 'not-found', 'bad-request'] as const)(
  'a refusal of the service, %s, is explained and the address stays',
  async (code) => {
    const flow = new FakeFlow(emailStep);
    flow.failing = { failure: refusal(code) };
    await openFlow(flow);
    await expect.element(read).toBeEnabled();
    await address.fill('2001:db8::7');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('group', { name: 'Failure' }).getByText(code)).toBeVisible();
    await expect.element(address).toHaveValue('2001:db8::7');
    await expectAccessible();
  },
);

test('switching the environment leaves the flow behind, and what was typed does not come back', async () => {
  const flow = new FakeFlow(emailStep, codeStep);
  const { bridge, stores } = await openStep(flow, {
    environments: [newEnvironment('acme', { name: 'Acme test' }), newEnvironment('other', { name: 'Other' })],
  });
  await field('Email address').fill('ada@specimen.example');
  bridge.answer({ 'headless.flows': () => ({ flows: [] }) });
  await stores.environments.getState().select('other');
  await expect
    .element(page.getByRole('heading', { level: 2, name: 'Walk through a conversation' }))
    .toBeVisible();
  await expect.element(page.getByRole('heading', { name: 'Continue' })).not.toBeInTheDocument();
  bridge.answer(flow.replies());
  await stores.environments.getState().select('acme');
  await page.getByRole('button', { name: conversationId }).click();
  await expect.element(field('Email address')).toHaveValue('');
});

const markup = '<img src=x onerror="document.title=\'attacked\'">';
const nested = (depth: number) =>
  JSON.parse(`${'{"value":'.repeat(depth)}1${'}'.repeat(depth)}`) as HeadlessPage['args'];

test.each<[string, HeadlessPage]>([
  ['markup', { component: markup, next: 'n', args: { [markup]: { label: markup, options: [markup, 'x'] } } }],
  [
    'many choices and fields',
    {
      component: 'A/B',
      next: 'n',
      args: {
        bank: Array.from({ length: 50_000 }, (_, index) => `Bank ${index}`),
        ...Object.fromEntries(Array.from({ length: 3000 }, (_, index) => [`field${index}`, ''])),
      },
    },
  ],
  [
    'the names of prototypes',
    {
      component: 'A/B',
      next: 'n',
      args: ['__proto__', 'constructor', 'toString', 'hasOwnProperty'],
      errors: [{ field: 'constructor', code: 'constructor' }],
    },
  ],
  [
    'deep nesting and ten thousand countries',
    {
      component: 'A/B/C/D',
      next: 'n',
      args: { country: Array.from({ length: 10_000 }, (_, index) => `C${index}`), deep: nested(500) },
    },
  ],
])('a page with %s is shown as text and can be left', async (_name, hostile) => {
  await openStep(new FakeFlow(hostile));
  await page.getByText('Fields', { exact: true }).click();
  await expect.element(send).toBeVisible();
  expect(document.querySelectorAll('#work input').length).toBeLessThan(100);
  expect(document.querySelectorAll('#work img')).toHaveLength(0);
  expect(document.title).toBe('Headless flow – Acme test – Assay');
  await expectAccessible();
  await page.getByRole('button', { name: 'Open the case' }).click();
  await expect.poll(() => location.hash).toContain(`conversations/${conversationId}`);
});
