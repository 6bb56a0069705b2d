import { afterAll, afterEach, expect, test } from 'vitest';
import type { Question } from '../../../../main/bridge/host.ts';
import type { EnvironmentSettings } from '../../../../preload/contract/environments.ts';
import { makeCertificates } from '../../service/support/certificates.ts';
import { OpenKeychain } from '../cases/cases-harness.ts';
import { newFile, openEnvironmentHarness, settings } from './environment-harness.ts';

const certificates = makeCertificates();
afterAll(() => certificates.remove());
const extraCaFile = certificates.authorityFile;
const apiKey = { login: 'login', password: 'password-1' };
const asked: Question[] = [];
afterEach(() => void asked.splice(0));

/** A console with an environment and its key. @param answers what the person answers; none for a host without a dialog */
async function entered(answers?: boolean, sessionOnly = false) {
  const confirm = async (question: Question) => {
    asked.push(question);
    return answers ?? false;
  };
  const file = await newFile();
  const keychain = new OpenKeychain();
  const given = answers === undefined ? undefined : confirm;
  const harness = await openEnvironmentHarness(file, keychain, given);
  await harness.ask('keychain.sessionOnly', { sessionOnly });
  const { id } = await harness.ask('environments.save', { settings: settings() });
  await harness.ask('credentials.save', { kind: 'api-key', environmentId: id, ...apiKey });
  const save = async (some: Partial<EnvironmentSettings>) =>
    harness.ask('environments.save', { environmentId: id, settings: settings(some) });
  const sent = (environments = harness.environments) =>
    environments.apiKeyToSend(id, environments.settings(id));
  return { harness, file, keychain, id, save, sent };
}

test.each([false, true])(
  'after a person agreed, the stored key is used with a new authority (session only: %s)',
  async (sessionOnly) => {
    const { save, sent } = await entered(true, sessionOnly);
    expect((await save({ extraCaFile })).apiKey).toMatchObject({ heldBack: false });
    expect(asked).toMatchObject([{ detail: expect.stringContaining(extraCaFile) }]);
    expect(await sent()).toEqual(apiKey);
  },
);

test('an agreement holds after a start', async () => {
  const { save, file, keychain, id } = await entered(true);
  await save({ extraCaFile });
  const { environments } = await openEnvironmentHarness(file, keychain);
  expect(await environments.apiKeyToSend(id, environments.settings(id))).toEqual(apiKey);
});

test.each([false, undefined])('without an agreement it is held back (answer: %s)', async (answers) => {
  const { save, sent } = await entered(answers);
  expect((await save({ extraCaFile })).apiKey).toMatchObject({ heldBack: true });
  await expect(sent()).rejects.toThrow('It is not sent to servers trusted by');
});

test('nothing is asked about an address, before or with an authority', async () => {
  const { save, sent } = await entered(true);
  const baseUrl = 'https://other.example';
  await save({ extraCaFile, baseUrl });
  await save({ baseUrl });
  await save({ extraCaFile, baseUrl });
  expect(asked).toEqual([]);
  await expect(sent()).rejects.toThrow('It is not sent to https://other.example');
});

test('an agreement is for the addresses that the key was entered for', async () => {
  const { save, sent } = await entered(true);
  await save({ extraCaFile });
  await save({ extraCaFile, baseUrl: 'https://other.example' });
  await expect(sent()).rejects.toThrow('It is not sent to https://other.example');
});
