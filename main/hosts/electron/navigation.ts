import type { App, WebContents } from 'electron';

/**
 * Refuses every navigation, redirect and new window (security checklist 13, 14). Main loads the console's only page,
 * which never navigates.
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
