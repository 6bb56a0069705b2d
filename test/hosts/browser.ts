import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WebSocket as NodeSocket } from 'ws';
import { sessionGrant } from '../../preload/contract/browser-session.ts';
import { pageSession } from '../../renderer/bridge/handshake.ts';
import { SocketBridge } from '../../renderer/bridge/socket.ts';
import { startHost } from '../journeys/console.ts';
import { fromThePage } from '../support/wire.ts';
import type { HostUnderTest } from './suite.ts';

/** The browser host in its own process, used over real HTTP and a real WebSocket by the renderer's code. */
export async function startBrowserConsole(): Promise<HostUnderTest> {
  const dataDir = await mkdtemp(join(tmpdir(), 'assay-hosts-'));
  const host = await startHost(dataDir, {});
  const { origin, hash } = new URL(host.url);
  const entered = await fetch(`${origin}/session`, {
    method: 'POST',
    headers: { origin },
    body: new URLSearchParams(hash.slice(1)).get('token') ?? '',
  });
  const session = await pageSession(sessionGrant.parse(await entered.json()), new URL(origin).host);
  const load = () =>
    new SocketBridge({
      address: `${origin.replace('http', 'ws')}/bridge`,
      session,
      open: (address) => new NodeSocket(address, { headers: { origin } }) as unknown as WebSocket,
    });
  let page = load();
  return {
    invoke: (callId, operation, input) => page.invoke(callId, operation, input),
    cancel: (callId) => page.cancel(callId),
    subscribe: (listener) => page.subscribe(listener),
    fetchMedia: (address, headers = {}) =>
      fetch(new URL(address, origin), { headers: { ...headers, ...fromThePage } }),
    async reload() {
      page.close();
      page = load();
    },
    async close() {
      page.close();
      await host.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
