import { connect, type Socket } from 'node:net';

/**
 * Just enough of the D-Bus wire protocol (specification 0.42) to ask a session bus a question whose arguments are
 * strings: the state of the secret service has to be known before a library that may open a password window is called.
 */
export interface SessionBus {
  /** @throws BusRefusal when the other side answers with an error. */
  call(call: BusCall): Promise<BusValue>;
  close(): void;
}

export interface BusCall {
  destination: string;
  path: string;
  interface: string;
  member: string;
  args?: readonly string[];
}

/** The first value of a reply; what this console does not read is undefined. */
export type BusValue = string | number | boolean | undefined;

/** An error reply, with its D-Bus error name. */
export class BusRefusal extends Error {
  readonly errorName: string;

  constructor(errorName: string, message: string) {
    super(message);
    this.name = 'BusRefusal';
    this.errorName = errorName;
  }
}

const methodCall = 1;
const methodReturn = 2;
const errorReply = 3;
const field = {
  path: 1,
  interface: 2,
  member: 3,
  errorName: 4,
  replySerial: 5,
  destination: 6,
  signature: 8,
};
const fixedHeader = 16;
/** The protocol's own limit is 128 MiB; nothing asked for here comes near this. */
const longestMessage = 1_000_000;

/**
 * The socket of the session bus, from the variables the desktop sets, or undefined where there is none (or one this
 * console cannot reach, such as TCP).
 */
export function sessionBusSocket(
  variables: Readonly<Record<string, string | undefined>>,
): string | undefined {
  for (const address of (variables.DBUS_SESSION_BUS_ADDRESS ?? '').split(';')) {
    const match = /^unix:(?:[^,]*,)*(path|abstract)=([^,]+)/.exec(address);
    if (match?.[2]) return `${match[1] === 'abstract' ? '\0' : ''}${decodeURIComponent(match[2])}`;
  }
  if (variables.DBUS_SESSION_BUS_ADDRESS) return undefined;
  return variables.XDG_RUNTIME_DIR ? `${variables.XDG_RUNTIME_DIR}/bus` : undefined;
}

