import type { HandlersOf } from '../../../bridge/handlers.ts';
import type { Host } from '../../../bridge/host.ts';
import { saveContent } from '../../../bridge/save-content.ts';
import type { ConsoleKey } from './console-key.ts';
import { publicKeysText } from './export.ts';

/** Returns the operations `consoleKey.*`. */
export function consoleKeyHandlers(deps: {
  key: ConsoleKey;
  host: Pick<Host, 'saveFile'>;
}): HandlersOf<'consoleKey'> {
  const { key, host } = deps;
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
