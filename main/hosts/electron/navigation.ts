import type { App, WebContents } from 'electron';

/**
 * Keeps every page where it is: no navigation, no redirect, no new window (security checklist 13, 14). The console's one
 * page is loaded by main and moves within itself.
 */
export function refuseNavigation(app: App): void {
  app.on('web-contents-created', (_event, contents) => lock(contents));
}

function lock(contents: WebContents): void {
  contents.on('will-navigate', (event) => event.preventDefault());
  contents.on('will-frame-navigate', (event) => event.preventDefault());
  contents.on('will-redirect', (event) => event.preventDefault());
  contents.setWindowOpenHandler(() => ({ action: 'deny' }));
}
