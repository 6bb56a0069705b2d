import { expect, test } from 'vitest';
import { validCreation, valueAt } from '../../conformance/client.ts';
import { expectError } from '../../conformance/expectations.ts';
import { control, openSandbox, type TestSandbox } from './support.ts';

const identity = { requireOneOf: [['PERSON_NAME_FIRSTNAME']] };

test.each([
  ['userKey', { userKey: undefined }],
  ['userKey', { userKey: 7 }],
  ['returnUrl', { returnUrl: undefined }],
  ['returnUrl', { returnUrl: 'javascript:alert(1)' }],
  ['callbackUrl', { callbackUrl: 'ftp://client.example' }],
  ['strategy', { strategy: 'no-colon' }],
  ['query', { query: undefined }],
  ['query', { query: [] }],
  ['query.identity', { query: {} }],
  ['query.identity.requireOneOf', { query: { identity: { requireOneOf: [] } } }],
  ['query.identity.requireOneOf', { query: { identity: { requireOneOf: [['HAIR_COLOUR']] } } }],
  ['query.identity.optional', { query: { identity: { ...identity, optional: ['PERSON_ADDRESS'] } } }],
  ['query.aml.checks', { query: { identity, aml: { checks: ['EVERYTHING'] } } }],
  ['query.aml.subscription', { query: { identity, aml: { subscription: true } } }],
  ['query.bankTransactions.type', { query: { identity, bankTransactions: { type: 'some' } } }],
  ['query.verify.user', { query: { identity, verify: {} } }],
  [
    'query.affordability.user.country',
    { query: { identity, affordability: { user: { country: 'Estonia', email: 'a@b.c' } } } },
  ],
  ['query.horoscope', { query: { identity, horoscope: {} } }],
])('creation names the invalid field: %s %j', async (field, more) => {
  const { client } = await openSandbox();
  const answer = await client.call('POST', '/api/conversations', { body: { ...validCreation(), ...more } });
  expectError(answer, 400);
  expect(answer.at('violations')).toEqual([{ field, message: expect.any(String) }]);
});

test('creation uses the account defaults if there are any', async () => {
  const { client } = await openSandbox();
  const query = { identity: {}, aml: {}, bankTransactions: {} };
  const answer = await client.call('POST', '/api/conversations', { body: { ...validCreation(), query } });
  expect(answer.status).toBe(200);
});

test('production requires https for a callback address, loopback or not', async () => {
  const { client } = await openSandbox({ production: true });
  const create = (callbackUrl: string) =>
    client.call('POST', '/api/conversations', { body: { ...validCreation(), callbackUrl } });
  expectError(await create('http://127.0.0.1:9/'), 400);
  expect((await create('https://client.example/')).status).toBe(200);
});

test('a body of another type, of more than 1 MiB, or not in UTF-8 is refused', async () => {
  const { client, baseUrl } = await openSandbox();
  const headers = { 'content-type': 'text/plain' };
  expectError(await client.call('POST', '/api/conversations', { headers, body: validCreation() }), 400);
  const large = { ...validCreation(), padding: 'x'.repeat(1024 * 1024) };
  expect((await client.call('POST', '/api/conversations', { body: large })).status).toBe(413);
  const invalid = await fetch(`${baseUrl}/api/conversations`, {
    method: 'POST',
    headers: { authorization: client.basic, 'content-type': 'application/json' },
    body: Buffer.from([0x7b, 0xff, 0x7d]),
  });
  expect(invalid.status).toBe(400);
});

test('Accept for another vendor or version is refused, naming the one served', async () => {
  const { client, idOf } = await openSandbox();
  const path = `/api/conversations/${idOf(/^Created/)}`;
  const accept = (value: string) => client.call('GET', path, { headers: { accept: value } });
  const refused = await accept('application/vnd.other.v2+json');
  expectError(refused, 400);
  expect(refused.at('message')).toContain('application/vnd.service.v1.1+json');
  for (const value of ['*/*', 'application/json', 'text/html, application/*;q=0.8']) {
    expect((await accept(value)).status, value).toBe(200);
  }
});

test('the vendor of the media type is an option', async () => {
  const { client, idOf } = await openSandbox({ mediaVendor: 'acme' });
  const headers = { accept: 'application/vnd.acme.v1.1+json' };
  const answer = await client.call('GET', `/api/conversations/${idOf(/^Created/)}`, { headers });
  expect(answer.headers.get('content-type')).toBe('application/vnd.acme.v1.1+json');
});

