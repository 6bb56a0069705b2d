import { performance } from 'node:perf_hooks';
import { omitUndefined } from '../../../preload/contract/objects.ts';
import type { ComposeOptions } from '../core.ts';
import { Downloads } from './downloads.ts';
import { browserHost } from './host.ts';
import { type BrowserServer, startBrowserServer } from './server.ts';

export interface BrowserConsoleOptions {
  dataDir: string;
  /** The directory of the built interface. */
  pageRoot: string;
  devServer?: string | undefined;
  /** The file of the company's policy; the system's when not given. */
  policySource?: ComposeOptions['policySource'];
  /** 0 for any free port. */
  port: number;
  /** Receives what went wrong beside requests, without personal data. */
  say(text: string): void;
}

/** Composes the console and serves it on loopback. Disposing of `opened` closes both. */
export async function openBrowserConsole(
  { dataDir, pageRoot, devServer, policySource, port, say }: BrowserConsoleOptions,
  opened: AsyncDisposableStack,
): Promise<BrowserServer> {
  const downloads = new Downloads(() => performance.now());
  // Loaded late, so that a missing build is reported at once.
  const { compose } = await import('../../compose.ts');
  const { dispatch, eventBus, serveMedia, close } = await compose({
    dataDir,
    host: browserHost(downloads, process.env),
    ...omitUndefined({ policySource }),
  });
  opened.defer(close);
  const server = await startBrowserServer({
    dispatch,
    eventBus,
    serveMedia,
    downloads,
    pageRoot,
    ...omitUndefined({ devServer }),
    port,
    // Only the error's type: its message could hold personal data.
    report: (error) => say(`The browser host failed: ${error instanceof Error ? error.name : 'unknown'}`),
  });
  opened.defer(server.close);
  return server;
}
