import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startHost } from '../journeys/console.ts';
import { entryOf, fromThePage, openBridge } from '../support/wire.ts';
import type { HostUnderTest } from './suite.ts';

/** The browser host in its own process, used over real HTTP and a real WebSocket by the renderer's code. */
export async function startBrowserConsole(): Promise<HostUnderTest> {
  const dataDir = await mkdtemp(join(tmpdir(), 'assay-hosts-'));
  const host = await startHost(dataDir, {});
  const { origin } = new URL(host.url);
  const entry = entryOf(host.url);
  let page = await openBridge(host.url, entry);
  return {
    invoke: (callId, operation, input) => page.invoke(callId, operation, input),
    cancel: (callId) => page.cancel(callId),
    subscribe: (listener) => page.subscribe(listener),
    fetchMedia: (address, headers = {}) =>
      fetch(new URL(address, origin), { headers: { ...headers, ...fromThePage } }),
    async reload() {
      page.close();
      page = await openBridge(host.url, entry);
    },
    async close() {
      page.close();
      await host.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
