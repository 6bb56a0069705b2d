import { resolve } from 'node:path';

/**
 * What was asked on the command line. Chromium's own switches stand among the arguments and are left alone.
 *
 * @param argv `process.argv`: the runtime, then (unpackaged) the application's directory, then the arguments
 */
export function readArguments(
  argv: readonly string[],
  isPackaged: boolean,
): { kind: 'verify'; rest: string[] } | { kind: 'console'; dataDir: string | undefined } {
  const own = argv.slice(isPackaged ? 1 : 2);
  // Only as the first word: a link or a file further on must never turn a click into a command.
  if (own[0] === 'verify') return { kind: 'verify', rest: own.slice(1) };
  const given = own.find((argument) => argument.startsWith(dataDirSwitch))?.slice(dataDirSwitch.length);
  return { kind: 'console', dataDir: given ? resolve(given) : undefined };
}

/** Settings elsewhere than in the usual place: for trying things out, and for tests. */
const dataDirSwitch = '--data-dir=';
