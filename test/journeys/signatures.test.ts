import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { expectAccessible } from './access.ts';
import { paste, rawHttp, realCallback, type SentCallback, signedNow } from './callbacks.ts';
import { type RunningConsole, startConsole } from './console.ts';
import { openServiceHarness, type ServiceHarness } from './service-harness.ts';

let harness: ServiceHarness;
let console: RunningConsole;
let page: Page;
let sent: SentCallback;
beforeAll(async () => {
  harness = await openServiceHarness();
  sent = await realCallback(harness);
  console = await startConsole({
    prepare: async (wire) => {
      const id = await harness.join()(wire);
      await wire.bridge.invoke('credentials.saveSigningKey', {
        environmentId: id,
        label: 'Retired',
        key: 'sk_cb_of_last_year_0001',
      });
    },
  });
  page = console.page;
  await page.getByRole('button', { name: 'Signatures' }).click();
  await page.getByRole('heading', { name: 'Signatures', level: 1 }).waitFor();
});
afterAll(async () => {
  expect(console.complaints).toEqual([]);
  await console.stop();
  await harness.close();
});
beforeEach(async () => {
  await page.getByRole('button', { name: 'Clear' }).click();
  await page.getByLabel('Signing key').selectOption({ label: 'Current – Acme test' });
  await page.getByText('Now', { exact: true }).click();
});

const importField = 'A whole request to import';
const verdict = (name: 'signature' | 'time' | 'message', word: string) =>
  page.locator(`[data-verdict="${name}"]`).getByText(word, { exact: true }).waitFor();
const cause = (code: string) => page.locator(`[data-code="${code}"]`).waitFor();
const asHex = (text: string) => Buffer.from(text).toString('hex');

describe('a real callback of the service', () => {
  test('pasted whole: three verdicts, and its conversation one shortcut away', async () => {
    await paste(page, importField, rawHttp(sent, sent.body));
    await verdict('signature', 'Match');
    await verdict('message', 'Complete');
    await page.getByText('Key: “Current” of Acme test').waitFor();
    await page.getByText(sent.conversationId).first().waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Control+Shift+O');
    await page.getByRole('heading', { level: 1, name: /^Finished/ }).waitFor();
    await page.keyboard.press('Control+4');
    await verdict('signature', 'Match');
  });

  test('it is too old now, and on time as of its signing', async () => {
    const old = signedNow(sent.body, harness.signingKey);
    const timestamp = String(Number(old.timestamp) - 7_200_000);
    await page.getByLabel('X-Signature-Timestamp').fill(timestamp);
    await paste(page, importField, sent.body);
    await page.getByLabel('X-Signature-Timestamp').fill(timestamp);
    await page.getByLabel('X-Signature', { exact: true }).fill(old.signature);
    await page.keyboard.press('Control+Enter');
    await verdict('time', 'Too old');
    await page.getByText(/2 hours/).waitFor();
    await page.getByText('As of…', { exact: true }).click();
    await verdict('time', 'Not checked');
    expect(await page.getByRole('button', { name: /^Verify/ }).isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'When signed' }).click();
    await page.getByRole('button', { name: /^Verify/ }).click();
    await verdict('time', 'In time');
    await page.getByLabel('Date and time').fill('2026-01-01T12:00:00');
    await page.getByLabel('Offset from UTC').selectOption('+00:00');
    await page.keyboard.press('Control+Enter');
    await page
      .locator('[data-verdict="time"]')
      .getByText(/In the future|Too old/)
      .waitFor();
    await expectAccessible(page);
  });

  test('the expected signature is hidden until requested, and hidden again after any change', async () => {
    const { timestamp } = sent;
    await paste(page, importField, rawHttp({ timestamp, signature: '0'.repeat(64) }, sent.body));
    await verdict('signature', 'No match');
    expect(await page.getByText(sent.signature).count()).toBe(0);
    await page.getByRole('button', { name: 'Show the expected signature' }).click();
    await page.getByText(sent.signature).waitFor();
    await page.getByText(/can make this body look genuine/).waitFor();
    await expectAccessible(page);
    await page.locator('#signatures-verdicts').focus();
    await page.keyboard.press('Control+Shift+M');
    await page.getByText(sent.signature).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Show the expected signature' }).click();
    await page.getByText(sent.signature).waitFor();
    await page.getByLabel('X-Signature', { exact: true }).fill('1');
    await page.getByText(sent.signature).waitFor({ state: 'detached' });
    expect(await page.getByRole('button', { name: 'Show the expected signature' }).count()).toBe(0);
  });

  test("the service's current data is shown next to it, masked", async () => {
    const changed = sent.body.replace('"FINISHED"', '"PARTIAL"');
    const body = changed.replace(/"userKey":"[^"]*"/, '"userKey":"another"');
    await paste(page, importField, rawHttp(signedNow(body, harness.signingKey), body));
    await verdict('signature', 'Match');
    await page.getByRole('button', { name: 'Compare with Acme test' }).click();
    const row = page.getByRole('row', { name: /differs userKey/ });
    await row.waitFor();
    expect(await page.getByText('another', { exact: true }).count()).toBe(0);
    await row.getByRole('button', { name: 'Show userKey, callback' }).click();
    await page.getByText('another', { exact: true }).waitFor();
    await expectAccessible(page);
  });
});

