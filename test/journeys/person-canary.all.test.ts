import { randomBytes, randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Page } from 'playwright-core';
import { expect, onTestFinished, test, vi } from 'vitest';
import { signMessage } from '../../main/examine/messages/signing.ts';
import { encodedVariants, filesBelow, occurrences, occurrencesInFiles } from '../support/byte-search.ts';
import { pngOf } from '../support/images.ts';
import { keyringInstalled, openKeyring } from '../support/keyring.ts';
import { type MediaService, startMediaService } from '../support/media-service.ts';
import type { Wire } from '../support/wire.ts';
import { type RunningConsole, showData, startConsole } from './console.ts';

// Works on a case whose person has known values, then searches for them in every file the console and its browser have written.
vi.setConfig({ testTimeout: 240_000 });

const mark = () => randomBytes(5).toString('hex');
/** The texts that the service returns about the person. */
const person = {
  'first name': `Canarina${mark()}`,
  'last name': `Kanarkówna${mark()}`,
  'national id': `NAT${mark().toUpperCase()}`,
  'document number': `PAS${mark().toUpperCase()}`,
  email: `canary.${mark()}@example.test`,
  phone: `+48${BigInt(`0x${mark()}`).toString().padStart(13, '7')}`,
  address: `Canary Street ${mark()}`,
  'user key': `canary-user-${mark()}`,
  'text in a file': `canary-picture-${mark()}`,
};
/** The texts that the user enters. */
const entered = {
  note: `canary note ${mark()}`,
  label: `canary label ${mark()}`,
  comment: `canary comment ${mark()}`,
  'unknown user key': `canary-unknown-${mark()}`,
};
const canary = { ...person, ...entered };
const conversationId = randomUUID();

