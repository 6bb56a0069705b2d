import { boundText, exceededBound } from '../engine/json/bounds.ts';
import { member } from '../engine/message.ts';
import { importCurl } from './curl.ts';
import { importCurlTrace, isCurlTrace } from './curl-trace.ts';
import { importHar } from './har.ts';
import { importHttpFile } from './http-file.ts';
import { addNote, type ImportResult, refusal } from './imported.ts';
import { jsonOfInspected, withoutOmitted } from './inspected.ts';
import { importJson } from './json-request.ts';
import { importLog, importUnsignedLog } from './log-lines.ts';
import { importPowershell, isPowershell } from './powershell.ts';
import { importRawHttp, isRequestLine } from './raw-http.ts';

/** Larger sources are refused. Bytes. */
const maxSource = 64 * 1024 * 1024;

/**
 * Finds timestamp, signature and body in pasted or dropped input: a raw HTTP request, a command of cURL or PowerShell, a
 * trace of cURL, a HAR file, a `.http` file, JSON of headers and body (also as Node prints an object), a log. Never throws and never changes a byte of the
 * body: what the source could not represent exactly is noted. A text is taken as UTF-8.
 */
export function importRequest(source: string | Uint8Array): ImportResult {
  const bytes =
    typeof source === 'string'
      ? Buffer.from(source, 'utf8')
      : Buffer.from(source.buffer, source.byteOffset, source.length);
  if (bytes.length > maxSource) {
    return refusal('too-large', 'It is larger than 64 MiB. Choose the body as a file instead.');
  }
  const hasMark = bytes.length > 2 && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  const content = hasMark ? bytes.subarray(3) : bytes;
  // One character for each byte, so that nothing is lost.
  const head = content.toString('latin1', 0, 4096).trimStart();
  if (head === '') {
    return refusal('empty', 'It is empty.');
  }
  const first = read(head, content);
  const isRefused = !first.ok && first.code !== 'too-many-values';
  const result = isWhole(first)
    ? first
    : (importLog(content) ?? (isRefused ? importUnsignedLog(content) : undefined) ?? first);
  if (
    result.ok &&
    typeof source === 'string' &&
    ['http', 'curl', 'powershell', 'http-file'].includes(result.source)
  ) {
    const { request } = result;
    if (request.body?.includes(0x0a)) {
      addNote(
        request.notes,
        'pasted',
        'Pasting may have changed line endings in the body. Use a file to keep them.',
      );
    }
  }
  return result;
}

/** Returns whether an import is complete; a refused one, or one without a signature, may be a log that contains one. */
function isWhole(result: ImportResult): boolean {
  return result.ok && result.request.signature !== undefined;
}

function read(head: string, content: Buffer): ImportResult {
  if (head.startsWith('{') || head.startsWith('[')) {
    return readJson(content);
  }
  if (/^(?:(?:[$>#%]|PS[^>\r\n]{0,200}>)\s+)?\S{0,200}\bcurl(?:\.exe)?[\s^]/i.test(head)) {
    return importCurl(content.toString('latin1'));
  }
  if (isCurlTrace(head)) {
    return importCurlTrace(content);
  }
  if (isPowershell(head, () => content.toString('latin1'))) {
    return importPowershell(content.toString('latin1'));
  }
  if (/^HTTP\/\d/.test(head)) {
    return importRawHttp(content);
  }
  const first = head.split(/\r?\n/, 1)[0] ?? '';
  const absolute = /^(?:[A-Z]{3,16}[ \t]+)?(?:https?:\/\/|\{\{)\S+/.test(first);
  if (
    /^(###|#|\/\/|@[\w-]+[ \t]*=)/.test(first) ||
    absolute ||
    /(^|\n)###/.test(content.toString('latin1'))
  ) {
    return importHttpFile(content);
  }
  if (isRequestLine(first) || /^:?[!#$%&'*+.^_`|~0-9A-Za-z-]+[ \t]*:/.test(first)) {
    return importRawHttp(content);
  }
  return refusal(
    'unknown',
    'It is neither an HTTP request, a cURL or PowerShell command, a HAR or .http file, JSON of headers and body, nor log lines with X-Signature.',
  );
}

function readJson(content: Buffer, isRebuilt = false): ImportResult {
  const beyond = exceededBound(content);
  if (beyond) {
    return refusal('too-many-values', `It was not read: it is JSON with ${boundText(beyond)}.`);
  }
  let value: unknown;
  try {
    value = JSON.parse(content.toString('utf8'));
  } catch {
    const json = isRebuilt ? undefined : jsonOfInspected(content);
    if (json) {
      return withoutOmitted(readJson(json, true));
    }
    return refusal('bad-json', 'It begins like JSON but is not valid JSON: perhaps a part is missing.');
  }
  if (member(value, 'log') !== undefined) {
    return importHar(value);
  }
  return importJson(value, content);
}
