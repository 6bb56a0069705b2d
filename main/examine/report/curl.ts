import type { Exchange } from '../receiver/deliver.ts';

/** A longer body would not fit on a command line that one can read. Bytes. */
const maxBody = 4096;

/**
 * Returns the message as a command for a shell such as bash, which prints the status. Works for 5 minutes, until its timestamp is too old.
 * Undefined for bodies that are long.
 */
export function curlOf({ method, url, headers, body }: Exchange): string | undefined {
  if (body.byteLength > maxBody) {
    return undefined;
  }
  return [
    `curl --silent --output /dev/null --write-out '%{http_code}\\n' --globoff --request ${method} ${quoted(url)}`,
    // A header with an empty value is written with a semicolon.
    ...headers.map(([name, value]) => `--header ${quoted(value === '' ? `${name};` : `${name}: ${value}`)}`),
    `--data-binary ${quoted(Buffer.from(body).toString())}`,
  ].join(' \\\n  ');
}

/** Characters that a terminal or a page does not show as they are. */
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Quotes a text. Between single quotes only the quote itself is special; after a dollar sign bytes can be written as numbers. */
function quoted(text: string): string {
  if (text.search(invisible) < 0) {
    return `'${text.replaceAll("'", "'\\''")}'`;
  }
  const escaped = text
    .replace(/[\\']/g, '\\$&')
    .replace(invisible, (char) =>
      [...Buffer.from(char)].map((byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join(''),
    );
  return `$'${escaped}'`;
}
