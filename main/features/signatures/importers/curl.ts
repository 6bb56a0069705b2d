import { omitUndefined } from '../../../../preload/contract/objects.ts';
import { bodyNotes, type Header, signatureHeaders } from './headers.ts';
import { addNote, type ImportNote, type ImportResult, importResult, refusal } from './imported.ts';
import { bashWords, cmdWords, powershellWords, shellOf } from './shell-words.ts';

const shortWithValue = 'AbcCdDeEFHKmoPQrtTuUwxXyYz';
const longWithValue = new Set(
  (
    'abstract-unix-socket alt-svc cacert capath cert cert-type ciphers config connect-timeout connect-to cookie cookie-jar ' +
    'data data-ascii data-binary data-raw data-urlencode header json form form-string user user-agent url request referer output ' +
    'max-time max-redirs proxy proxy-user proxy-header resolve retry retry-delay retry-max-time key key-type pass range upload-file ' +
    'write-out interface limit-rate local-port noproxy oauth2-bearer unix-socket tls-max dump-header stderr trace trace-ascii ' +
    'aws-sigv4 doh-url dns-servers expect100-timeout keepalive-time netrc-file pinnedpubkey proto proto-default speed-limit ' +
    'speed-time time-cond url-query variable'
  ).split(' '),
);
const longNames: Record<string, string> = {
  d: 'data',
  H: 'header',
  X: 'request',
  F: 'form',
  T: 'upload-file',
  G: 'get',
};

/** Parses a cURL command quoted for bash, cmd.exe or PowerShell. `text` holds one character for each byte. */
export function importCurl(text: string): ImportResult {
  const command = text.replace(/^\s*(?:[$>#%]|PS[^>\r\n]{0,200}>)\s+(?=curl)/i, '');
  const shell = shellOf(command);
  const split = { bash: bashWords, cmd: cmdWords, powershell: powershellWords }[shell](command);
  const [program = '', ...words] = split.words;
  if (!/(^|[\\/])curl(\.exe)?$/i.test(program)) {
    return refusal('not-curl', 'The command is not curl.');
  }
  if (split.open) {
    return refusal('open-quote', 'A quote in the command is never closed: part of it is missing.');
  }
  const notes: ImportNote[] = [];
  if (split.expands) {
    addNote(
      notes,
      'shell-expansion',
      'The command has variables or commands in it, whose values are not known here.',
    );
  }
  const call = readCall(
    shell === 'powershell' ? words.map((word) => legacyQuotes(word, notes)) : words,
    notes,
  );
  const signature = signatureHeaders(call.headers, notes);
  const url = call.url === undefined ? undefined : Buffer.from(call.url, 'latin1').toString('utf8');
  const body = call.data === undefined ? undefined : Uint8Array.from(Buffer.from(call.data, 'latin1'));
  return importResult('curl', [
    {
      method: call.method ?? (body || call.fileBody ? 'POST' : 'GET'),
      ...signature,
      ...omitUndefined({ url, body }),
      notes: body ? [...notes, ...bodyNotes(call.headers, body)] : notes,
    },
  ]);
}

/** Windows PowerShell removes a backslash before a quote; PowerShell 7.3 and later does not. */
function legacyQuotes(word: string, notes: ImportNote[]): string {
  if (!word.includes('\\"')) {
    return word;
  }
  addNote(
    notes,
    'powershell-quotes',
    'Backslashes before quotes are removed, as Windows PowerShell does; PowerShell 7.3 and later would send them.',
  );
  return word.replace(/\\"/g, '"');
}

interface Call {
  url?: string;
  method?: string;
  headers: Header[];
  data?: string;
  fileBody: boolean;
}

function readCall(words: readonly string[], notes: ImportNote[]): Call {
  const call: Call = { headers: [], fileBody: false };
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? '';
    if (word.startsWith('--') && word.length > 2) {
      const name = word.slice(2);
      if (longWithValue.has(name)) {
        option(call, name, words[++at] ?? '', notes);
      } else if (name === 'get') {
        option(call, 'get', '', notes);
      }
    } else if (word.startsWith('-') && word.length > 1) {
      for (let i = 1; i < word.length; i++) {
        const letter = word.charAt(i);
        if (shortWithValue.includes(letter)) {
          const rest = word.slice(i + 1);
          option(call, longNames[letter] ?? letter, rest === '' ? (words[++at] ?? '') : rest, notes);
          break;
        }
        if (letter === 'G') {
          option(call, 'get', '', notes);
        }
      }
    } else {
      call.url ??= word;
    }
  }
  return call;
}

function option(call: Call, name: string, value: string, notes: ImportNote[]): void {
  const add = (text: string, separator: string) => {
    call.data = call.data === undefined ? text : `${call.data}${separator}${text}`;
  };
  switch (name) {
    case 'url':
      call.url ??= value;
      break;
    case 'request':
      call.method = value.toUpperCase();
      break;
    case 'header': {
      if (value.startsWith('@')) {
        addNote(notes, 'file-headers', `More headers are in the file ${value.slice(1)}.`);
      }
      const colon = value.indexOf(':');
      if (colon > 0) {
        call.headers.push([value.slice(0, colon), value.slice(colon + 1).trim()]);
      }
      break;
    }
    case 'data':
    case 'data-ascii':
    case 'data-binary':
    case 'json':
      if (value.startsWith('@')) {
        fileBody(call, value.slice(1), name, notes);
      } else {
        add(value, name === 'json' ? '' : '&');
      }
      break;
    case 'data-raw':
      add(value, '&');
      break;
    case 'data-urlencode':
      add(urlEncoded(value), '&');
      addNote(
        notes,
        'url-encoded',
        'curl escapes the body for a form (--data-urlencode); the same was done here.',
      );
      break;
    case 'upload-file':
      fileBody(call, value, name, notes);
      break;
    case 'form':
    case 'form-string':
      addNote(
        notes,
        'multipart',
        'The command sends a multipart form, whose bytes curl generates; a callback never has this form.',
      );
      break;
    case 'get':
      addNote(notes, 'get', 'The data goes into the address (-G), so there is no body.');
      break;
  }
}

function fileBody(call: Call, file: string, name: string, notes: ImportNote[]): void {
  call.fileBody = true;
  const strips = name === 'data' || name === 'data-ascii';
  const what = strips ? '; curl removes its line ends (--data-binary would not)' : '';
  const readable = Buffer.from(file, 'latin1').toString('utf8');
  addNote(
    notes,
    'file-body',
    `The body is in the file ${JSON.stringify(readable)}${what}. Choose that file as the body.`,
  );
}

function urlEncoded(value: string): string {
  const at = /^([^=@]*)=/s.exec(value);
  const encode = (text: string) =>
    text.replace(
      /[^A-Za-z0-9\-._~]/g,
      (char) => `%${char.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
    );
  if (!at) {
    return encode(value);
  }
  return `${at[1] ? `${at[1]}=` : ''}${encode(value.slice(at[0].length))}`;
}
