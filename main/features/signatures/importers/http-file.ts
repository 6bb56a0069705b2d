import { omitUndefined } from '../../../../preload/contract/objects.ts';
import { withoutEnd } from '../engine/without-end.ts';
import { bodyNotes, signatureHeaders } from './headers.ts';
import {
  addNote,
  type ImportedRequest,
  type ImportNote,
  type ImportResult,
  importResult,
  refusal,
} from './imported.ts';
import { lineAt, readHeaders } from './raw-http.ts';

const requestLine = /^(?:([A-Z]{3,16})[ \t]+)?(\S+)(?:[ \t]+HTTP\/\d(?:\.\d)?)?[ \t]*$/;
const maxRequests = 500;

/** Imports a `.http` or `.rest` file of one or more requests, separated by `###`. */
export function importHttpFile(bytes: Buffer): ImportResult {
  const variables = readVariables(bytes);
  const requests = sections(bytes)
    .map((section) => readRequest(section, variables))
    .filter((request) => request !== undefined);
  if (requests.length === 0) {
    return refusal('empty', 'The file has no requests.');
  }
  return importResult('http-file', requests, maxRequests);
}

function sections(bytes: Buffer): Buffer[] {
  const parts: Buffer[] = [];
  let from = 0;
  for (let at = 0; at < bytes.length && parts.length < maxRequests; ) {
    const { text, next } = lineAt(bytes, at);
    if (text.startsWith('###')) {
      parts.push(bytes.subarray(from, at));
      from = next;
    }
    at = next;
  }
  parts.push(bytes.subarray(from));
  return parts;
}

/** `@name = value` lines, anywhere in the file. */
function readVariables(bytes: Buffer): Map<string, string> {
  const variables = new Map<string, string>();
  for (let at = 0; at < bytes.length; ) {
    const { text, next } = lineAt(bytes, at);
    const [, name, value] = /^@([\w-]{1,64})[ \t]*=(.*)$/s.exec(text.slice(0, 10_000)) ?? [];
    if (name !== undefined && value !== undefined) {
      variables.set(name, value.trim());
    }
    at = next;
  }
  return variables;
}

function readRequest(section: Buffer, variables: Map<string, string>): ImportedRequest | undefined {
  let at = 0;
  let line = '';
  while (at < section.length) {
    const { text, next } = lineAt(section, at);
    at = next;
    if (text.trim() === '' || /^(#|\/\/|@|<)/.test(text)) {
      continue;
    }
    line = text;
    break;
  }
  const start = requestLine.exec(line);
  if (!start) {
    return undefined;
  }
  let url = start[2] ?? '';
  // The query may continue in indented lines.
  for (;;) {
    const { text, next } = lineAt(section, at);
    const more = /^[ \t]+([?&/]\S*)[ \t]*$/.exec(text)?.[1];
    if (more === undefined || at >= section.length) {
      break;
    }
    url += more;
    at = next;
  }
  const notes: ImportNote[] = [];
  const fillIn = (text: string) => fill(text, variables, notes);
  const read = readHeaders(section, at);
  if (!read) {
    addNote(notes, 'bad-headers', 'One of the lines before the body is not a header.');
    return { url, notes };
  }
  const headers = read.headers.map(([name, value]) => [name, fillIn(value)] as const);
  const body = read.ended ? readBody(section.subarray(read.next), notes, fillIn) : undefined;
  const signature = signatureHeaders(headers, notes);
  return {
    method: start[1] ?? 'GET',
    url: fillIn(url),
    ...signature,
    ...omitUndefined({ body: body && Uint8Array.from(body) }),
    notes: body ? [...notes, ...bodyNotes(headers, body)] : notes,
  };
}

function readBody(rest: Buffer, notes: ImportNote[], fillIn: (text: string) => string): Buffer | undefined {
  const text = rest.toString('latin1');
  const file = /^\s*<@?[ \t]*([^\s{][^\r\n]*)/.exec(text)?.[1];
  if (file !== undefined) {
    const readable = Buffer.from(file.trim(), 'latin1').toString('utf8');
    addNote(
      notes,
      'file-body',
      `The body is in the file ${JSON.stringify(readable)}. Choose that file as the body.`,
    );
    return undefined;
  }
  const script = /(^|\n)> ?(\{%|\S+\.js)/.exec(text);
  if (script) {
    addNote(notes, 'script', 'A script after the body is not part of it.');
  }
  const content = script ? text.slice(0, script.index) : text;
  const body = withoutEnd(content, '\r\n');
  if (body === '') {
    return undefined;
  }
  if (body !== content) {
    addNote(
      notes,
      'end-of-body',
      'Line ends after the body are treated as part of the file: such a file does not say whether one was sent.',
    );
  }
  return Buffer.from(fillIn(body), 'latin1');
}

/** Replaces variables that the file defines; notes the others. */
function fill(text: string, variables: Map<string, string>, notes: ImportNote[]): string {
  return text.replace(/\{\{([^{}\r\n]*)\}\}/g, (whole, inside: string) => {
    const name = /^[ \t]*([$\w.-]+)/.exec(inside)?.[1];
    if (name === undefined) {
      return whole;
    }
    const value = variables.get(name);
    if (value !== undefined) {
      return value;
    }
    addNote(notes, 'variable', `The file has variables, such as ${whole}, whose values are not known here.`);
    return whole;
  });
}
