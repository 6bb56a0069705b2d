import { mkdtemp } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type BusMessage, decodeMessage, messageLength } from '../../main/environments/bus-wire.ts';
import { type BusArgument, BusWriter, typesIn } from '../../main/environments/dbus-codec.ts';

/** Listens as a session bus until the test has finished. Returns the environment variables for it. */
export async function listenAsBus(serve: (socket: Socket) => void): Promise<Record<string, string>> {
  const path = join(await mkdtemp(join(tmpdir(), 'assay-bus-')), 'bus');
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket.on('error', () => undefined));
    serve(socket);
  });
  await new Promise<void>((resolve) => server.listen(path, resolve));
  onTestFinished(() => {
    for (const socket of open) {
      socket.destroy();
    }
    server.close();
  });
  return { DBUS_SESSION_BUS_ADDRESS: `unix:path=${path}` };
}

interface PromptBehaviour {
  /** The user's action in the prompt. */
  dismissed: boolean;
  /** Whether the service acts after an accepted prompt. */
  acts: boolean;
  /** Another connection claims first that the prompt was accepted. */
  impostor?: boolean;
  /** The initial secret. */
  stored?: string;
}

const owner = ':1.5';
const item = '/org/freedesktop/secrets/collection/login/1';
const prompt = '/org/freedesktop/secrets/prompt/p1';
const variant = (signature: string, value: BusArgument) => ({ signature, value });

/** A secret service with one open keyring, which asks for consent to each change. */
export function promptingService(behaviour: PromptBehaviour) {
  let stored = behaviour.stored;
  let change = () => {};

  function completed(sender: string, dismissed: boolean): Buffer {
    return encode(
      'signal',
      [
        [1, variant('o', prompt)],
        [2, variant('s', 'org.freedesktop.Secret.Prompt')],
        [3, variant('s', 'Completed')],
        [7, variant('s', sender)],
        [8, variant('g', 'bv')],
      ],
      'bv',
      [dismissed, variant('s', '')],
    );
  }

  function answer({ member, body }: BusMessage): { reply: [string, ...BusArgument[]]; signals?: Buffer[] } {
    switch (member) {
      case 'Hello':
        return { reply: ['s', ':1.9'] };
      case 'GetNameOwner':
        return { reply: ['s', owner] };
      case 'ReadAlias':
        return { reply: ['o', '/org/freedesktop/secrets/collection/login'] };
      case 'Get':
        return { reply: ['v', variant('b', false)] };
      case 'OpenSession':
        return { reply: ['vo', variant('s', ''), '/session'] };
      case 'SearchItems':
        return { reply: ['aoao', stored === undefined ? [] : [item], []] };
      case 'GetSecret':
        return { reply: ['(oayays)', ['/session', [], [...Buffer.from(stored ?? '')], 'text/plain']] };
      case 'CreateItem': {
        const secret = body[1] as [string, Uint8Array, Uint8Array, string];
        change = () => {
          stored = Buffer.from(secret[2]).toString('utf8');
        };
        return { reply: ['oo', '/', prompt] };
      }
      case 'Delete':
        change = () => {
          stored = undefined;
        };
        return { reply: ['o', prompt] };
      case 'Prompt': {
        if (behaviour.acts && !behaviour.dismissed) {
          change();
        }
        const signals = [completed(owner, behaviour.dismissed)];
        return {
          reply: [''],
          signals: behaviour.impostor ? [completed(':1.66', false), ...signals] : signals,
        };
      }
      default:
        return { reply: [''] };
    }
  }

  function serve(socket: Socket): void {
    let held = Buffer.alloc(0);
    let authenticated = false;
    socket.on('data', (chunk) => {
      held = Buffer.concat([held, chunk]);
      if (!authenticated) {
        const begin = held.indexOf('BEGIN\r\n');
        if (begin === -1) {
          socket.write('OK 1234\r\n');
          return;
        }
        authenticated = true;
        held = held.subarray(begin + 'BEGIN\r\n'.length);
      }
      for (;;) {
        const length = messageLength(held);
        if (length === undefined || held.length < length) {
          return;
        }
        const serial = held.readUInt32LE(8);
        const call = decodeMessage(Buffer.from(held.subarray(0, length)));
        held = held.subarray(length);
        if (call.member === 'OpenSession' && call.body[0] !== 'plain') {
          const name = 'org.freedesktop.DBus.Error.NotSupported';
          socket.write(
            encode(
              'error',
              [
                [5, variant('u', serial)],
                [4, variant('s', name)],
              ],
              '',
              [],
            ),
          );
          continue;
        }
        const { reply, signals = [] } = answer(call);
        const [signature, ...values] = reply;
        const fields: BusArgument[] = [[5, variant('u', serial)]];
        if (signature !== '') {
          fields.push([8, variant('g', signature)]);
        }
        socket.write(Buffer.concat([encode('reply', fields, signature, values), ...signals]));
      }
    });
  }

  return { serve, stored: () => stored };
}

const messageTypes = ['other', 'call', 'reply', 'error', 'signal'] as const;

function encode(
  type: (typeof messageTypes)[number],
  fields: BusArgument,
  signature: string,
  values: readonly BusArgument[],
): Buffer {
  const body = new BusWriter();
  typesIn(signature).forEach((one, index) => {
    body.value(one, values[index] ?? '');
  });
  const message = new BusWriter();
  message.bytes(['l'.charCodeAt(0), messageTypes.indexOf(type), 0, 1]);
  message.number(body.length);
  message.number(1);
  message.value('a(yv)', fields);
  message.align(8);
  message.bytes(body.done());
  return Buffer.from(message.done());
}
