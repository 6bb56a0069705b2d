import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { whenParentEnds } from '../launch/parent.mjs';
import { startControlledSandbox } from './controlled.ts';
import type { SandboxOptions } from './sandbox.ts';

const usage = `Usage: npm run sandbox -- [--port 0] [--seed 1] [--vendor service] [--production] [--https]
                        [--api-login LOGIN --api-password-file FILE] [--signing-key-file FILE]
                        [--callback-ca-file FILE]

Prints its addresses, API key and conversations as one line of JSON, and serves until it is stopped.
--port 0 takes a free port, --seed decides the people.`;

/** Runs the stand-alone sandbox: prints its addresses as one line of JSON, then serves until it is stopped. */
async function main(): Promise<void> {
  if (process.argv.slice(2).includes('--help')) {
    process.stdout.write(`${usage}\n`);
    return;
  }
  let options: Omit<SandboxOptions, 'extend'>;
  try {
    options = readOptions();
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n${usage}\n`);
    process.exitCode = 2;
    return;
  }
  const { close, ...about } = await startControlledSandbox(options);
  const { baseUrl, tokenUrl, apiKey, signingKey, controlUrl, authority, conversations } = about;
  // Before the line is printed: the program that reads it may stop the sandbox at once.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => void close());
  }
  whenParentEnds(() => void close());
  process.stdout.write(
    `${JSON.stringify({ baseUrl, tokenUrl, apiKey, signingKey, controlUrl, authority, conversations })}\n`,
  );
}

function readOptions(): Omit<SandboxOptions, 'extend'> {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: '0' },
      seed: { type: 'string', default: '1' },
      vendor: { type: 'string', default: 'service' },
      production: { type: 'boolean', default: false },
      'api-login': { type: 'string' },
      'api-password-file': { type: 'string' },
      'signing-key-file': { type: 'string' },
      https: { type: 'boolean', default: false },
      'callback-ca-file': { type: 'string' },
    },
  });
  const login = values['api-login'];
  const passwordFile = values['api-password-file'];
  const signingKeyFile = values['signing-key-file'];
  const authorityFile = values['callback-ca-file'];
  if ((login === undefined) !== (passwordFile === undefined)) {
    throw new Error('--api-login and --api-password-file go together');
  }
  if (!/^[\w-]+$/.test(values.vendor)) {
    throw new Error('--vendor is letters, digits and hyphens');
  }
  return {
    port: wholeNumber('--port', values.port, 65_535),
    seed: wholeNumber('--seed', values.seed, Number.MAX_SAFE_INTEGER),
    mediaVendor: values.vendor,
    production: values.production,
    https: values.https,
    ...(login === undefined || passwordFile === undefined
      ? {}
      : { apiKey: { login, password: secretIn(passwordFile) } }),
    ...(signingKeyFile === undefined ? {} : { signingKey: secretIn(signingKeyFile) }),
    ...(authorityFile === undefined ? {} : { callbackAuthorities: [certificateIn(authorityFile)] }),
  };
}

function wholeNumber(name: string, text: string, max: number): number {
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (!(value <= max)) {
    throw new Error(`${name} must be a whole number up to ${max}`);
  }
  return value;
}

function certificateIn(file: string): string {
  const text = readFileSync(file, 'utf8');
  try {
    new X509Certificate(text);
    return text;
  } catch {
    throw new Error(`${file} holds no certificate as PEM`);
  }
}

/** Secrets are read from files: every process can see a command line. */
function secretIn(file: string): string {
  const secret = readFileSync(file, 'utf8').replace(/\r?\n$/, '');
  if (secret === '') {
    throw new Error(`${file} is empty`);
  }
  return secret;
}

await main();
