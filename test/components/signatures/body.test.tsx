import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../access.ts';
import { chooseFile, pasteInto } from '../files.ts';
import { press } from '../window.tsx';
import { bytesOf, enter, fields, openSignatures, signature, signedAt, verdict, verify } from './page.tsx';

const form = (name: string) => page.getByText(name, { exact: true });
const bytesView = page.getByLabelText('Bytes of the body as text');

test('a pasted CRLF is kept, shown, and not editable as text', async () => {
  const { bridge } = await openSignatures();
  await enter('');
  pasteInto(await fields.body.element(), '{"a":1,\r\n"b":2}');
  await expect.element(page.getByText(/CRLF line ends, which a text field would change to LF/)).toBeVisible();
  await expect.element(bytesView.getByText('CR').first()).toBeVisible();
  await expect.element(fields.body).not.toBeInTheDocument();
  await press('Control+Enter');
  await verdict('Match');
  await expectAccessible();
  await form('Hex').click();
  await expect
    .element(page.getByLabelText('Body in hexadecimal'))
    .toHaveValue('7b 22 61 22 3a 31 2c 0d 0a 22 62 22 3a 32 7d');
  await form('Text').click();
  await page.getByRole('button', { name: 'Convert line ends to LF and edit' }).click();
  await expect.element(page.getByText('Match', { exact: true })).not.toBeInTheDocument();
  await press('Control+Enter');
  await verdict('Match');
  expect(bridge.inputs('signatures.verify').map(({ body }) => new TextDecoder().decode(body))).toEqual([
    '{"a":1,\r\n"b":2}',
    '{"a":1,\n"b":2}',
  ]);
});

test('white space is shown as symbols on request', async () => {
  await openSignatures();
  await fields.body.fill('{ "a":\t1}\n');
  const white = page.getByRole('switch', { name: 'White space' });
  await white.click({ force: true });
  for (const sign of ['·', '→', 'LF']) {
    await expect.element(bytesView.getByText(sign, { exact: true })).toBeVisible();
  }
  await expect.element(page.getByText('10 bytes · 1 × LF · ends with a line end')).toBeVisible();
  await expectAccessible();
  await white.click({ force: true });
  await expect.element(fields.body).toHaveValue('{ "a":\t1}\n');
});

test.each([
  ['Hex', 'Body in hexadecimal', '7b 7d'],
  ['Base64', 'Body in Base64', 'e30='],
])('it is entered as %s, and a wrong character is named', async (name, label, written) => {
  const { bridge } = await openSignatures();
  await fields.timestamp.fill(signedAt);
  await fields.signature.fill(signature);
  await form(name).click();
  await page.getByLabelText(label).fill('!');
  await expect.element(page.getByText(/is not a (hexadecimal digit|Base64 character)/)).toBeVisible();
  await verify.click();
  await expect.element(page.getByLabelText(label)).toHaveFocus();
  await page.getByLabelText(label).fill(written);
  await press('Control+Enter');
  await verdict('Match');
  expect(bridge.inputs('signatures.verify').at(-1)?.body).toEqual(bytesOf('{}'));
});

test('a file above 32 MiB is refused, and what was entered stays', async () => {
  const { bridge } = await openSignatures();
  await page.getByLabelText('Body as text').fill('{}');
  const file = new File([new Uint8Array(33 * 1024 * 1024)], 'big.json');
  chooseFile(document.querySelectorAll('input[type=file]')[1], file);
  await expect.element(page.getByText(/“big.json” has 34,603,008 bytes/)).toBeVisible();
  await fields.timestamp.fill(signedAt);
  await fields.signature.fill(signature);
  await press('Control+Enter');
  await verdict('Match');
  expect(bridge.inputs('signatures.verify').at(-1)?.body).toEqual(bytesOf('{}'));
});
