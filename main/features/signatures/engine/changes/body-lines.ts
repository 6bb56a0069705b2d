import { withoutEnd } from '../without-end.ts';
import { type BodyChange, bytesChange, textChange } from './body-change.ts';

const endings: [id: string, name: string, text: string][] = [
  ['lf', 'newline', '\n'],
  ['crlf', 'CRLF line end', '\r\n'],
  ['cr', 'carriage return', '\r'],
  ['two-lf', 'pair of newlines', '\n\n'],
];

/** Returns the text without trailing line ends, when there are two or more. Linear time. */
function withoutLineEnds(text: string): string {
  let at = text.length;
  let count = 0;
  for (; at > 0; count++) {
    const last = text[at - 1];
    if (last === '\n') {
      at -= text[at - 2] === '\r' ? 2 : 1;
    } else if (last === '\r') {
      at--;
    } else {
      break;
    }
  }
  return count > 1 ? text.slice(0, at) : text;
}

/** Returns changes of a line end at the end: the most common effect of copying, editors and `echo`. */
export function newlineChanges(): BodyChange[] {
  const append = (view: { bytes: Buffer }, text: string) => Buffer.concat([view.bytes, Buffer.from(text)]);
  return [
    ...endings.map(([id, name, text]) =>
      bytesChange(
        'newline-removed',
        id,
        `The signed content ends with a ${name}; the received body has lost it.`,
        (view) => append(view, text),
        'outer',
      ),
    ),
    textChange(
      'newline-added',
      'one',
      'The received body ends with a line end that was not signed.',
      (text) => text.replace(/(\r\n|\n|\r)$/, ''),
      'outer',
    ),
    textChange(
      'newline-added',
      'all',
      'The received body ends with several line ends that were not signed.',
      withoutLineEnds,
      'outer',
    ),
    textChange(
      'newline-added',
      'leading',
      'The received body begins with line ends that were not signed.',
      (text) => text.replace(/^[\r\n]+/, ''),
      'outer',
    ),
    textChange(
      'newline-removed',
      'leading',
      'The signed content begins with a newline.',
      (text) => `\n${text}`,
      'outer',
    ),
  ];
}

const ends = 'line-ends';

/** Line ends inside the body in another common form. */
export function lineEndChanges(): BodyChange[] {
  return [
    textChange(ends, 'to-lf', 'The signed content has LF line ends; the received body has CRLF.', (t) =>
      t.replaceAll('\r\n', '\n'),
    ),
    textChange(ends, 'to-crlf', 'The signed content has CRLF line ends; the received body has LF.', (t) =>
      t.replace(/\r?\n/g, '\r\n'),
    ),
  ];
}