test('every response has its own request id', async () => {
  const { client } = await openSandbox();
  const answers = [
    await client.call('GET', '/'),
    await client.call('GET', '/api/conversations/x'),
    await client.call('GET', '/'),
  ];
  expect(new Set(answers.map(({ headers }) => headers.get('x-request-id'))).size).toBe(3);
});

test('statuses without a body have none, the others have an error object', async () => {
  const { client, idOf } = await openSandbox();
  const read = (title: RegExp) => client.call('GET', `/api/conversations/${idOf(title)}`);
  for (const [title, status] of [
    [/402/, 402],
    [/500/, 500],
  ] as const) {
    const answer = await read(title);
    expect([answer.status, answer.bytes.length]).toEqual([status, 0]);
  }
  expectError(await read(/410/), 410);
  const forbidden = await read(/403/);
  expectError(forbidden, 403);
  expect(forbidden.at('message')).toContain('sandbox:forbidden');
});

test("tokens expire by the sandbox's clock", async () => {
  const sandbox = await openSandbox();
  const { client } = sandbox;
  const token = await tokenOf(sandbox);
  const read = () =>
    client.call('GET', '/api/conversations/none', { authorization: { header: `Bearer ${token}` } });
  expect((await read()).status).toBe(404);
  await control(sandbox, '/clock', { advanceMs: 3_599_000 });
  expect((await read()).status).toBe(404);
  await control(sandbox, '/clock', { advanceMs: 2_000 });
  const expired = await read();
  expect(expired.status).toBe(401);
  expect(expired.headers.get('www-authenticate')).toContain('invalid_token');
});

test.each([
  [{}, 400, 'invalid_request'],
  [{ grant_type: 'password' }, 400, 'unsupported_grant_type'],
  [{ grant_type: 'client_credentials' }, 401, 'invalid_client'],
  [{ grant_type: 'client_credentials', client_id: 'x', client_secret: 'y' }, 401, 'invalid_client'],
])('a token request of %j is answered %i %s', async (form, status, error) => {
  const { tokenUrl } = await openSandbox();
  const answer = await fetch(tokenUrl, { method: 'POST', body: new URLSearchParams(form) });
  expect(answer.status).toBe(status);
  expect(valueAt(await answer.json(), 'error')).toBe(error);
});

test('a headless flow goes page by page to its end, and uses the entered values', async () => {
  const sandbox = await openSandbox();
  const id = await sandbox.client.create();
  const submit = headlessOf(sandbox, id);
  const wrong = await submit({ email: 'nobody' });
  expect(wrong.at('errors')).toEqual([{ field: 'email', code: 'INVALID_FORMAT' }]);
  expect((await submit({ email: 'ada@specimen.example' })).at('component')).toBe('CONTACT/ENTER_OTP');
  expect((await submit({ otp: '000000' })).at('errors')).toEqual([{ field: 'otp', code: 'INVALID_OTP' }]);
  expect((await submit({ otp: '123456' })).at('args')).toEqual(['firstName', 'lastName', 'birthDate']);
  const dated = await submit({ firstName: 'Ada', lastName: 'Specimen', birthDate: '2001-02-30' });
  expect(dated.at('errors')).toEqual([{ field: 'birthDate', code: 'INVALID_DATE' }]);
  await submit({ firstName: 'Ada', lastName: 'Specimen', birthDate: '2001-02-28' });
  expect((await submit({ consent: 'yes' })).json).toMatchObject({ component: 'CONVERSATION/END', args: [] });
  const read = await sandbox.client.call('GET', `/api/conversations/${id}`);
  expect(read.at('status')).toBe('FINISHED');
  expect(read.at('result', 'identity', 'user', 'person', 'name', 'firstName')).toBe('Ada');
});

