import { afterAll, beforeAll, expect, test } from 'vitest';
import kept from '../../docs/guide/images/names.json' with { type: 'json' };
import { type KeyringSession, openKeyring } from '../support/keyring.ts';
import { namesOn, screens } from '../support/picture-screens.ts';
import { type RunningConsole, startConsole } from './console.ts';

let keyring: KeyringSession;
let console: RunningConsole;
beforeAll(async () => {
  keyring = await openKeyring('present');
  console = await startConsole({
    env: keyring.env,
    colorScheme: 'light',
    viewport: { width: 1280, height: 800 },
  });
});
afterAll(async () => {
  await console.stop();
  await keyring.close();
});

const pictures: Record<string, string[]> = kept;

// In the order of the walk: each screen follows from the one before.
test.each(screens)(
  'the names in the picture “%s” are on its screen (make it again with `npm run pictures`)',
  async (name, show) => {
    await show(console.page);
    const wanted = pictures[name] ?? [];
    await expect
      .poll(async () => {
        const present = await namesOn(console.page);
        return wanted.filter((text) => !present.includes(text));
      })
      .toEqual([]);
  },
);
