import { expect, test, vi } from 'vitest';
import { keyringInstalled, openKeyring } from '../support/keyring.ts';
import { startElectronConsole } from './double/start-console.ts';

test.skipIf(!(await keyringInstalled()))(
  'asks the session for its keyring from a utility process',
  async () => {
    const session = await openKeyring('no-service');
    for (const [name, value] of Object.entries(session.env)) {
      vi.stubEnv(name, value);
    }
    const assay = await startElectronConsole();
    expect(await assay.invoke('check', 'keychain.check', {})).toMatchObject({
      ok: true,
      value: { state: 'absent', message: expect.stringContaining('This machine has no keyring for secrets') },
    });
    await assay.close();
    vi.unstubAllEnvs();
    await session.close();
  },
);