/** Connects and authenticates as the present user. Rejects when there is no bus, or when `signal` aborts. */
export async function openSessionBus(socketPath: string, signal: AbortSignal): Promise<SessionBus> {
  const socket = connect({ path: socketPath, signal });
  const incoming = reader(socket);
  try {
    const user = Buffer.from(String(process.getuid?.() ?? 0)).toString('hex');
    socket.write(`\0AUTH EXTERNAL ${user}\r\n`);
    const answer = await incoming.line();
    if (!answer.startsWith('OK ')) throw new BusRefusal('org.freedesktop.DBus.Error.AuthFailed', answer);
    socket.write('BEGIN\r\n');
    let serial = 0;
    const call = async (asked: BusCall): Promise<BusValue> => {
      serial += 1;
      socket.write(encodeCall(serial, asked));
      for (;;) {
        const reply = await incoming.message();
        if (reply.replySerial !== serial) continue;
        if (reply.type === errorReply) throw new BusRefusal(reply.errorName, String(reply.value ?? ''));
        if (reply.type === methodReturn) return reply.value;
      }
    };
    await call({
      destination: 'org.freedesktop.DBus',
      path: '/org/freedesktop/DBus',
      interface: 'org.freedesktop.DBus',
      member: 'Hello',
    });
    return { call, close: () => socket.destroy() };
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

function reader(socket: Socket): { line(): Promise<string>; message(): Promise<Reply> } {
  const chunks = socket[Symbol.asyncIterator]();
  let held = Buffer.alloc(0);
  const until = async (enough: () => number | undefined): Promise<Buffer> => {
    for (;;) {
      const length = enough();
      if (length !== undefined && length > longestMessage) throw new Error('The session bus sent too much.');
      if (length !== undefined && held.length >= length) {
        const taken = held.subarray(0, length);
        held = held.subarray(length);
        return taken;
      }
      const next = await chunks.next();
      if (next.done) throw new Error('The session bus hung up.');
      held = Buffer.concat([held, next.value]);
    }
  };
  return {
    async line() {
      const bytes = await until(() => {
        const end = held.indexOf('\r\n');
        return end === -1 ? undefined : end + 2;
      });
      return bytes.toString('latin1').trimEnd();
    },
    async message() {
      return decodeReply(await until(() => (held.length < fixedHeader ? undefined : messageLength(held))));
    },
  };
}

function aligned(offset: number, to: number): number {
  return Math.ceil(offset / to) * to;
}

function encodeCall(serial: number, call: BusCall): Buffer {
  const args = call.args ?? [];
  const body = new Writer();
  for (const argument of args) body.text(argument);
  const header = new Writer();
  header.bytes([0x6c, methodCall, 0, 1]); // 'l': little-endian; no flags; protocol 1
  header.number(body.length);
  header.number(serial);
  const fields = new Writer();
  const named = [
    [field.path, 'o', call.path],
    [field.interface, 's', call.interface],
    [field.member, 's', call.member],
    [field.destination, 's', call.destination],
  ] as const;
  for (const [code, type, value] of named) {
    fields.align(8);
    fields.bytes([code, 1, type.charCodeAt(0), 0]);
    fields.text(value);
  }
  if (args.length > 0) {
    fields.align(8);
    fields.bytes([field.signature, 1, 0x67, 0, args.length, ...Buffer.from('s'.repeat(args.length)), 0]);
  }
  header.number(fields.length);
  header.bytes(fields.done());
  header.align(8);
  header.bytes(body.done());
  return Buffer.from(header.done());
}

class Writer {
  readonly #bytes: number[] = [];

  get length(): number {
    return this.#bytes.length;
  }

  bytes(bytes: Iterable<number>): void {
    this.#bytes.push(...bytes);
  }

  align(to: number): void {
    while (this.#bytes.length % to !== 0) this.#bytes.push(0);
  }

  number(value: number): void {
    this.align(4);
    const four = Buffer.alloc(4);
    four.writeUInt32LE(value);
    this.bytes(four);
  }

  text(value: string): void {
    const utf8 = Buffer.from(value);
    this.number(utf8.length);
    this.bytes(utf8);
    this.bytes([0]);
  }

  done(): number[] {
    return this.#bytes;
  }
}

interface Reply {
  type: number;
  replySerial: number;
  errorName: string;
  value: BusValue;
}

function numberAt(bytes: Buffer, offset: number): number {
  return bytes[0] === 0x42 ? bytes.readUInt32BE(offset) : bytes.readUInt32LE(offset);
}

function messageLength(bytes: Buffer): number {
  return aligned(fixedHeader + numberAt(bytes, 12), 8) + numberAt(bytes, 4);
}

function decodeReply(bytes: Buffer): Reply {
  const fieldsEnd = fixedHeader + numberAt(bytes, 12);
  const reply: Reply = { type: bytes.readUInt8(1), replySerial: 0, errorName: '', value: undefined };
  let signature = '';
  let at = fixedHeader;
  while (at < fieldsEnd) {
    at = aligned(at, 8);
    const code = bytes.readUInt8(at);
    const { value, end, type } = variant(bytes, at + 1);
    if (type === undefined) break;
    if (code === field.replySerial && typeof value === 'number') reply.replySerial = value;
    if (code === field.errorName && typeof value === 'string') reply.errorName = value;
    if (code === field.signature && typeof value === 'string') signature = value;
    at = end;
  }
  if (signature !== '') reply.value = single(bytes, aligned(fieldsEnd, 8), signature.charAt(0)).value;
  return reply;
}

interface Read {
  value: BusValue;
  end: number;
  /** Absent when the type is none of those read here. */
  type?: string;
}

function variant(bytes: Buffer, at: number): Read {
  const length = bytes.readUInt8(at);
  const type = bytes.toString('latin1', at + 1, at + 1 + length);
  return single(bytes, at + length + 2, type);
}

function single(bytes: Buffer, at: number, type: string): Read {
  if (type === 's' || type === 'o') {
    const start = aligned(at, 4);
    const length = numberAt(bytes, start);
    return {
      value: bytes.toString('utf8', start + 4, start + 4 + length),
      end: start + 5 + length,
      type,
    };
  }
  if (type === 'g') {
    const length = bytes.readUInt8(at);
    return { value: bytes.toString('latin1', at + 1, at + 1 + length), end: at + 2 + length, type };
  }
  if (type === 'u' || type === 'b') {
    const start = aligned(at, 4);
    const number = numberAt(bytes, start);
    return { value: type === 'b' ? number === 1 : number, end: start + 4, type };
  }
  if (type === 'v') return variant(bytes, at);
  return { value: undefined, end: at };
}
