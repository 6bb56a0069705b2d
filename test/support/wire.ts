import { randomBytes } from 'node:crypto';
import { WebSocket as NodeSocket } from 'ws';
import type { PageEntry } from '../../preload/contract/browser-session.ts';
import { type BridgeClient, createBridgeClient } from '../../renderer/bridge/bridge-client.ts';
import { openSocketBridge, type SocketBridge } from '../../renderer/bridge/socket.ts';

/** The renderer's end of the bridge, implemented in Node for the browser host. */
export interface Wire {
  bridge: BridgeClient;
  origin: string;
  /** Every frame received from main. */
  receivedFrames: Buffer[];
  close(): void;
}

/** The header that browsers set on the page's own requests. Media and downloads require it. */
export const fromThePage = { 'sec-fetch-site': 'same-origin' };

/** Returns the entry that admits the first page with this address; kept, it admits others beside it. */
export function entryOf(url: string): PageEntry {
  const entry = new URLSearchParams(new URL(url).hash.slice(1)).get('token') ?? '';
  return { session: randomBytes(32).toString('hex'), entry };
}

/** Connects as a page does. */
export async function openWire(url: string, entry = entryOf(url)): Promise<Wire> {
  const { origin } = new URL(url);
  const receivedFrames: Buffer[] = [];
  const bridge = await openBridge(url, entry, (socket) =>
    socket.on('message', (data: ArrayBuffer | Buffer) =>
      receivedFrames.push(Buffer.from(data as ArrayBuffer)),
    ),
  );
  return { bridge: createBridgeClient(bridge), origin, receivedFrames, close: () => bridge.close() };
}

/** The page's bridge on a socket of Node, which can send the headers that a browser adds. */
export async function openBridge(
  url: string,
  entry: PageEntry,
  opened: (socket: NodeSocket) => void = () => undefined,
): Promise<SocketBridge> {
  const { origin, host } = new URL(url);
  const socket = new NodeSocket(`ws://${host}/bridge`, { headers: { origin } });
  socket.on('error', () => {});
  opened(socket);
  const bridge = await openSocketBridge(socket as unknown as WebSocket, entry);
  if (bridge === undefined) {
    throw new Error('The host did not let the wire in.');
  }
  return bridge;
}
