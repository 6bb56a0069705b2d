import type { WebPreferences } from 'electron';

/**
 * The session of the console's pages. Without the prefix `persist:` nothing a page stores is written to disk
 * (electron.d.ts, `session.fromPartition`).
 */
export const pagePartition = 'assay';

/**
 * Returns the settings of every page. Most are the runtime's defaults and are set so that a changed default has no effect
 * (security checklist 2, 3, 4, 6, 8, 9, 10, 11).
 *
 * @param preload absolute path of the built preload script
 * @param devTools whether the developer tools may open: never in a packaged build
 */
export function webPreferences(preload: string, devTools: boolean): WebPreferences {
  return {
    preload,
    devTools,
    partition: pagePartition,
    nodeIntegration: false,
    nodeIntegrationInWorker: false,
    nodeIntegrationInSubFrames: false,
    contextIsolation: true,
    sandbox: true,
    webSecurity: true,
    allowRunningInsecureContent: false,
    experimentalFeatures: false,
    webviewTag: false,
    plugins: false,
    navigateOnDragDrop: false,
    safeDialogs: true,
    disableDialogs: true,
    // A spell checker stores typed text and downloads dictionaries.
    spellcheck: false,
    enableWebSQL: false,
    autoplayPolicy: 'document-user-activation-required',
  };
}