describe('imports', () => {
  const headers = (signature: string, timestamp: string) => [
    { name: 'x-signature', value: signature },
    { name: 'X-SIGNATURE-TIMESTAMP', value: timestamp },
  ];
  const sources: [name: string, word: string, make: (c: SentCallback) => string][] = [
    [
      'cURL for bash',
      'cURL command',
      (c) =>
        `curl 'https://receiver.example/callbacks' -H 'X-Signature: ${c.signature}' -H 'X-Signature-Timestamp: ${c.timestamp}' --data-binary $'${c.body.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`,
    ],
    [
      'cURL for cmd',
      'cURL command',
      (c) =>
        `curl "https://receiver.example/callbacks" ^\r\n  -H "X-Signature: ${c.signature}" ^\r\n  -H "X-Signature-Timestamp: ${c.timestamp}" ^\r\n  --data-binary "${c.body.replaceAll('"', '\\"')}"`,
    ],
    [
      'cURL for PowerShell',
      'cURL command',
      (c) =>
        `curl.exe 'https://receiver.example/callbacks' \`\r\n  -H 'X-Signature: ${c.signature}' \`\r\n  -H 'X-Signature-Timestamp: ${c.timestamp}' \`\r\n  --data-binary '${c.body.replaceAll("'", "''")}'`,
    ],
    [
      'HAR',
      'HAR file',
      (c) =>
        JSON.stringify({
          log: {
            entries: [
              { request: { method: 'GET', url: 'https://receiver.example/health', headers: [] } },
              {
                request: {
                  method: 'POST',
                  url: 'https://receiver.example/callbacks',
                  headers: headers(c.signature, c.timestamp),
                  postData: { mimeType: 'application/json', text: c.body },
                },
              },
            ],
          },
        }),
    ],
    [
      'a .http file',
      '.http file',
      (c) =>
        `### the callback\nPOST https://receiver.example/callbacks\nX-Signature: ${c.signature}\nX-Signature-Timestamp: ${c.timestamp}\n\n${c.body}\n`,
    ],
    [
      'JSON of headers and body',
      'JSON',
      (c) =>
        JSON.stringify({
          headers: { 'X-Signature': c.signature, 'x-signature-timestamp': c.timestamp },
          body: c.body,
        }),
    ],
  ];

  test.each(sources)('%s: pasted, parsed and verified at once', async (_name, word, make) => {
    await paste(page, importField, make(sent));
    await page.getByText(word, { exact: true }).waitFor();
    await verdict('signature', 'Match');
    expect(await page.getByLabel('X-Signature', { exact: true }).inputValue()).toBe(sent.signature);
  });

  test('a file is chosen or dropped, and one of its requests is selected', async () => {
    const [one, two] = ['FINISHED', 'EXPIRED'].map((event) => {
      const body = sent.body.replace('"event":"FINISHED"', `"event":"${event}"`);
      return {
        request: {
          method: 'POST',
          url: `https://receiver.example/${event}`,
          headers: headers(
            signedNow(body, harness.signingKey).signature,
            signedNow(body, harness.signingKey).timestamp,
          ),
          postData: { text: body },
        },
      };
    });
    const buffer = Buffer.from(JSON.stringify({ log: { entries: [one, two] } }));
    await page
      .locator('input[type="file"]')
      .first()
      .setInputFiles({ name: 'traffic.har', mimeType: 'application/json', buffer });
    const choice = page.getByLabel('2 requests in it');
    await choice.waitFor();
    await page.getByText(/contains the body as text, not as bytes/).waitFor();
    await choice.selectOption('1');
    await page
      .locator('[data-verdict="message"]')
      .getByText(/CONVERSATION EXPIRED/)
      .waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Clear' }).click();
    await page.getByLabel(importField).evaluate(
      (field, text) => {
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File([text], 'dropped.http'));
        field.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
      },
      rawHttp(sent, sent.body),
    );
    await page.getByText('from dropped.http').waitFor();
    await verdict('signature', 'Match');
  });

  test('text that is no request changes nothing and is reported', async () => {
    await page.getByLabel('X-Signature', { exact: true }).fill('kept');
    for (const words of ['Dear all, the callbacks fail since Tuesday.', 'good morning']) {
      await paste(page, importField, words);
      await page.getByText(/^Nothing was imported. It is neither an HTTP request/).waitFor();
      expect(await page.getByLabel('X-Signature', { exact: true }).inputValue()).toBe('kept');
    }
    await expectAccessible(page);
  });
});

