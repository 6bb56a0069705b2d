import { expect, test, vi } from 'vitest';
import { keyringInstalled, openKeyring } from '../support/keyring.ts';
import { startElectronConsole } from './double/start-console.ts';

test.skipIf(!(await keyringInstalled()))('finds the keyring open from a utility process', async () => {
  const session = await openKeyring('present');
  for (const [name, value] of Object.entries(session.env)) {
    vi.stubEnv(name, value);
  }
  const assay = await startElectronConsole();
  expect(await assay.invoke('check', 'keychain.check', {})).toMatchObject({
    ok: true,
    value: { state: 'available' },
  });
  await assay.close();
  vi.unstubAllEnvs();
  await session.close();
});
