import { vi } from 'vitest';
import { startElectronConsole } from '../electron/double/start-console.ts';
import type { HostUnderTest } from './suite.ts';

/** The Electron host: the real entry, preload and IPC, on a double of the runtime. */
export async function startElectron(): Promise<HostUnderTest> {
  // The double runs in this process, which must not use the secret service of the user running the tests.
  vi.stubEnv('DBUS_SESSION_BUS_ADDRESS', undefined);
  vi.stubEnv('XDG_RUNTIME_DIR', undefined);
  const assay = await startElectronConsole();
  return {
    invoke: assay.invoke,
    cancel: assay.cancel,
    subscribe: assay.subscribe,
    fetchMedia: assay.fetchMedia,
    reload: () => assay.window.contents.load('assay-app://console/'),
    async close() {
      await assay.close();
      vi.unstubAllEnvs();
    },
  };
}
