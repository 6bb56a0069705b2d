import type { Change } from './change.ts';

/** The text before and after the body in the signed text, and whether the body itself is left out. */
export type Frame = [prefix: string, suffix?: string, body?: 'bodiless'];

/** Another composition of the message than `<timestamp>:<body>` (interface 6.4). */
export interface MessageChange {
  change: Change;
  frame(timestamp: string): Frame;
}

function message(code: string, variant: string, cause: string, frame: MessageChange['frame']): MessageChange {
  return { change: { code, variant, family: 'message', cause }, frame };
}

const separators: [id: string, name: string, text: string][] = [
  ['none', 'nothing', ''],
  ['dot', 'a full stop', '.'],
  ['newline', 'a newline', '\n'],
  ['comma', 'a comma', ','],
  ['space', 'a space', ' '],
  ['colon-space', 'a colon and a space', ': '],
  ['spaced-colon', 'a colon between spaces', ' : '],
  ['semicolon', 'a semicolon', ';'],
  ['bar', 'a vertical bar', '|'],
  ['hyphen', 'a hyphen', '-'],
  ['underscore', 'an underscore', '_'],
  ['equals', 'an equals sign', '='],
  ['ampersand', 'an ampersand', '&'],
  ['slash', 'a slash', '/'],
  ['plus', 'a plus sign', '+'],
  ['hash', 'a number sign', '#'],
  ['two-colons', 'two colons', '::'],
  ['crlf', 'CRLF', '\r\n'],
  ['tab', 'a tab', '\t'],
  ['nul', 'a NUL byte', '\0'],
  ['literal-newline', 'a written-out \\n', '\\n'],
];

/** `callbackId` is the envelope's id, which some signing schemes include. */
export function messageChanges(callbackId: string | undefined): MessageChange[] {
  const sentence = 'The signed content is';
  return [
    message('timestamp-left-out', 'body', `${sentence} the body alone, without the timestamp.`, () => ['']),
    message('timestamp-left-out', 'colon', `${sentence} a colon and the body, without the timestamp.`, () => [
      ':',
    ]),
    ...separators.map(([id, name, text]) =>
      message(
        'separator',
        id,
        `${sentence} timestamp and body with ${name} between them instead of a colon.`,
        (timestamp) => [`${timestamp}${text}`],
      ),
    ),
    message(
      'order',
      'colon',
      `${sentence} the body first and then the timestamp, with a colon between them.`,
      (timestamp) => ['', `:${timestamp}`],
    ),
    ...separators.map(([id, name, text]) =>
      message(
        'order',
        id,
        `${sentence} the body first and then the timestamp, with ${name} between them.`,
        (timestamp) => ['', `${text}${timestamp}`],
      ),
    ),
    message(
      'body-left-out',
      'timestamp',
      `${sentence} the timestamp alone, without the body.`,
      (timestamp) => [timestamp, '', 'bodiless'],
    ),
    message('scheme', 'v0', `${sentence} “v0:” before timestamp and body, as Slack does.`, (timestamp) => [
      `v0:${timestamp}:`,
    ]),
    message('scheme', 'v1', `${sentence} “v1:” before timestamp and body.`, (timestamp) => [
      `v1:${timestamp}:`,
    ]),
    message(
      'scheme',
      'named',
      `${sentence} “t=” before the timestamp and a full stop after it.`,
      (timestamp) => [`t=${timestamp}.`],
    ),
    message('scheme', 'quoted', `${sentence} timestamp and body, the body in quotes.`, (timestamp) => [
      `${timestamp}:"`,
      '"',
    ]),
    ...(callbackId === undefined
      ? []
      : [
          message(
            'scheme',
            'standard-webhooks',
            `${sentence} callback id, timestamp and body with full stops, as Standard Webhooks does.`,
            (timestamp) => [`${callbackId}.${timestamp}.`],
          ),
          message('scheme', 'callback-id', `${sentence} the callback id instead of the timestamp.`, () => [
            `${callbackId}:`,
          ]),
        ]),
  ];
}
