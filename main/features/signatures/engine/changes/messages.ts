import type { Change } from './change.ts';

/** The text around the body in the signed text. */
export interface Frame {
  prefix: string;
  suffix: string;
  /** The body itself is not included. */
  bodiless?: true;
}

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
    message('timestamp-left-out', 'body', `${sentence} the body alone, without the timestamp.`, () => ({
      prefix: '',
      suffix: '',
    })),
    message(
      'timestamp-left-out',
      'colon',
      `${sentence} a colon and the body, without the timestamp.`,
      () => ({
        prefix: ':',
        suffix: '',
      }),
    ),
    ...separators.map(([id, name, text]) =>
      message(
        'separator',
        id,
        `${sentence} timestamp and body with ${name} between them instead of a colon.`,
        (timestamp) => ({
          prefix: `${timestamp}${text}`,
          suffix: '',
        }),
      ),
    ),
    message(
      'order',
      'colon',
      `${sentence} the body first and then the timestamp, with a colon between them.`,
      (timestamp) => ({ prefix: '', suffix: `:${timestamp}` }),
    ),
    ...separators.map(([id, name, text]) =>
      message(
        'order',
        id,
        `${sentence} the body first and then the timestamp, with ${name} between them.`,
        (timestamp) => ({
          prefix: '',
          suffix: `${text}${timestamp}`,
        }),
      ),
    ),
    message(
      'body-left-out',
      'timestamp',
      `${sentence} the timestamp alone, without the body.`,
      (timestamp) => ({ prefix: timestamp, suffix: '', bodiless: true }),
    ),
    message('scheme', 'v0', `${sentence} “v0:” before timestamp and body, as Slack does.`, (timestamp) => ({
      prefix: `v0:${timestamp}:`,
      suffix: '',
    })),
    message('scheme', 'v1', `${sentence} “v1:” before timestamp and body.`, (timestamp) => ({
      prefix: `v1:${timestamp}:`,
      suffix: '',
    })),
    message(
      'scheme',
      'named',
      `${sentence} “t=” before the timestamp and a full stop after it.`,
      (timestamp) => ({ prefix: `t=${timestamp}.`, suffix: '' }),
    ),
    message('scheme', 'quoted', `${sentence} timestamp and body, the body in quotes.`, (timestamp) => ({
      prefix: `${timestamp}:"`,
      suffix: '"',
    })),
    ...(callbackId === undefined
      ? []
      : [
          message(
            'scheme',
            'standard-webhooks',
            `${sentence} callback id, timestamp and body with full stops, as Standard Webhooks does.`,
            (timestamp) => ({ prefix: `${callbackId}.${timestamp}.`, suffix: '' }),
          ),
          message('scheme', 'callback-id', `${sentence} the callback id instead of the timestamp.`, () => ({
            prefix: `${callbackId}:`,
            suffix: '',
          })),
        ]),
  ];
}