test('the flow with documents has choices, files and a page without fields, and says what is wrong with each', async () => {
  const sandbox = await openSandbox();
  const id = await sandbox.client.create({ strategy: 'sandbox:headless-documents' });
  const submit = headlessOf(sandbox, id);
  expect((await submit({ country: 'XX' })).at('errors')).toEqual([
    { field: 'country', code: 'NOT_AN_OPTION' },
  ]);
  expect((await submit({ country: 'PL' })).at('args', 'documentType')).toContain('PASSPORT');
  await submit({ documentType: 'PASSPORT' });
  const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0]);
  const large = Buffer.concat([png, Buffer.alloc(9 * 1024 * 1024)]).toString('base64');
  const refused = await submit({ front: 'not base64!', back: Buffer.from('text').toString('base64') });
  expect(refused.at('errors')).toEqual([
    { field: 'front', code: 'NOT_A_FILE' },
    { field: 'back', code: 'FILE_TYPE_NOT_SUPPORTED' },
  ]);
  const tooLarge = await submit({ front: large, back: png.toString('base64') });
  expect(tooLarge.at('errors')).toEqual([{ field: 'front', code: 'FILE_TOO_LARGE' }]);
  const address = `data:image/png;base64,${png.toString('base64')}`;
  const face = await submit({ front: png.toString('base64'), back: address });
  expect(face.at('component')).toBe('FACE/UPLOAD');
  await submit({ face: address });
  await submit({ phone: '+48123456789' });
  expect((await submit({ otp: '123456' })).json).toMatchObject({ component: 'PROCESS/WAIT', args: {} });
  expect((await submit({})).at('component')).toBe('PERSON/CONFIRM');
  expect((await submit({ consent: 'no' })).at('component')).toBe('CONVERSATION/END');
});

test('a conversation that expires in the middle has no page to answer any more', async () => {
  const sandbox = await openSandbox();
  const id = await sandbox.client.create({ strategy: 'sandbox:headless-unknown' });
  const submit = headlessOf(sandbox, id);
  const next = (await submit({ cardNumber: 'x', tier: 'S' })).at('next');
  await control(sandbox, `/conversations/${id}/expire`, {});
  const path = `/api/conversations/${id}/headless`;
  const headers = { 'x-user-ip': '192.0.2.7', 'content-type': 'application/json' };
  const late = await sandbox.client.call('POST', `${path}/${next}`, { headers, body: { args: {} } });
  expectError(late, 404);
  const page = await sandbox.client.call('GET', path, { headers });
  expect(page.json).toEqual({ component: 'CONVERSATION/END', next: '', args: [] });
});

test('a headless page cannot be submitted twice, and requires a valid user address', async () => {
  const { client } = await openSandbox();
  const id = await client.create();
  const path = `/api/conversations/${id}/headless`;
  const headers = { 'x-user-ip': '2001:db8::7', 'content-type': 'application/json' };
  const next = (await client.call('GET', path, { headers: { 'x-user-ip': '2001:db8::7' } })).at('next');
  const body = { args: { email: 'ada@specimen.example' } };
  expect((await client.call('POST', `${path}/${next}`, { headers, body })).status).toBe(200);
  expectError(await client.call('POST', `${path}/${next}`, { headers, body }), 404);
  expectError(await client.call('GET', path, { headers: { 'x-user-ip': 'here' } }), 400);
});

test('a conversation that ended without finishing can be deleted, not expired', async () => {
  const { client, idOf } = await openSandbox();
  const path = `/api/conversations/${idOf(/^Canceled/)}`;
  expectError(await client.call('DELETE', path), 409, 'ConversationAlreadyFinished');
  expect((await client.call('DELETE', `${path}?mode=DELETE_DATA`)).status).toBe(202);
  expectError(await client.call('GET', path), 410);
  expectError(await client.call('DELETE', `${path}?mode=SHRED`), 410);
});

test('an unknown deletion mode is refused', async () => {
  const { client, idOf } = await openSandbox();
  expectError(await client.call('DELETE', `/api/conversations/${idOf(/^Created/)}?mode=SHRED`), 400);
});

async function tokenOf(sandbox: TestSandbox): Promise<string> {
  const answer = await fetch(sandbox.tokenUrl, {
    method: 'POST',
    headers: { authorization: sandbox.client.basic },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  });
  const json: unknown = await answer.json();
  expect(valueAt(json, 'expires_in')).toBe(3600);
  return String(valueAt(json, 'access_token'));
}

function headlessOf({ client }: TestSandbox, id: string) {
  const path = `/api/conversations/${id}/headless`;
  const user = { 'x-user-ip': '192.0.2.7' };
  return async (args: Record<string, string>) => {
    const next = (await client.call('GET', path, { headers: user })).at('next');
    const headers = { ...user, 'content-type': 'application/json' };
    return client.call('POST', `${path}/${next}`, { headers, body: { args } });
  };
}
