import type { ConsolePublicKey } from '../../../../preload/contract/console-key.ts';
import type { HandlersOf } from '../../../bridge/handlers.ts';
import type { Host } from '../../../bridge/host.ts';
import { saveContent } from '../../../bridge/save-content.ts';
import type { ConsoleKey } from './console-key.ts';

/** Returns the operations `consoleKey.*`. */
export function consoleKeyHandlers(key: ConsoleKey, host: Host): HandlersOf<'consoleKey'> {
  return {
    async 'consoleKey.list'() {
      await key.signer();
      return { keys: key.publicKeys() };
    },
    async 'consoleKey.export'(_input, { signal }) {
      // Creates the key before the first signature, so that it can be handed out in advance.
      await key.signer();
      const file = { fileName: 'assay-public-keys.pem', contentType: 'application/x-pem-file' };
      return saveContent(host, { ...file, content: () => [publicKeysText(key.publicKeys())] }, signal);
    },
  };
}

const about = `Public keys of an Assay console. They contain no secret. To check what it signed, compare the
fingerprint (SHA-256) of the key in use, which follows “Key” below, with the one in its Settings; then
assay verify-receipt FILE --keys THIS_FILE
`;

/** Returns the public keys as one PEM file. PEM readers ignore text outside the blocks. */
export function publicKeysText(keys: readonly ConsolePublicKey[]): string {
  const blocks = keys.map(({ id, pem, since, retiredAt, kept }) => {
    const use = retiredAt === undefined ? `in use since ${since}` : `used from ${since} to ${retiredAt}`;
    const session = kept === 'session' ? ', for one session only' : '';
    return `Key ${id}, ${use}${session}\n${pem.trimEnd()}\n`;
  });
  return [about, ...blocks].join('\n');
}
