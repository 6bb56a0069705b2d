import { type LazyView, lazyView } from '../ui/lazy-view.tsx';

// Views that the first screen does not need. Their code is in separate files, which are fetched while the window is idle.

export const conversationView = lazyView(async () => {
  const { ConversationPage } = await import('../features/conversations/conversation-page.tsx');
  return ConversationPage;
});
export const creationView = lazyView(
  async () => (await import('../features/creation/creation-page.tsx')).CreationPage,
);
export const headlessView = lazyView(
  async () => (await import('../features/headless/headless-page.tsx')).HeadlessPage,
);
export const deletionView = lazyView(
  async () => (await import('../features/deletion/deletion-home.tsx')).DeletionHome,
);
export const reportsView = lazyView(
  async () => (await import('../features/reports/reports-page.tsx')).ReportsPage,
);
export const callbacksView = lazyView(
  async () => (await import('../features/callbacks/callbacks-page.tsx')).CallbacksPage,
);
export const signaturesView = lazyView(async () => {
  const { SignaturesPage } = await import('../features/signatures/signatures-page.tsx');
  return SignaturesPage;
});
export const settingsView = lazyView(
  async () => (await import('../features/application/settings-page.tsx')).SettingsPage,
);
export const caseCallsView = lazyView(
  async () => (await import('../features/calls/case-calls.tsx')).CaseCalls,
);
export const callsView = lazyView(async () => (await import('../features/calls/calls-page.tsx')).CallsPage);
export const helpView = lazyView(async () => (await import('../features/help/help-page.tsx')).HelpPage);
export const sandboxDrawerView = lazyView(
  async () => (await import('../features/sandbox-control/sandbox-drawer.tsx')).SandboxDrawer,
);
export const shortcutListView = lazyView(async () => (await import('./shortcut-list.tsx')).ShortcutList);

/** In the order in which they are likely to be needed. */
const inOrder: readonly Pick<LazyView<never>, 'fetch'>[] = [
  conversationView,
  deletionView,
  settingsView,
  signaturesView,
  callbacksView,
  reportsView,
  shortcutListView,
  sandboxDrawerView,
  callsView,
  creationView,
  headlessView,
  caseCallsView,
  helpView,
];

/** Milliseconds after the first screen, whose own requests have priority. */
const fetchAfter = 1000;

/** Fetches every view, one after the other, whenever the window is idle; the returned function ends that. */
export function fetchViewsWhenIdle(): () => void {
  const waiting = [...inOrder];
  let request = 0;
  const timer = setTimeout(() => {
    request = requestIdleCallback(next);
  }, fetchAfter);
  function next(): void {
    const view = waiting.shift();
    // A view that cannot be fetched now is fetched again when it is needed.
    const outcome = view?.fetch().catch(() => undefined);
    void outcome?.then(() => {
      request = requestIdleCallback(next);
    });
  }
  return () => {
    waiting.length = 0;
    clearTimeout(timer);
    cancelIdleCallback(request);
  };
}
