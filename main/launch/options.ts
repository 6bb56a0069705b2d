import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

export interface BrowserOptions {
  /** 0 for any free port. */
  port: number;
  /** An absolute path; undefined for the default directory. */
  dataDir: string | undefined;
  open: boolean;
  help: boolean;
}

export const browserUsage = `Usage: node main/browser.ts [--port N] [--data-dir DIR] [--no-open]

  --port N        listen on this port of 127.0.0.1 (default 0: any that is free)
  --data-dir DIR  keep settings here (default: where the packaged product keeps them)
  --no-open       open no window; only print the address
`;

/** @throws Error with a sentence for the user when the arguments are invalid */
export function readBrowserOptions(args: string[]): BrowserOptions {
  const { values } = parseArgs({
    args,
    options: {
      port: { type: 'string', default: '0' },
      'data-dir': { type: 'string' },
      'no-open': { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (!/^\d{1,5}$/.test(values.port) || Number(values.port) > 65_535) {
    throw new Error(`--port must be a number from 0 to 65535, not “${values.port}”.`);
  }
  const dataDir = values['data-dir'];
  if (dataDir === '') {
    throw new Error('--data-dir must name a directory.');
  }
  return {
    port: Number(values.port),
    dataDir: dataDir === undefined ? undefined : resolve(dataDir),
    open: !values['no-open'],
    help: values.help,
  };
}
