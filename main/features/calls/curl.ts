import type { Shell } from '../../../preload/contract/calls.ts';
import type { SentRequest } from './sent-request.ts';

/** Returns a request as a cURL command in the quoting of a shell. The user saves its body to a file, which the command reads. */
export function curlCommand(request: SentRequest, shell: Shell): string {
  const { program, quote, continued } = dialects[shell];
  const args = [
    ...(request.method === 'GET' ? [] : [`--request ${request.method}`]),
    // Otherwise curl interprets brackets and braces in an address as patterns.
    ...(/[[\]{}]/.test(request.url) ? ['--globoff'] : []),
    `--url ${quote(request.url)}`,
    ...(request.proxy === undefined ? [] : [`--proxy ${quote(request.proxy)}`]),
    ...request.headers.map(([name, value]) => `--header ${quote(`${name}: ${value}`)}`),
    ...(request.hasBody ? [`--data-binary ${quote('@request-body')}`] : []),
  ];
  return [program, ...args].join(continued);
}

interface Dialect {
  program: string;
  quote(text: string): string;
  /** Separates two options that are on their own lines. */
  continued: string;
}

const dialects: Record<Shell, Dialect> = {
  bash: {
    program: 'curl',
    // Between single quotes only the quote itself is special.
    quote: (text) => `'${text.replaceAll("'", `'\\''`)}'`,
    continued: ' \\\n  ',
  },
  powershell: {
    // In Windows PowerShell `curl` is an alias of another command.
    program: 'curl.exe',
    quote: (text) => `'${text.replaceAll("'", "''")}'`,
    continued: ' `\n  ',
  },
  cmd: {
    program: 'curl.exe',
    quote: quotedForCmd,
    continued: ' ^\n  ',
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