describe('the body, byte for byte', () => {
  test('a pasted CRLF is kept, shown, and not editable as text', async () => {
    const body = sent.body.replaceAll(',', ',\r\n');
    const { timestamp, signature } = signedNow(body, harness.signingKey);
    await page.getByLabel('X-Signature-Timestamp').fill(timestamp);
    await page.getByLabel('X-Signature', { exact: true }).fill(signature);
    await paste(page, 'Body as text', body);
    await page.getByText(/CRLF line ends, which a text field would change to LF/).waitFor();
    await page.getByLabel('Bytes of the body as text').getByText('CR').first().waitFor();
    await page.keyboard.press('Control+Enter');
    await verdict('signature', 'Match');
    await expectAccessible(page);
    await page.getByText('Hex', { exact: true }).click();
    expect(await page.getByLabel('Body in hexadecimal').inputValue()).toContain('2c 0d 0a');
    await page.getByText('Text', { exact: true }).click();
    await page.getByRole('button', { name: 'Convert line ends to LF and edit' }).click();
    await verdict('signature', 'Not checked');
    await page.keyboard.press('Control+Enter');
    await verdict('signature', 'No match');
    await cause('line-ends');
  });

  test('white space is shown as symbols on request', async () => {
    await page.getByLabel('Body as text').fill('{ "a":\t1}\n');
    await page.getByRole('switch', { name: 'White space' }).click({ force: true });
    const view = page.getByLabel('Bytes of the body as text');
    for (const sign of ['·', '→', 'LF']) {
      await view.getByText(sign, { exact: true }).waitFor();
    }
    await page.getByText('10 bytes · 1 × LF · ends with a line end').waitFor();
    await expectAccessible(page);
    await page.getByRole('switch', { name: 'White space' }).click({ force: true });
    expect(await page.getByLabel('Body as text').inputValue()).toBe('{ "a":\t1}\n');
  });

  test.each([
    ['Hex', 'Body in hexadecimal', (text: string) => asHex(text)],
    ['Base64', 'Body in Base64', (text: string) => Buffer.from(text).toString('base64')],
  ])('as %s', async (form, label, write) => {
    await page.getByLabel('X-Signature-Timestamp').fill(sent.timestamp);
    await page.getByLabel('X-Signature', { exact: true }).fill(sent.signature);
    await page.getByText(form, { exact: true }).click();
    await page.getByLabel(label).fill('!');
    await page.getByText(/is not a (hexadecimal digit|Base64 character)/).waitFor();
    await page.getByLabel(label).fill(write(sent.body));
    await page.keyboard.press('Control+Enter');
    await verdict('signature', 'Match');
  });

  test('a file above 32 MiB is streamed, verified, and not searched', async () => {
    const body = Buffer.alloc(33 * 1024 * 1024, 'a');
    const { timestamp, signature } = signedNow(body, harness.signingKey);
    await page.getByLabel('X-Signature-Timestamp').fill(timestamp);
    await page.getByLabel('X-Signature', { exact: true }).fill(signature);
    const file = page.locator('input[type="file"]').nth(1);
    // Given as a file, because sending the bytes through the browser driver would take longer than the test.
    const directory = mkdtempSync(join(tmpdir(), 'assay-large-file-'));
    onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
    writeFileSync(join(directory, 'big.json'), body);
    await file.setInputFiles(join(directory, 'big.json'));
    await page.getByText('read in parts').waitFor();
    await page.keyboard.press('Control+Enter');
    await verdict('signature', 'Match');
    await verdict('message', 'Not read');
    await page.getByLabel('X-Signature', { exact: true }).fill('0'.repeat(64));
    await page.keyboard.press('Control+Enter');
    await verdict('signature', 'No match');
    await page.getByText(/too large to search/).waitFor();
    await expectAccessible(page);
  });
});

