import { Readable } from 'node:stream';
import type { Handlers } from '../bridge/handlers.ts';
import type { Host } from '../hosts/host.ts';
import type { ConsoleKey } from './console-key.ts';
import { publicKeysText } from './export.ts';

/** The operations `consoleKey.*`. */
export function consoleKeyHandlers(deps: {
  key: ConsoleKey;
  host: Pick<Host, 'saveFile'>;
}): Pick<Handlers, Extract<keyof Handlers, `consoleKey.${string}`>> {
  const { key, host } = deps;
  return {
    'consoleKey.list': () => ({ keys: key.publicKeys() }),
    'consoleKey.rotate': async () => ({ keys: await key.rotate() }),
    async 'consoleKey.export'(_input, { signal }) {
      // Creates the key before the first signature, so that it can be handed out in advance.
      await key.signer();
      return host.saveFile(
        {
          fileName: 'assay-public-keys.pem',
          open: async () => ({
            body: Readable.from([publicKeysText(key.publicKeys())]),
            contentType: 'application/x-pem-file',
          }),
        },
        { signal, progress: () => undefined },
      );
    },
  };
}
