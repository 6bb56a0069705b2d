import type { SaveResult } from '../../preload/contract/application.ts';

/** Begins the download of a saved file from its one-time address, where the host has no save dialog. Returns the result. */
export function startDownload<T extends SaveResult | undefined>(result: T): T {
  if (result?.kind === 'download') {
    const anchor = document.createElement('a');
    anchor.href = result.address;
    anchor.download = result.fileName;
    anchor.click();
  }
  return result;
}

/** Returns the place of a saved file; undefined where nothing was saved. */
export function savedText(result: SaveResult | undefined): string | undefined {
  if (result?.kind === 'download') {
    return `Downloaded as ${result.fileName}`;
  }
  return result?.kind === 'saved' ? `Saved as ${result.path}` : undefined;
}
