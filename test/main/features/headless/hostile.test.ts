import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { readValues } from '../../../../main/features/headless/answers.ts';
import { headlessResult } from '../../../../preload/contract/headless.ts';
import { servicesOf } from '../../../support/service.ts';
import { failureOf, settingsFor } from '../../service/support/client.ts';
import { json, serve } from '../../service/support/server.ts';
import { flowsOn, userIp, walk } from './support.ts';

const markup = '<img src=x onerror="alert(1)">';
/** As text: values nested so deep cannot be serialized. */
const nested = `{"component":"A/B","next":"n","args":{"a":${'['.repeat(5000)}"x"${']'.repeat(5000)}}}`;

async function answeredWith(responses: unknown[]) {
  let turn = 0;
  const server = await serve((_, response) => json(response, 200, responses[turn++ % responses.length]));
  onTestFinished(() => server.close());
  const services = servicesOf(server.url);
  onTestFinished(() => services.close());
  const flows = flowsOn(services, settingsFor(server.url)).open();
  return walk(flows, { environmentId: 'e1', conversationId: 'c1' });
}

test.each<[string, unknown]>([
  ['nothing', {}],
  ['members of other types', { component: 7, next: [], args: 'no', errors: { field: 1 } }],
  ['arguments of other types', { component: 'A/B', next: 'n', args: [1, null, {}, 'name'] }],
  ['deeply nested arguments', nested],
  [
    'a hundred thousand choices',
    { component: 'A/B', next: 'n', args: { a: Array.from({ length: 100_000 }, (_, index) => `o${index}`) } },
  ],
  [
    'ten thousand arguments',
    { component: 'A/B', next: 'n', args: Array.from({ length: 10_000 }, (_, index) => `a${index}`) },
  ],
  [
    'markup everywhere',
    {
      component: markup,
      next: markup,
      args: { [markup]: markup },
      errors: [{ field: markup, code: markup }],
    },
  ],
  [
    'names of prototypes',
    JSON.parse('{"component":"A/B","next":"n","args":{"__proto__":"x","constructor":"y","toString":[]}}'),
  ],
  ['long texts', { component: 'A'.repeat(1_000_000), next: 'n', args: { a: 'x'.repeat(1_000_000) } }],
])('a page with %s is read, answered and kept within bounds', async (_, response) => {
  const { read, answer } = await answeredWith([response]);
  const results = [
    await read(userIp),
    await answer({ a: 'value' }).catch((error) => ({ view: undefined, code: error.code })),
  ];
  for (const result of results) {
    if (result.view !== undefined) {
      headlessResult.parse(result);
      expect(JSON.stringify(result.view.exchanges).length).toBeLessThan(400_000);
    }
  }
});

test('fields with the names of prototypes are sent as they were entered', async () => {
  const page = { component: 'A/B', next: 'n', args: ['__proto__', 'constructor', 'toString'] };
  const server = await serve((_, response) => json(response, 200, page));
  onTestFinished(() => server.close());
  const services = servicesOf(server.url);
  onTestFinished(() => services.close());
  const { read, answer } = walk(flowsOn(services, settingsFor(server.url)).open(), {
    environmentId: 'e1',
    conversationId: 'c1',
  });
  await read(userIp);
  const typed = '{"__proto__":"x","constructor":"y","more":{"__proto__":[1]}}';
  await answer(readValues(typed));
  expect(server.seen.at(-1)?.body).toBe(`{"args":${typed}}`);
});

test('a service that uses one id for every page, in a circle, is followed from step to step', async () => {
  const [first, second] = [
    { component: 'CONTACT/ENTER_EMAIL', next: 'n', args: ['email'] },
    { component: 'CONTACT/ENTER_PHONE', next: 'n', args: ['phone'] },
  ];
  const { read, answer } = await answeredWith([first, second, first, second, second]);
  await read(userIp);
  expect(await answer({ email: 'a@b.cd' })).toMatchObject({
    outcome: 'accepted',
    view: { page: second, flow: { state: 'waiting' } },
  });
  expect((await answer({ phone: '+48600700800' })).outcome).toBe('accepted');
  expect((await answer({ email: 'a@b.cd' })).outcome).toBe('accepted');
  expect((await answer({ phone: '+48600700800' })).outcome).toBe('same');
});

test('an answer that is nested too deeply is refused before anything is sent', async () => {
  const { read, answer } = await answeredWith([{ component: 'A/B', next: 'n', args: ['a'] }]);
  await read(userIp);
  const deep = readValues(`{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`);
  expect((await failureOf(answer(deep))).code).toBe('limit-exceeded');
  expect((await read()).view.flow).toMatchObject({ state: 'waiting', steps: [] });
});

test('no page stops a flow', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.dictionary(fc.constantFrom('component', 'next', 'args', 'errors', 'more'), fc.jsonValue()),
      async (page) => {
        const { read, answer } = await answeredWith([page, page]);
        headlessResult.parse(await read(userIp));
        await answer({}).catch((error: { code: string }) => expect(error.code).toBe('step-outdated'));
      },
    ),
    { numRuns: 40 },
  );
});