/** Rarer changes of line ends inside the body, and other white space around it. */
export function lineChanges(): BodyChange[] {
  const space = 'white-space';
  return [
    textChange(ends, 'cr-to-lf', 'The signed content has LF line ends; the received body has CR.', (t) =>
      t.replace(/\r\n?/g, '\n'),
    ),
    textChange(ends, 'to-cr', 'The signed content has CR line ends.', (t) => t.replace(/\r?\n/g, '\r')),
    textChange(ends, 'doubled', 'The carriage returns of the body were doubled on the way.', (t) =>
      byLine(t, (line) => (line.endsWith('\r') ? `${withoutEnd(line, '\r')}\r` : line)),
    ),
    textChange(ends, 'removed', 'The signed content has no line ends at all.', withinLines(/[\r\n]+/g)),
    textChange(
      ends,
      'unindented',
      'The signed content has neither line ends nor indentation.',
      withinLines(/[\r\n]+[ \t]*/g),
    ),
    textChange(ends, 'literal', 'The received body has \\n written out where line ends were signed.', (t) =>
      t.replaceAll('\\r\\n', '\r\n').replaceAll('\\n', '\n'),
    ),
    textChange(
      space,
      'trim',
      'The received body has white space around it that was not signed.',
      (t) => (trimStart(t) === t || trimEnd(t) === t ? undefined : trimEnd(trimStart(t))),
      'outer',
    ),
    textChange(
      space,
      'trim-end',
      'The received body has white space after it that was not signed.',
      trimEnd,
      'outer',
    ),
    textChange(
      space,
      'trim-start',
      'The received body has white space before it that was not signed.',
      trimStart,
      'outer',
    ),
    textChange(
      space,
      'line-ends',
      'The lines of the received body end with white space that was not signed.',
      (t) =>
        byLine(t, (line) => {
          const end = line.endsWith('\r') ? '\r' : '';
          return `${withoutEnd(line.slice(0, line.length - end.length), ' \t')}${end}`;
        }),
    ),
    textChange(space, 'space-after', 'The signed content ends with a space.', (t) => `${t} `, 'outer'),
    textChange(space, 'space-before', 'The signed content begins with a space.', (t) => ` ${t}`, 'outer'),
    textChange(space, 'tabs-2', 'The signed content has two spaces where the received body has tabs.', (t) =>
      t.replaceAll('\t', '  '),
    ),
    textChange(space, 'tabs-4', 'The signed content has four spaces where the received body has tabs.', (t) =>
      t.replaceAll('\t', '    '),
    ),
    plainTextChange(
      'collapsed',
      'The signed content has single spaces where the received body has runs of white space.',
      (t) => t.replace(/\s+/g, ' '),
    ),
    plainTextChange('all-removed', 'The signed content has no white space at all.', (t) =>
      t.replace(/\s+/g, ''),
    ),
    textChange('nul', 'removed', 'The received body ends with NUL bytes that were not signed.', (t) =>
      withoutEnd(t, '\0'),
    ),
    bytesChange('nul', 'added', 'The signed content ends with a NUL byte, as a C string does.', (view) =>
      Buffer.concat([view.bytes, Buffer.of(0)]),
    ),
    textChange(
      'byte-order-mark',
      'added',
      'The received body begins with a byte order mark that was not signed.',
      (t) => (t.startsWith('\uFEFF') ? t.slice(1) : undefined),
      'outer',
    ),
    textChange(
      'byte-order-mark',
      'removed',
      'The signed content begins with a byte order mark; the received body has lost it.',
      (t) => (t.startsWith('\uFEFF') ? undefined : `\uFEFF${t}`),
      'outer',
    ),
    textChange(
      'typography',
      'spaces',
      'The received body has no-break or zero-width spaces that came in by copying.',
      (t) => t.replace(/[\u00a0\u202f\u2007]/g, ' ').replace(/[\u200b\u2060]/g, ''),
    ),
    textChange(
      'typography',
      'quotes',
      'The received body has typographic quotes that came in by copying.',
      (t) => t.replace(/[“”„]/g, '"').replace(/[‘’]/g, "'"),
    ),
  ];
}

/** White space inside a body that is not JSON; inside JSON it has its own changes. */
function plainTextChange(variant: string, cause: string, change: (text: string) => string): BodyChange {
  return bytesChange('white-space', variant, cause, (view) => {
    const text = view.tape() ? undefined : view.text();
    return text === undefined ? undefined : Buffer.from(change(text), 'utf8');
  });
}

// String.trim() removes a byte order mark, which is a cause of its own here; so are line ends alone.
const trimStart = (text: string) => text.replace(/^[^\S\ufeff]*[^\S\ufeff\r\n][^\S\ufeff]*/, '');
const trimEnd = (text: string) => {
  let end = text.length;
  while (end > 0 && /[^\S\ufeff]/.test(text.charAt(end - 1))) {
    end--;
  }
  const content = text.slice(0, end);
  return /[^\r\n]/.test(text.slice(content.length)) ? content : text;
};

/** Returns a change of every line of a text, without its LF. */
function byLine(text: string, change: (line: string) => string): string {
  return text.split('\n').map(change).join('\n');
}

/** Line ends removed inside a text; around it they are another cause. */
function withinLines(pattern: RegExp): (text: string) => string | undefined {
  return (text) => (/[\r\n]/.test(text.trim()) ? text.replace(pattern, '') : undefined);
}
