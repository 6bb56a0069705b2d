import { startConsole } from './journeys/console.ts';
import { openKeyring } from './support/keyring.ts';
import { screens } from './support/picture-screens.ts';
const keyring = await openKeyring('present');
const out = '/tmp/h1';
try {
  await using console_ = await startConsole({ env: keyring.env, colorScheme: 'light', viewport: { width: 1280, height: 800 } });
  const { page } = console_;
  const go = (h: string) => page.evaluate((to) => { window.location.hash = to; }, h);
  const shot = async (n: string) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.waitForTimeout(400);
      await page.screenshot({ path: `${out}/${n}-${colorScheme}.png` });
    }
    await page.emulateMedia({ colorScheme: 'light' });
  };
  const by = Object.fromEntries(screens);
  await by.callbacks?.(page);
  await shot('inbox');
  // open some cases so that they are missed
  await page.getByRole('navigation').getByRole('button', { name: 'Cases' }).click();
  await page.getByRole('button', { name: /^Samples/ }).click();
  const titles = await page.locator('li').allInnerTexts();
  for (const t of titles.filter((x) => /Finished/.test(x)).slice(0, 4)) {
    await go('#/cases'); 
    await page.getByRole('button', { name: /^Samples/ }).click();
    await page.locator('li').getByText(t.split('\n')[0] ?? '').first().click();
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForTimeout(1500);
  }
  await go('#/callbacks/missed');
  await page.getByRole('button', { name: 'Copy as a script' }).waitFor();
  await shot('missed');
  await page.getByRole('button', { name: 'List messages' }).click();
  await page.getByRole('button', { name: 'Use this console’s listener' }).click();
  await page.getByRole('button', { name: /^Send \d+ messages/ }).click();
  await page.getByText('0 not sent').waitFor();
  await shot('again');
  await page.getByRole('table', { name: 'Messages to send again' }).scrollIntoViewIfNeeded();
  await shot('again2');
  await go('#/callbacks/send');
  await page.getByRole('button', { name: 'Show and edit body and headers' }).click();
  await page.getByRole('textbox', { name: 'Template of your own' }).fill('Refusal of a test');
  await page.getByRole('button', { name: 'Save as new' }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).scrollIntoViewIfNeeded();
  await shot('send');
  await by.signatures?.(page);
  await shot('signatures');
} finally { await keyring.close(); }
