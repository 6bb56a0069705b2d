import { connect, type Socket } from 'node:net';
import { type BusCall, type BusMessage, decodeMessage, encodeCall, messageLength } from './bus-wire.ts';
import type { BusValue } from './dbus-codec.ts';

/** A connection to the D-Bus session bus, with what the secret service needs. */
export type SessionBus = Awaited<ReturnType<typeof openSessionBus>>;

export interface BusSignal {
  /** The unique name of its sender: any connection may send a signal of any name. */
  sender: string;
  path: string;
  interface: string;
  member: string;
}

/** An error reply, with its D-Bus error name. */
export class BusRefusal extends Error {
  readonly errorName: string;

  constructor(errorName: string, message: string) {
    super(message);
    this.name = 'BusRefusal';
    this.errorName = errorName;
  }
}

/** The program on the bus does not answer: it hangs or was stopped. */
export class BusTimeout extends Error {
  constructor() {
    super('No answer over the session bus.');
    this.name = 'BusTimeout';
  }
}

/** The longest duration of a call, in milliseconds; a user's answer takes longer but comes as a signal. */
const callWithinMs = 5_000;
/** The protocol's limit is 128 MiB; no reply used here comes near this. */
const maxMessage = 1_000_000;
/** The longest line of the authentication, in bytes; normally less than 100. */
const maxLine = 16 * 1024;

/** The socket of the session bus, from the desktop's variables; undefined when there is none or it is not a Unix socket. */
export function sessionBusSocket(
  variables: Readonly<Record<string, string | undefined>>,
): string | undefined {
  for (const address of (variables.DBUS_SESSION_BUS_ADDRESS ?? '').split(';')) {
    const match = /^unix:(?:[^,]*,)*(path|abstract)=([^,]+)/.exec(address);
    const path = match?.[2] === undefined ? undefined : unescaped(match[2]);
    if (path !== undefined) {
      return `${match?.[1] === 'abstract' ? '\0' : ''}${path}`;
    }
  }
  if (variables.DBUS_SESSION_BUS_ADDRESS) {
    return undefined;
  }
  return variables.XDG_RUNTIME_DIR ? `${variables.XDG_RUNTIME_DIR}/bus` : undefined;
}

/** The value of an address, or undefined when it has an invalid escape (D-Bus specification 0.42, "Server Addresses"). */
function unescaped(value: string): string | undefined {
  try {
    const text = decodeURIComponent(value);
    // A path never holds a null byte, and connecting to one throws.
    return text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
}

/** Connects and authenticates as the current user. Rejects when there is no bus; `signal` closes the connection. */
export async function openSessionBus(socketPath: string, signal: AbortSignal) {
  const socket = connect({ path: socketPath, signal });
  const incoming = reader(socket);
  const signals: BusMessage[] = [];
  let serial = 0;

  async function call(busCall: BusCall): Promise<BusValue[]> {
    serial += 1;
    socket.write(encodeCall(serial, busCall));
    const { promise: late, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => reject(new BusTimeout()), callWithinMs);
    try {
      return await Promise.race([reply(serial), late]);
    } finally {
      clearTimeout(timer);
    }
  }

  async function reply(to: number): Promise<BusValue[]> {
    for (;;) {
      const message = await incoming.message();
      if (message.type === 'signal') {
        signals.push(message);
      }
      if (message.replySerial !== to) {
        continue;
      }
      if (message.type === 'error') {
        throw new BusRefusal(message.errorName, String(message.body[0] ?? ''));
      }
      if (message.type === 'reply') {
        return message.body;
      }
    }
  }

  try {
    const user = Buffer.from(String(process.getuid?.() ?? 0)).toString('hex');
    socket.write(`\0AUTH EXTERNAL ${user}\r\n`);
    const answer = await incoming.line();
    if (!answer.startsWith('OK ')) {
      throw new BusRefusal('org.freedesktop.DBus.Error.AuthFailed', answer);
    }
    socket.write('BEGIN\r\n');
    await call({ ...busName, member: 'Hello' });
  } catch (error) {
    socket.destroy();
    throw error;
  }
  return {
    /**
     * The values of the reply.
     * @throws BusRefusal for an error reply, BusTimeout when there is none in time
     */
    call,
    /** The values of the next such signal; a match rule for it must have been added. */
    async signal(wanted: BusSignal): Promise<BusValue[]> {
      for (;;) {
        const message = signals.shift() ?? (await incoming.message());
        const fits =
          message.sender === wanted.sender &&
          message.path === wanted.path &&
          message.interface === wanted.interface &&
          message.member === wanted.member;
        if (message.type === 'signal' && fits) {
          return message.body;
        }
      }
    },
    close(): void {
      socket.destroy();
    },
  };
}

/** The bus itself as destination. */
export const busName = {
  destination: 'org.freedesktop.DBus',
  path: '/org/freedesktop/DBus',
  interface: 'org.freedesktop.DBus',
};

function reader(socket: Socket): { line(): Promise<string>; message(): Promise<BusMessage> } {
  const chunks = socket[Symbol.asyncIterator]();
  let held = Buffer.alloc(0);
  async function until(enough: () => number | undefined): Promise<Buffer> {
    for (;;) {
      const length = enough();
      if (length !== undefined && length > maxMessage) {
        throw new Error('The session bus sent too much.');
      }
      if (length !== undefined && held.length >= length) {
        const taken = held.subarray(0, length);
        held = held.subarray(length);
        return taken;
      }
      const next = await chunks.next();
      if (next.done) {
        throw new Error('The session bus closed the connection.');
      }
      held = Buffer.concat([held, next.value]);
    }
  }
  return {
    async line() {
      const bytes = await until(() => {
        const end = held.indexOf('\r\n');
        if (end > maxLine || (end === -1 && held.length > maxLine)) {
          throw new Error('The session bus sent too long a line.');
        }
        return end === -1 ? undefined : end + 2;
      });
      return bytes.toString('latin1').trimEnd();
    },
    async message() {
      return decodeMessage(await until(() => messageLength(held)));
    },
  };
}
