import type { Shell } from '../../preload/contract/calls.ts';
import type { SentRequest } from './sent-request.ts';

/** A request as a cURL command in the quoting of a shell. Its body is read from a file that the person has to write. */
export function curlCommand(request: SentRequest, shell: Shell): string {
  const { program, quote, continued } = dialects[shell];
  const words = [
    ...(request.method === 'GET' ? [] : [`--request ${request.method}`]),
    // Without it curl takes brackets and braces in an address for patterns.
    ...(/[[\]{}]/.test(request.url) ? ['--globoff'] : []),
    `--url ${quote(request.url)}`,
    ...(request.proxy === undefined ? [] : [`--proxy ${quote(request.proxy)}`]),
    ...request.headers.map(([name, value]) => `--header ${quote(`${name}: ${value}`)}`),
    ...(request.hasBody ? [`--data-binary ${quote('@request-body')}`] : []),
  ];
  return [program, ...words].join(continued);
}

interface Dialect {
  program: string;
  quote(text: string): string;
  /** Joins two options on lines of their own. */
  continued: string;
}

const dialects: Record<Shell, Dialect> = {
  bash: {
    program: 'curl',
    // Nothing is special between single quotes but the quote itself.
    quote: (text) => `'${text.replaceAll("'", `'\\''`)}'`,
    continued: ' \\\n  ',
  },
  powershell: {
    // `curl` alone is another command in Windows PowerShell.
    program: 'curl.exe',
    quote: (text) => `'${text.replaceAll("'", "''")}'`,
    continued: ' `\n  ',
  },
  cmd: {
    program: 'curl.exe',
    quote: (text) => `"${text.replaceAll(/(\\*)("|$)|%/g, quotedForCmd)}"`,
    continued: ' ^\n  ',
  },
};

/**
 * A quote and a percent sign stand outside the quotes, after a caret: the one would end them, two of the other would be a variable.
 * Backslashes before a quote are doubled for the program's own reading of its command line.
 */
function quotedForCmd(found: string, backslashes: string | undefined, quote: string | undefined): string {
  if (found === '%') {
    return '"^%"';
  }
  const doubled = `${backslashes}${backslashes}`;
  return quote === '"' ? `${doubled}"\\^""` : doubled;
}
