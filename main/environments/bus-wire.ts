import { alignUp, type BusArgument, BusReader, type BusValue, BusWriter, typesIn } from './dbus-codec.ts';

/** The messages of D-Bus (specification 0.42, "Message Protocol"). */

export interface BusCall {
  destination: string;
  path: string;
  interface: string;
  member: string;
  /** The types of `args`, such as `sao`. */
  signature?: string;
  args?: readonly BusArgument[];
}

export interface BusMessage {
  type: 'call' | 'reply' | 'error' | 'signal' | 'other';
  /** The serial of the call that this replies to. */
  replySerial: number;
  errorName: string;
  path: string;
  interface: string;
  member: string;
  /** The unique name of the sender's connection, such as `:1.5`; set by the bus. */
  sender: string;
  body: BusValue[];
}

const types = ['other', 'call', 'reply', 'error', 'signal'] as const;
const field = {
  path: 1,
  interface: 2,
  member: 3,
  errorName: 4,
  replySerial: 5,
  destination: 6,
  sender: 7,
  signature: 8,
};
const fixedHeader = 16;

/** The length in bytes of the message that begins here; undefined while too few bytes are there. */
export function messageLength(bytes: Buffer): number | undefined {
  if (bytes.length < fixedHeader) {
    return undefined;
  }
  return alignUp(fixedHeader + new BusReader(bytes, 12).number(), 8) + new BusReader(bytes, 4).number();
}

/** A complete method call. @throws TypeError when the arguments do not match the signature */
export function encodeCall(serial: number, call: BusCall): Buffer {
  const { signature = '', args = [] } = call;
  const body = new BusWriter();
  typesIn(signature).forEach((type, index) => {
    body.value(type, args[index] ?? '');
  });
  const fields: BusArgument[] = [
    [field.path, { signature: 'o', value: call.path }],
    [field.interface, { signature: 's', value: call.interface }],
    [field.member, { signature: 's', value: call.member }],
    [field.destination, { signature: 's', value: call.destination }],
  ];
  if (signature !== '') {
    fields.push([field.signature, { signature: 'g', value: signature }]);
  }
  const message = new BusWriter();
  message.bytes(['l'.charCodeAt(0), types.indexOf('call'), 0, 1]); // little-endian, no flags, protocol 1
  message.number(body.length);
  message.number(serial);
  message.value('a(yv)', fields);
  message.align(8);
  message.bytes(body.done());
  return Buffer.from(message.done());
}

/** @throws Error when the bytes are not a message. */
export function decodeMessage(bytes: Buffer): BusMessage {
  const message: BusMessage = {
    type: types[bytes.readUInt8(1)] ?? 'other',
    replySerial: 0,
    errorName: '',
    path: '',
    interface: '',
    member: '',
    sender: '',
    body: [],
  };
  let signature = '';
  const reader = new BusReader(bytes, 12);
  for (const entry of reader.value('a(yv)') as BusValue[]) {
    const [code, value] = entry as [number, BusValue];
    if (code === field.replySerial && typeof value === 'number') {
      message.replySerial = value;
    }
    if (typeof value !== 'string') {
      continue;
    }
    if (code === field.path) {
      message.path = value;
    }
    if (code === field.interface) {
      message.interface = value;
    }
    if (code === field.member) {
      message.member = value;
    }
    if (code === field.sender) {
      message.sender = value;
    }
    if (code === field.errorName) {
      message.errorName = value;
    }
    if (code === field.signature) {
      signature = value;
    }
  }
  reader.align(8);
  message.body = typesIn(signature).map((type) => reader.value(type));
  return message;
}
