import { WebSocket as NodeSocket } from 'ws';
import { createLine, type Line } from '../../renderer/bridge/line.ts';
import { socketBridge } from '../../renderer/bridge/socket.ts';

/** The renderer's own end of the bridge, spoken from Node to a browser host. */
export interface Wire {
  line: Line;
  origin: string;
  /** Header of the session, for fetching media as the page does. */
  cookie: string;
  /** Every frame main sent, as it came. */
  heard: Buffer[];
  close(): void;
}

/** Goes in as a page does: exchanges the one-time token in the address for a session, then opens the socket. */
export async function openWire(url: string): Promise<Wire> {
  const { origin, host, hash } = new URL(url);
  const token = new URLSearchParams(hash.slice(1)).get('token') ?? '';
  const reply = await fetch(`${origin}/session`, { method: 'POST', body: token, headers: { origin } });
  const cookie = reply.headers.getSetCookie()[0]?.split(';')[0];
  if (!cookie) throw new Error(`The host did not let the wire in: ${reply.status}`);
  const heard: Buffer[] = [];
  const bridge = socketBridge({
    address: `ws://${host}/bridge`,
    // `ws` behaves like the browser's WebSocket, and can send the headers a browser adds by itself.
    open(address) {
      const socket = new NodeSocket(address, { headers: { cookie, origin } });
      socket.on('message', (data: ArrayBuffer | Buffer) => heard.push(Buffer.from(data as ArrayBuffer)));
      return socket as unknown as WebSocket;
    },
  });
  return { line: createLine(bridge), origin, cookie, heard, close: () => bridge.close() };
}
