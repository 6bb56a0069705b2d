import { expect, onTestFinished, test } from 'vitest';
import type { HeadlessView } from '../../../../preload/contract/headless.ts';
import { transcriptText } from '../../../../renderer/features/headless/transcript-text.ts';
import { pngOf } from '../../../support/images.ts';
import { servicesOf } from '../../../support/service.ts';
import { settingsFor } from '../../service/support/client.ts';
import { serve } from '../../service/support/server.ts';
import { flowsOn, walk } from './support.ts';

const address = '203.0.113.77';
const pageIds = { first: 'page-secret-alpha', second: 'page-secret-beta' };
const email = 'canary.person@specimen.example';
const mediaType = 'application/vnd.service.v1.1+json';

interface Answer {
  status?: number;
  headers?: Record<string, string>;
  body: unknown;
}

/** A flow against a service that gives these answers in turn. */
async function against(answers: Answer[]) {
  let turn = 0;
  const server = await serve((_, response) => {
    const {
      status = 200,
      headers = {},
      body,
    } = answers[Math.min(turn++, answers.length - 1)] ?? { body: {} };
    response.writeHead(status, { 'content-type': mediaType, ...headers }).end(JSON.stringify(body));
  });
  onTestFinished(() => server.close());
  const services = servicesOf(server.url);
  onTestFinished(() => services.close());
  const settings = settingsFor(server.url);
  const flows = flowsOn(services, settings).open();
  const target = { environmentId: 'e1', conversationId: 'c1' };
  const text = async () => transcriptText((await flows.view(target)) as HeadlessView, settings);
  return { ...walk(flows, target), text };
}

const page = (more: object = {}) => ({
  component: 'CONTACT/ENTER_EMAIL',
  next: pageIds.first,
  args: ['email'],
  ...more,
});

/** Each puts a value of the person, or the id of a page, in one member of the exchange. */
const places: [name: string, answer: Answer][] = [
  ['the component', { body: page({ component: `CONTACT/${email}` }) }],
  ['a component of the documented form', { body: page({ component: 'CANARY/PERSON' }) }],
  ['the id of the page', { body: page({ next: email }) }],
  ['the name of an argument', { body: page({ args: [email] }) }],
  ['the name of an argument, in other letters', { body: page({ args: ['CanaryField'] }) }],
  ['the value of an argument', { body: page({ args: { email } }) }],
  ['a number in the name of an argument', { body: page({ args: { field48600700800: '' } }) }],
  ['a described argument', { body: page({ args: { email: { label: email, value: email } } }) }],
  ['the choices of an argument', { body: page({ args: { account: [email, address] } }) }],
  ['the field of an error', { body: page({ errors: [{ field: email, code: 'INVALID' }] }) }],
  ['the code of an error', { body: page({ errors: [{ field: 'email', code: `INVALID_${email}` }] }) }],
  ['the address in an error', { body: page({ errors: [{ field: 'ip', code: address }] }) }],
  ['the request id', { headers: { 'x-request-id': `for ${email}` }, body: page() }],
  ['the address as the request id', { headers: { 'x-request-id': address }, body: page() }],
  ['a message', { status: 400, body: { status: 'BAD_REQUEST', message: `No ${email} from ${address}` } }],
  [
    'a message about another person',
    { status: 400, body: { status: 'BAD_REQUEST', message: 'This number belongs to Kanarek Specimen' } },
  ],
  [
    'a violation',
    {
      status: 400,
      body: {
        status: 'BAD_REQUEST',
        message: 'Violated',
        violations: [{ field: email, message: `${email} is taken` }],
      },
    },
  ],
  ['the status of an error', { status: 403, body: { status: email, message: email, statusDetail: email } }],
  ['a web page', { status: 403, headers: { server: email }, body: email }],
];

test.each(places)(
  'the transcript has nothing of the person when the service puts it in %s',
  async (_, answer) => {
    const { read, answer: give, text } = await against([{ body: page() }, answer]);
    await read(address);
    await give({ email });
    const transcript = await text();
    expect(transcript).toMatch(/GET .*\n[\s\S]*POST \/api\/conversations\/c1\/headless\/\{page 1\}/);
    expect(transcript).not.toMatch(/canary|kanarek|specimen|203\.0\.113|page-secret|48600700800/i);
  },
);

test('the transcript has no value that was entered, in any field and of any length', async () => {
  const { read, answer, text } = await against([
    { body: page({ args: ['email', 'initial'] }) },
    { body: page({ next: pageIds.second, component: 'METHOD/SELECT', args: { method: ['OAK_BANK'] } }) },
    { body: page({ component: 'OAK_BANK/LOGIN' }) },
  ]);
  await read(address);
  await answer({
    email,
    initial: 'Ż',
    [email]: 'x',
    long: `${'y '.repeat(5000)}${email}`,
    number: 48600700800,
  });
  await answer({ method: 'OAK_BANK' });
  const transcript = await text();
  expect(transcript).not.toMatch(/canary\.person|specimen|Ż|48600700800|page-secret/);
  expect(transcript).toContain('email: text of 30 characters');
  expect(transcript).toContain('number: a number');
  // Choices that the service itself offers are no values of the person.
  expect(transcript).toContain('method: one of the choices');
  expect(transcript).toContain('component: OAK_BANK/LOGIN');
  expect(transcript).toContain('next: {page 2}');
  expect(transcript).toMatch(/POST \S+\/headless\/\{page 2\}/);
});

test('a file is in the transcript by its ending, type, size and digest, without its name', async () => {
  const { read, answer, file, text } = await against([{ body: page({ args: ['front'] }) }]);
  await read(address);
  await answer({}, { files: await file('front', pngOf(4, 4), 'passport of Canary Person.JPG') });
  expect(await text()).toMatch(/front: file •••\.jpg, image\/png, \d+ bytes, SHA-256 [0-9a-f]{64}/);
  expect(await text()).not.toMatch(/canary|passport/i);
});
