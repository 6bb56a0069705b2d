import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { CreationSetups } from '../../../../main/features/creation/setup-store.ts';
import { maxTemplates } from '../../../../preload/contract/creation.ts';
import { failureOf } from '../../service/support/client.ts';

function inFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'assay-setups-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'templates.json');
  const said: string[] = [];
  const open = () => new CreationSetups({ file, log: (message) => said.push(message) });
  return { folder, file, said, open };
}

const request = {
  userKey: 'canary-user',
  strategy: 'default:identity',
  returnUrl: 'https://shop.example/back?customer=canary-query#canary-hash',
  callbackUrl: 'https://canary-login:canary-password@shop.example/hook?id={conversationId}&event={event}',
  note: 'canary-note',
  query: {
    identity: {
      requireOneOf: [['PERSON_NAME_LASTNAME'], ['PERSON_IDS_NATIONAL_ID', 'PERSON_NAME_FIRSTNAME']],
      optional: [{ list: ['PERSON_CONTACT_EMAIL_OTP'] }],
    },
    aml: { checks: ['PEP'], subscription: { note: 'canary-member' } },
    verify: { user: { person: { name: { lastName: 'canary-name' } } } },
    affordability: { user: { country: 'PL', email: 'canary-email@example.org' } },
    bankTransactions: { type: 'credit', flags: ['canary-flag'] },
    another: { text: 'canary-product' },
  },
};

test.each([
  ['https://a:b@shop.example/hook', 'https://shop.example/hook'],
  ['https://token@shop.example', 'https://shop.example'],
  ['https://a:b@c@shop.example/x@y', 'https://shop.example/x@y'],
  ['HTTPS:\\\\a:b@shop.example/', 'HTTPS:\\\\shop.example/'],
  ['https://shop.example/@me', 'https://shop.example/@me'],
])('the login in %s is not kept', async (callbackUrl, kept) => {
  const { open } = inFolder();
  await open().saveTemplate('e1', 'One', { ...request, callbackUrl });
  const { templates } = await open().of('e1');
  expect(templates[0]?.request.callbackUrl).toBe(kept);
});

test('a template keeps the request without personal data, for the next start', async () => {
  const { file, open } = inFolder();
  await open().saveTemplate('e1', 'Person with AML', request);
  expect(readFileSync(file, 'utf8')).not.toContain('canary');
  const { templates } = await open().of('e1');
  expect(templates).toMatchObject([
    {
      name: 'Person with AML',
      request: {
        strategy: 'default:identity',
        returnUrl: 'https://shop.example/back',
        callbackUrl: 'https://shop.example/hook?id={conversationId}&event={event}',
        query: {
          identity: request.query.identity,
          aml: { checks: ['PEP'], subscription: {} },
          bankTransactions: { type: 'credit' },
          verify: {},
          affordability: {},
        },
      },
    },
  ]);
  expect(await open().of('e2')).toEqual({ templates: [], defaults: {} });
});

test('a template of the same name is replaced, and one is removed by its id', async () => {
  const setups = inFolder().open();
  const first = await setups.saveTemplate('e1', 'A', { query: { identity: {} } });
  const second = await setups.saveTemplate('e1', 'A', { query: { identity: {}, auth: {} } });
  expect(second.templates).toEqual([
    { id: first.templates[0]?.id, name: 'A', request: { query: { identity: {}, auth: {} } } },
  ]);
  const left = await setups.removeTemplate('e1', second.templates[0]?.id ?? '');
  expect(left.templates).toEqual([]);
});

test('changes made at once are all kept, up to a limit', async () => {
  const setups = inFolder().open();
  const names = Array.from({ length: maxTemplates }, (_, index) => `Template ${index}`);
  await Promise.all(names.map((name) => setups.saveTemplate('e1', name, { query: { identity: {} } })));
  expect((await setups.of('e1')).templates).toHaveLength(maxTemplates);
  expect(await failureOf(setups.saveTemplate('e1', 'One more', { query: { identity: {} } }))).toMatchObject({
    code: 'limit-exceeded',
  });
});

test('notes about an environment go with it', async () => {
  const { open, file } = inFolder();
  const setups = open();
  await setups.saveDefaults('e1', { returnUrl: 'https://shop.example/back' });
  await setups.saveTemplate('e2', 'A', { query: { identity: {} } });
  await setups.forget('e1');
  expect(await open().of('e1')).toEqual({ templates: [], defaults: {} });
  expect((await open().of('e2')).templates).toHaveLength(1);
  expect(readFileSync(file, 'utf8')).not.toContain('"e1"');
});

test('a damaged file is set aside and said, and the next change is kept', async () => {
  const { file, folder, said, open } = inFolder();
  writeFileSync(file, '{"version": 1, "environ');
  const setups = open();
  expect(await setups.of('e1')).toEqual({ templates: [], defaults: {} });
  expect(said).toEqual([
    'The file with the templates is damaged. It was set aside, so there are no templates now.',
  ]);
  await setups.saveTemplate('e1', 'A', { query: { identity: {} } });
  expect(readdirSync(folder).sort()).toEqual(['templates.json', 'templates.json.damaged']);
  expect((await open().of('e1')).templates).toHaveLength(1);
});

test('a damaged file that names a deleted environment goes with it', async () => {
  const { file, folder, open } = inFolder();
  writeFileSync(file, '{"version": 1, "environments": {"0b6f2f6e-2f0d-4f5e-9f43-6f1f3a6f0c11": {');
  const setups = open();
  await setups.of('0b6f2f6e-2f0d-4f5e-9f43-6f1f3a6f0c11');
  await setups.forget('7d0c7c52-88a5-4d83-a0a5-1f3f1f0b9e22');
  expect(readdirSync(folder)).toEqual(['templates.json.damaged']);
  await setups.forget('0b6f2f6e-2f0d-4f5e-9f43-6f1f3a6f0c11');
  expect(readdirSync(folder)).toEqual([]);
});

test('the mail text of an environment is kept for the next start, until the console’s own is wanted again', async () => {
  const { open } = inFolder();
  const setups = open();
  await setups.saveMailText('e1', 'Dzień dobry: {address}');
  expect(await open().of('e1')).toEqual({ templates: [], defaults: {}, mailText: 'Dzień dobry: {address}' });
  expect(await open().of('e2')).toEqual({ templates: [], defaults: {} });
  await setups.saveMailText('e1', '');
  expect(await open().of('e1')).toEqual({ templates: [], defaults: {} });
});