describe('causes', () => {
  const compact = '{"id":"c-1","created":"2026-01-01T00:00:00Z","target":"X","event":"Y","payload":{}}';
  const wrong: [code: string, family: string, make: () => string][] = [
    ['reserialized', 'body', () => rawHttp(now(compact), JSON.stringify(JSON.parse(compact), null, 2))],
    ['newline-removed', 'body', () => rawHttp(now(`${compact}\n`), compact)],
    ['api-password', 'key', () => rawHttp(signedNow(compact, harness.apiKey.password), compact)],
    ['other-signing-key', 'key', () => rawHttp(signedNow(compact, 'sk_cb_of_last_year_0001'), compact)],
    [
      'encoding',
      'signature',
      () => {
        const { timestamp, signature } = now(compact);
        return rawHttp({ timestamp, signature: signature.toUpperCase() }, compact);
      },
    ],
  ];
  const now = (body: string) => signedNow(body, harness.signingKey);

  test.each(wrong)('%s (%s) is proved automatically, with a fix', async (code, family, make) => {
    await paste(page, importField, make());
    const finding = page.locator(`[data-code="${code}"][data-family="${family}"]`);
    await finding.waitFor();
    await finding.getByText('Proved').waitFor();
    await finding.getByText('To fix it:').waitFor();
    await page.getByText(/^X Y is not a documented event: accept it/).waitFor();
    await expectAccessible(page);
  });

  test('the differing bytes are shown, with a recipe for the framework', async () => {
    await paste(page, importField, rawHttp(now(compact), JSON.stringify(JSON.parse(compact), null, 2)));
    await page.getByText('The first difference is at byte 1 of the body').waitFor();
    expect(await page.locator('dd mark').first().innerText()).toContain('LF');
    const here = page.getByRole('group', { name: /^Received ·/ });
    expect(await here.isVisible()).toBe(false);
    await page.getByText('Show the bytes').click();
    expect(await here.locator('[data-differs="true"]').first().innerText()).toMatch(/^0a\s*$/);
    await page.getByLabel('Framework').selectOption({ label: 'Django (Python)' });
    await page.getByText('request.body').first().waitFor();
    await page.getByRole('button', { name: 'Copy recipe for Django' }).waitFor();
  });

  test('one answer is shown above the verdicts, and the findings can be copied without secrets', async () => {
    await paste(page, importField, rawHttp(now(compact), JSON.stringify(JSON.parse(compact), null, 2)));
    const answer = page.locator('[data-answer="Reject"]');
    await answer.getByText('Reject: the signature is wrong.').waitFor();
    await answer.getByText('Cause: the body was re-serialised.').waitFor();
    await page.getByRole('button', { name: 'Copy findings' }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    // The page may not read the clipboard. Pasting into a field that is not empty is no import.
    const field = page.getByLabel(importField);
    await field.fill('> ');
    await field.press('End');
    await field.press('Control+v');
    const copied = await field.inputValue();
    await field.fill('');
    expect(copied).toContain('Reject: the signature is wrong. Cause: the body was re-serialised.');
    expect(copied).toContain('Cause (reserialized): ');
    for (const secret of [harness.signingKey, harness.apiKey.password, now(compact).signature]) {
      expect(copied).not.toContain(secret);
    }
    await paste(page, importField, rawHttp(now(compact), compact));
    await page
      .locator('[data-answer="Accept"]')
      .getByText('Accept: genuine and in time, but the event is not known: ignore it.')
      .waitFor();
  });

  test('log lines with both headers and the body are imported', async () => {
    const { timestamp, signature } = now(compact);
    await paste(
      page,
      importField,
      `2026-01-01 00:00:00 INFO callback X-Signature=${signature} X-Signature-Timestamp=${timestamp} body=${compact}`,
    );
    await page.getByText('Log lines').waitFor();
    await verdict('signature', 'Match');
  });

  test('“try all I have” names the matching key', async () => {
    await page.getByLabel('Signing key').selectOption('all');
    await paste(page, importField, rawHttp(signedNow(compact, 'sk_cb_of_last_year_0001'), compact));
    await verdict('signature', 'Match');
    await page.getByText('Key: “Retired” of Acme test').waitFor();
  });

  test('two at once are found in pairs', async () => {
    const body = JSON.stringify(JSON.parse(compact), null, 2);
    await paste(page, importField, rawHttp(signedNow(compact, harness.apiKey.password), body));
    await page.locator('[data-family="combined"]').first().waitFor();
    await page
      .getByText(/^Two changes together/)
      .first()
      .waitFor();
  });

  test('a tampered body has no cause, but a list of what is ruled out, what was tried and what to collect', async () => {
    await paste(page, importField, rawHttp(now(compact), compact.replace('c-1', 'c-2')));
    await page.getByText('No cause proved').waitFor({ timeout: 60_000 });
    await page.getByText('What to collect next').waitFor();
    await page.getByText(/^Ruled out/).click();
    await page.getByText(/The timestamp in seconds/).waitFor();
    await expectAccessible(page);
  });
});

test('a pasted key is used for the check and cleared on leaving the page; other input stays', async () => {
  await page.getByLabel('Signing key').selectOption('pasted');
  const field = page.getByLabel('Key for this check');
  await field.fill('pasted-for-once');
  await paste(page, importField, rawHttp(signedNow('{}', 'pasted-for-once'), '{}'));
  await verdict('signature', 'Match');
  await page.keyboard.press('Control+1');
  await page.getByRole('heading', { name: 'Cases', level: 1 }).waitFor();
  await page.keyboard.press('Control+4');
  await verdict('signature', 'Match');
  expect(await field.inputValue()).toBe('');
  expect(await page.getByLabel('Body as text').inputValue()).toBe('{}');
});

test('with the keyboard alone: paste, verify, read, open', async () => {
  await page.keyboard.press('Alt+1');
  await page.keyboard.insertText(rawHttp(sent, sent.body).replaceAll('\r\n', '\n'));
  await page.keyboard.press('Control+Enter');
  await verdict('signature', 'Match');
  await page.keyboard.press('Alt+2');
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('signatures-verdicts');
  for (let steps = 0; steps < 12; steps += 1) {
    await page.keyboard.press('Tab');
    const name = await page.evaluate(() => document.activeElement?.textContent ?? '');
    if (name.includes('Open the conversation')) {
      break;
    }
  }
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: /^Finished/ }).waitFor();
  await page.keyboard.press('Control+4');
});

test('nothing of this was written to disk or logged', async () => {
  expect(console.log()).not.toContain(sent.signature);
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toContain(
    sent.conversationId,
  );
});
