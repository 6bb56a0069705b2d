import type { IncomingMessage, ServerResponse } from 'node:http';
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';

interface ServedMain {
  answer(request: IncomingMessage, response: ServerResponse): Promise<void>;
  close(): Promise<void>;
}

/** Serves all of main to component tests below `/console/` (`served-main.ts`). It begins with the first request. */
export function mainForPage(): Plugin {
  let served: Promise<ServedMain> | undefined;
  return {
    name: 'main-for-page',
    configureServer({ middlewares }) {
      middlewares.use('/console', (request, response) => {
        served ??= begin();
        served
          .then(({ answer }) => answer(request, response))
          .catch((error: unknown) => response.writeHead(500).end(String(error)));
      });
    },
    async closeBundle() {
      await (await served)?.close();
    },
  };
}

/** Node reads the sources as they are, outside Vite, and keeps what it compiled for the next run. */
function begin(): Promise<ServedMain> {
  enableCompileCache(join(import.meta.dirname, '../../node_modules/.cache/assay/compiled'));
  return import(pathToFileURL(join(import.meta.dirname, 'served-main.ts')).href);
}
