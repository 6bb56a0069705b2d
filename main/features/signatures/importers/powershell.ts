import { omitUndefined } from '../../../../preload/contract/objects.ts';
import { addNote, type ImportNote, type ImportResult, importResult } from './imported.ts';
import { requestsIn } from './log-headers.ts';
import { powershellText } from './shell-words.ts';

/** The most places that could be the body, and the most variables, that are searched. */
const maxPlaces = 20;

/** Returns whether the text, which begins with `head`, is a request by Invoke-RestMethod or Invoke-WebRequest. */
export function isPowershell(head: string, text: () => string): boolean {
  return (
    /^(?:PS[^>\r\n]{0,200}>\s*)?(?:\$\w|Invoke-|irm\s|iwr\s)/i.test(head) &&
    /\b(?:Invoke-RestMethod|Invoke-WebRequest|irm|iwr)\s/i.test(text())
  );
}

/** Imports a script of PowerShell that sends one request. `script` has one character for each byte. */
export function importPowershell(script: string): ImportResult {
  const notes: ImportNote[] = [];
  const { signature, timestamp } = requestsIn(script, 1)[0] ?? {};
  const body = bodyIn(script, notes);
  const url = /-Uri[ \t]{1,20}["']?([^\s"'`]{1,2000})/i.exec(script.slice(0, 1_000_000))?.[1];
  const method = /-Method[ \t]{1,20}["']?([A-Za-z]{1,16})/i.exec(script.slice(0, 1_000_000))?.[1];
  return importResult('powershell', [
    {
      ...omitUndefined({ method: method?.toUpperCase(), url, signature, timestamp }),
      ...(body !== undefined && { body: Uint8Array.from(Buffer.from(body, 'latin1')) }),
      notes,
    },
  ]);
}

/** Returns the text given as `-Body`, as `Body =` of a hashtable, or by a variable. */
function bodyIn(script: string, notes: ImportNote[]): string | undefined {
  let places = 0;
  for (const match of script.matchAll(/-Body[ \t:]|\bBody[ \t]{0,20}=/gi)) {
    const at = match.index + match[0].length;
    const text = textAt(script, at) ?? textOfVariable(script, at);
    if (text) {
      if (text.open) {
        addNote(notes, 'open-quote', 'The quotation of the body is never closed: a part is missing.');
      }
      if (text.expands) {
        addNote(
          notes,
          'shell-expansion',
          'PowerShell replaces a variable in the body, whose value is not known here.',
        );
      }
      return text.text;
    }
    if (++places === maxPlaces) {
      break;
    }
  }
  if (places > 0) {
    addNote(notes, 'shell-expansion', 'The body is computed by the script, so its bytes are not in it.');
  }
  return undefined;
}

/** Returns the quotation at `at`, also as the bytes of its UTF-8. */
function textAt(script: string, at: number) {
  const before = /^[ \t]{0,20}\(?(?:\[(?:System\.)?Text\.Encoding\]::UTF8\.GetBytes\([ \t]{0,20})?/i.exec(
    script.slice(at, at + 120),
  )?.[0];
  return powershellText(script, at + (before?.length ?? 0));
}

function textOfVariable(script: string, at: number) {
  const place = script.slice(at, at + 200);
  const name = /^[ \t]{0,20}\(?(?:\[(?:System\.)?Text\.Encoding\]::UTF8\.GetBytes\([ \t]{0,20})?\$(\w{1,60})/i
    .exec(place)?.[1]
    ?.toLowerCase();
  if (name === undefined) {
    return undefined;
  }
  let steps = 0;
  for (const match of script.matchAll(/\$(\w{1,60})[ \t]{0,20}=/g)) {
    if (match[1]?.toLowerCase() === name) {
      return textAt(script, match.index + match[0].length);
    }
    if (++steps === maxPlaces) {
      break;
    }
  }
  return undefined;
}
