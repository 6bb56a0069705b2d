import { join } from 'node:path';
import { startConsole } from './journeys/console.ts';
import { openKeyring } from './support/keyring.ts';

/** `npm run screenshot`: makes the picture in README from the running product. All people in it are invented by the sandbox. */
const keyring = await openKeyring('present');
try {
  await using console = await startConsole({ env: keyring.env });
  const { page } = console;
  await page.getByText('On a PEP list, monitoring on: may not be deleted').click();
  await page.getByRole('heading', { level: 1, name: /^Finished/ }).waitFor();
  await page
    .getByRole('button', { name: /^Show personal data/ })
    .first()
    .click();
  await page.mouse.move(0, 0);
  await page.screenshot({
    path: join(import.meta.dirname, '..', 'docs', 'inspector.png'),
    animations: 'disabled',
  });
} finally {
  await keyring.close();
}