test('the search finds a value in every encoding, and nothing else', () => {
  const directory = mkdtempSync(join(tmpdir(), 'assay-planted-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  mkdirSync(join(directory, 'deep'));
  const value = { name: 'Kanarkówna?~ 7731' };
  const text = Buffer.from(value.name);
  const utf16 = Buffer.from(value.name, 'utf16le');
  const planted: Record<string, Buffer | string> = {
    'UTF-8': text,
    'UTF-16LE': utf16,
    'UTF-16BE': Buffer.from(utf16).swap16(),
    hex: text.toString('hex'),
    HEX: text.toString('hex').toUpperCase(),
    'percent-encoded': encodeURIComponent(value.name),
    ...Object.fromEntries(
      ['', 'x', 'xy'].flatMap((before, at) => [
        [`base64 at ${at}`, Buffer.from(`${before}${value.name}${before}`).toString('base64')],
        [`base64url at ${at}`, Buffer.from(`${before}${value.name}${before}`).toString('base64url')],
      ]),
    ),
  };
  expect(Object.keys(planted).sort()).toEqual([...encodedVariants(value.name).keys()].sort());
  writeFileSync(join(directory, 'without'), 'Kanarkówna?~ 7732');
  expect(occurrencesInFiles(value, [directory])).toEqual([]);
  const path = join(directory, 'deep', 'file');
  for (const [form, bytes] of Object.entries(planted)) {
    writeFileSync(path, Buffer.concat([Buffer.from([0, 255, 0]), Buffer.from(bytes), Buffer.from('*after')]));
    expect(occurrencesInFiles(value, [directory])).toContain(`name as ${form} in ${path}`);
  }
  rmSync(path);
  writeFileSync(join(directory, 'deep', value.name), '');
  expect(occurrencesInFiles(value, [directory])).toHaveLength(1);
});

const hasKeyring = await keyringInstalled();
if (!hasKeyring) {
  process.stderr.write(
    'SKIPPED: the journey of the canary person requires dbus-daemon and gnome-keyring-daemon.\n',
  );
}

test.skipIf(!hasKeyring)(
  'nothing about a person is on the disk in the clear, and nothing at all after the case is forgotten',
  async () => {
    const keyring = await openKeyring('present');
    onTestFinished(() => keyring.close());
    const root = mkdtempSync(join(tmpdir(), 'assay-person-'));
    onTestFinished(() => rmSync(root, { recursive: true, force: true, maxRetries: 10 }));
    const directory = (name: string) => {
      mkdirSync(join(root, name));
      return join(root, name);
    };
    const dataDir = directory('data');
    const profileDir = directory('profile');
    const env = { ...keyring.env, TMPDIR: directory('temporary') };
    const homes = ['HOME', 'XDG_CONFIG_HOME', 'XDG_CACHE_HOME', 'XDG_DATA_HOME'];
    const written = [root, ...homes.map((name) => keyring.env[name] ?? '')];
    const service = await startCanaryService();
    onTestFinished(() => service.close());
    const options = { dataDir, profileDir, env };

    const first = await startConsole({ ...options, prepare: (wire) => joinService(wire, service) });
    onTestFinished(() => first.stop());
    await work(first);
    // While the processes run, before anything is removed at their end.
    expect(occurrencesInFiles(canary, written)).toEqual([]);
    await first.stop();
    expect(occurrencesInFiles(canary, written)).toEqual([]);
    expect(occurrences(canary, 'the log', Buffer.from(first.log()))).toEqual([]);
    expect(filesBelow([profileDir]).length).toBeGreaterThan(20);
    expect(filesBelow([dataDir])).toContain(join(dataDir, 'cases.sqlite'));
    // The case was stored: its id, which identifies no one, and sealed values.
    const stored = { id: conversationId };
    expect(occurrencesInFiles(stored, [dataDir])).not.toEqual([]);
    const sealed = sealedValues(dataDir);
    expect(sealed.length).toBeGreaterThan(5);
    expect(sealed.filter((value) => isInAFile(value, dataDir))).toHaveLength(sealed.length);

    const second = await startConsole(options);
    onTestFinished(() => second.stop());
    await forget(second.page);
    expect(occurrencesInFiles({ ...canary, ...stored }, [dataDir])).toEqual([]);
    expect(sealed.filter((value) => isInAFile(value, dataDir))).toEqual([]);
    await second.stop();
    expect(occurrencesInFiles({ ...canary, ...stored }, [dataDir])).toEqual([]);
    expect(sealed.filter((value) => isInAFile(value, dataDir))).toEqual([]);
    expect(occurrencesInFiles(canary, written)).toEqual([]);
    expect(second.complaints).toEqual([]);
  },
);

async function startCanaryService(): Promise<MediaService> {
  const service = await startMediaService([
    {
      id: 'picture',
      type: 'FACE',
      contentType: 'image/png',
      bytes: pngOf(64, 64, 64, person['text in a file']),
    },
  ]);
  service.conversationId = conversationId;
  service.change = {
    userKey: person['user key'],
    result: {
      identity: {
        status: 'FINISHED',
        user: {
          person: {
            name: { firstName: person['first name'], lastName: person['last name'] },
            ids: {
              nationalId: person['national id'],
              passport: { id: person['document number'], issueCountry: 'PL' },
            },
            address: { fullAddress: person.address, country: 'PL' },
            contact: { email: person.email, phone: person.phone },
          },
        },
      },
    },
  };
  return service;
}

/** The environment, with its credentials in the keyring. */
async function joinService({ bridge }: Wire, service: MediaService): Promise<void> {
  const { id: environmentId } = await bridge.invoke('environments.save', {
    settings: { name: 'Canary', kind: 'test', baseUrl: service.baseUrl, proxy: { mode: 'none' } },
  });
  await bridge.invoke('credentials.save', {
    kind: 'api-key',
    environmentId,
    login: 'login',
    password: 'password-1',
  });
  await bridge.invoke('environments.select', { environmentId });
  // A callback about the person, in which everything is in the clear.
  const key = 'signing-key-of-the-canary';
  await bridge.invoke('credentials.save', { kind: 'signing-key', environmentId, label: 'Main', key });
  const { url = '' } = await bridge.invoke('callbacks.start', { environmentId, settings: {} });
  const event = {
    id: randomUUID(),
    created: new Date().toISOString(),
    target: 'CONVERSATION',
    event: 'FINISHED',
  };
  const payload = { conversation: { id: conversationId, status: 'FINISHED', ...service.change } };
  const { headers, body } = signMessage(Buffer.from(JSON.stringify({ ...event, payload })), key, Date.now());
  const answer = await fetch(`${url}/${person.email}`, { method: 'POST', headers, body: Buffer.from(body) });
  expect(answer.status).toBe(200);
  await bridge.invoke('callbacks.stop', { environmentId });
}

const rows = (page: Page) => page.locator('[role=row][data-conversation]');
const openedId = (page: Page) => decodeURIComponent(new URL(page.url()).hash.split('/')[2] ?? '');
const head = (page: Page) => page.getByRole('heading', { level: 1, name: /^masked|^No name/ });

async function ask(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
}

async function toTheList(page: Page): Promise<void> {
  await page.evaluate(() => {
    window.location.hash = '#/conversations';
  });
  await page.getByRole('button', { name: /^All/ }).click();
  await rows(page).first().waitFor();
}

/** Opens, reveals, looks at a file, notes, labels, searches, queues and decides. */
async function work({ page, complaints }: RunningConsole): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await ask(page, conversationId);
  await head(page).waitFor();
  await showData(page);
  for (const name of ['first name', 'national id', 'document number', 'email', 'phone', 'address'] as const) {
    await page.getByText(person[name]).first().waitFor();
  }
  await page.keyboard.press('Control+f');
  await page.getByRole('textbox', { name: 'Find text' }).fill(person['last name']);
  await page.getByText(/^1 of \d+$/).waitFor();
  await page.keyboard.press('Escape');

  await page.keyboard.press('n');
  const panel = page.getByRole('complementary', { name: 'Notes and history' });
  await panel.getByRole('textbox', { name: 'New note' }).fill(entered.note);
  await page.keyboard.press('Control+Enter');
  await panel.getByRole('list', { name: 'Notes' }).getByText(entered.note).waitFor();
  await panel.getByRole('textbox', { name: 'Label' }).fill(entered.label);
  await page.keyboard.press('Enter');
  await panel.getByRole('list', { name: 'Labels of the case' }).getByText(entered.label).waitFor();

  await page.getByRole('tab', { name: 'Files' }).click();
  const picture = page.locator('main img[data-loaded="true"]');
  await picture.first().waitFor();

  await page.keyboard.press('Control+Shift+M');
  await toTheList(page);
  for (const known of ['user key', 'document number', 'national id'] as const) {
    await ask(page, person[known]);
    await head(page).waitFor();
    expect(openedId(page)).toBe(conversationId);
    await toTheList(page);
  }
  await ask(page, entered['unknown user key']);
  await page
    .getByText(/^No case in this console/)
    .first()
    .waitFor();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Escape');
  await page.getByRole('grid').focus();
  await page.keyboard.press('/');
  await page.keyboard.type(person['user key']);
  await page.keyboard.press('Enter');
  await expect.poll(() => rows(page).count()).toBe(1);

  await page.getByRole('grid').focus();
  await page.keyboard.press('x');
  await page.getByText('1 selected').waitFor();
  await page.keyboard.press('q');
  const queue = page.getByRole('region', { name: 'Queue' });
  await queue.getByText('1 of 1', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Reject', exact: true }).click();
  await page.getByRole('group', { name: 'Reasons' }).waitFor();
  await page.getByRole('checkbox', { name: 'Document not genuine' }).check();
  await page.getByRole('textbox', { name: 'Comment' }).fill(entered.comment);
  await page.keyboard.press('Control+Enter');
  await page.getByRole('region', { name: 'Decision' }).getByText('Rejected').waitFor();
  expect(complaints).toEqual([]);
}

async function forget(page: Page): Promise<void> {
  await toTheList(page);
  await rows(page).first().getByText(entered.label).waitFor();
  await page.getByRole('grid').focus();
  await page.keyboard.press('Control+a');
  const bar = page.getByRole('region', { name: 'Selection' });
  await bar.getByText('1 selected').waitFor();
  await bar.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Forget…' }).click();
  await page.getByRole('button', { name: 'Forget 1 case' }).click();
  await rows(page).first().waitFor({ state: 'detached' });
}

/** Returns the contents of the files about the case: sealed values and hashes. */
function sealedValues(dataDir: string): Buffer[] {
  const select = (file: string, sql: string) => {
    const database = new DatabaseSync(join(dataDir, file), { readOnly: true });
    try {
      const values = database.prepare(sql).all(conversationId);
      return values.flatMap((row) => Object.values(row)).filter((value) => value instanceof Uint8Array);
    } finally {
      database.close();
    }
  };
  const own = 'case_id = (SELECT id FROM conversation WHERE conversation_id = ?)';
  return [
    ...select('cases.sqlite', 'SELECT user_key, comment FROM conversation WHERE conversation_id = ?'),
    ...select('cases.sqlite', `SELECT content FROM note WHERE ${own}`),
    ...select('cases.sqlite', `SELECT content FROM reading WHERE ${own}`),
    ...select('cases.sqlite', `SELECT hash FROM identifier WHERE ${own}`),
    ...select('cases.sqlite', 'SELECT content, body FROM callback WHERE conversation_id = ?'),
    ...select('journal.sqlite', 'SELECT details FROM content WHERE conversation_id = ?'),
  ].map((value) => Buffer.from(value));
}

/** A long value spans several pages of the file, so only its beginning is searched. */
function isInAFile(value: Buffer, dataDir: string): boolean {
  const beginning = value.subarray(0, 40);
  return filesBelow([dataDir]).some((path) => readFileSync(path).includes(beginning));
}
