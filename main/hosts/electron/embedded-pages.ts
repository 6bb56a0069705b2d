import type { App } from 'electron';

/**
 * Refuses every `<webview>` whatever its options (security checklist 11, 12). `webviewTag` is off as well; this is for the
 * day somebody turns it on.
 */
export function refuseEmbeddedPages(app: App): void {
  app.on('web-contents-created', (_event, contents) => {
    contents.on('will-attach-webview', (event, preferences, params) => {
      event.preventDefault();
      delete preferences.preload;
      params.src = '';
    });
  });
}
