import type { Shell } from '../contract/calls.ts';

/** A request as a cURL command sends it. */
export interface CurlRequest {
  method: string;
  url: string;
  headers: readonly (readonly [name: string, value: string])[];
  /** Absent where it cannot stand in a command, as bytes that are no text. */
  body?: string | undefined;
  hasBody: boolean;
  /** Origin of the proxy used. */
  proxy?: string | undefined;
}

/** Returns a request as a cURL command in the quoting of a shell. A body that the shell cannot pass on as it is, is saved to a file by the user. */
export function curlCommand(request: CurlRequest, shell: Shell): string {
  const { program, quote, continued, holds } = dialects[shell];
  const { method, url, proxy, headers, hasBody, body } = request;
  const args = [
    ...(method === 'GET' ? [] : [`--request ${method}`]),
    // Otherwise curl interprets brackets and braces in an address as patterns.
    ...(/[[\]{}]/.test(url) ? ['--globoff'] : []),
    `--url ${quote(url)}`,
    ...(proxy === undefined ? [] : [`--proxy ${quote(proxy)}`]),
    // A header with an empty value is written with a semicolon.
    ...headers.map(([name, value]) => `--header ${quote(value === '' ? `${name};` : `${name}: ${value}`)}`),
    ...(!hasBody
      ? []
      : body !== undefined && !body.includes('\0') && holds(body)
        ? [`--data-raw ${quote(body)}`]
        : [`--data-binary ${quote('@request-body')}`]),
  ];
  return [program, ...args].join(continued);
}

interface Dialect {
  program: string;
  quote(text: string): string;
  /** Separates two options that are on their own lines. */
  continued: string;
  /** Returns whether a body can stand in a command: by its length, line ends, and the quotes that the shell takes away from a program's arguments. */
  holds(body: string): boolean;
}

const dialects: Record<Shell, Dialect> = {
  bash: {
    program: 'curl',
    // Between single quotes only the quote itself is special.
    quote: (text) => `'${text.replaceAll("'", `'\\''`)}'`,
    continued: ' \\\n  ',
    holds: ({ length }) => length < 100_000,
  },
  powershell: {
    // In Windows PowerShell `curl` is an alias of another command.
    program: 'curl.exe',
    quote: (text) => `'${text.replaceAll("'", "''")}'`,
    continued: ' `\n  ',
    holds: (body) => body.length < 20_000 && !body.includes('"'),
  },
  cmd: {
    program: 'curl.exe',
    quote: quotedForCmd,
    continued: ' ^\n  ',
    holds: (body) => body.length < 3000 && !/[\r\n]/.test(body),
  },
};

/**
 * Quotes and percent signs are placed outside the quotes after a caret, because a quote would end them and two percent
 * signs would be a variable. Backslashes before a quote are doubled for the program's own parsing of its command line.
 */
function quotedForCmd(text: string): string {
  let quoted = '"';
  let backslashes = 0;
  for (const char of text) {
    if (char === '\\') {
      backslashes++;
      quoted += char;
      continue;
    }
    if (char === '"') {
      quoted += `${'\\'.repeat(backslashes)}"\\^""`;
    } else {
      quoted += char === '%' ? '"^%"' : char;
    }
    backslashes = 0;
  }
  return `${quoted}${'\\'.repeat(backslashes)}"`;
}
