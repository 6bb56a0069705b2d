import { WebSocket as NodeSocket } from 'ws';
import { sessionGrant } from '../../preload/contract/browser-session.ts';
import { type BridgeClient, createBridgeClient } from '../../renderer/bridge/bridge-client.ts';
import { pageSession } from '../../renderer/bridge/handshake.ts';
import { SocketBridge } from '../../renderer/bridge/socket.ts';

/** The renderer's end of the bridge, implemented in Node for the browser host. */
export interface Wire {
  bridge: BridgeClient;
  origin: string;
  /** Every frame received from main. */
  receivedFrames: Buffer[];
  /** An address with which a browser can connect besides this wire. Works once. */
  entry(): string;
  close(): void;
}

/** The header that browsers set on the page's own requests. Media and downloads require it. */
export const fromThePage = { 'sec-fetch-site': 'same-origin' };

/** Connects as a page does: exchanges the one-time token for a session, then opens the socket. */
export async function openWire(url: string): Promise<Wire> {
  const { origin, host, hash } = new URL(url);
  const token = new URLSearchParams(hash.slice(1)).get('token') ?? '';
  const reply = await fetch(`${origin}/session`, { method: 'POST', body: token, headers: { origin } });
  if (!reply.ok) {
    throw new Error(`The host did not let the wire in: ${reply.status}`);
  }
  const session = await pageSession(sessionGrant.parse(await reply.json()), host);
  const receivedFrames: Buffer[] = [];
  const first = Promise.withResolvers<void>();
  let entryToken = '';
  const bridge = new SocketBridge({
    address: `ws://${host}/bridge`,
    session,
    onEntryToken(given) {
      entryToken = given;
      first.resolve();
    },
    // `ws` behaves like the browser's WebSocket and can send the headers a browser adds.
    open(address) {
      const socket = new NodeSocket(address, { headers: { origin } });
      socket.on('message', (data: ArrayBuffer | Buffer) =>
        receivedFrames.push(Buffer.from(data as ArrayBuffer)),
      );
      return socket as unknown as WebSocket;
    },
  });
  await first.promise;
  return {
    bridge: createBridgeClient(bridge),
    origin,
    receivedFrames,
    entry: () => `${origin}/#token=${entryToken}`,
    close: () => bridge.close(),
  };
}
