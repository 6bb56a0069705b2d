import type { App } from 'electron';

/** Refuses every `<webview>` (security checklist 11, 12), in case `webviewTag`, which is off, is ever turned on. */
export function refuseWebviews(app: App): void {
  app.on('web-contents-created', (_event, contents) => {
    contents.on('will-attach-webview', (event, preferences, params) => {
      event.preventDefault();
      delete preferences.preload;
      params.src = '';
    });
  });
}
