import type { ConsolePublicKey } from '../../../../preload/contract/console-key.ts';

/** Returns the public keys as one PEM file. PEM readers ignore text outside the blocks. */
export function publicKeysText(keys: readonly ConsolePublicKey[]): string {
  return keys
    .map(({ id, pem, since, retiredAt, kept }) => {
      const use = retiredAt === undefined ? `in use since ${since}` : `used from ${since} to ${retiredAt}`;
      const session = kept === 'session' ? ', for one session only' : '';
      return `Key ${id}, ${use}${session}\n${pem.trimEnd()}\n`;
    })
    .join('\n');
}
