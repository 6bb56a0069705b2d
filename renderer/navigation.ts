import { createStore, type StoreApi } from 'zustand/vanilla';

export const conversationViews = ['result', 'media', 'raw', 'calls', 'history'] as const;
export type ConversationView = (typeof conversationViews)[number];
export const callbackViews = ['inbox', 'missed', 'send', 'examine'] as const;
export type CallbackView = (typeof callbackViews)[number];
export const reportViews = ['overview', 'decisions', 'open', 'journal'] as const;
export type ReportView = (typeof reportViews)[number];
/** The pages of the help, in their order. */
export const helpNames = [
  'guide',
  'reviewing',
  'team',
  'leading',
  'auditing',
  'creating',
  'headless',
  'deleting',
  'callbacks',
  'signatures',
  'examining',
  'environments',
  'administrators',
  'console',
  'interface',
  'field-notes',
] as const;
export type HelpName = (typeof helpNames)[number];
export type SettingsSection = 'environments' | 'environment' | 'new' | 'about';

/** The current page. Ids only, never personal data: it is kept in the window's history and address. */
export type Route =
  // `queued`: the case was opened from the queue. A case of a queue that was opened in another way is not worked on in it.
  | { page: 'conversations'; conversationId?: string; view?: ConversationView; queued?: true }
  | { page: 'reports'; view?: ReportView }
  | { page: 'creation' }
  | { page: 'deletion'; conversationId?: string }
  | { page: 'headless'; conversationId?: string }
  | { page: 'callbacks'; view?: CallbackView }
  | { page: 'signatures' }
  | { page: 'calls'; conversationId?: string }
  | { page: 'help'; document?: HelpName; section?: string }
  | { page: 'settings'; environmentId?: string; section?: SettingsSection };

export type PageName = Route['page'];

export interface NavigationState {
  route: Route;
  /** The environment the route was opened in; undefined until one is selected. */
  environmentId: string | undefined;
  /** True if there is a step to go back to, as far as this window knows. */
  canGoBack: boolean;
  /** A navigation that waits for an answer because the page has unsaved changes. */
  held: { proceed(): void } | undefined;
  /** Sets whether leaving the page would lose changes. */
  setUnsaved(unsaved: boolean): void;
  /** Continues the held navigation and discards the changes, or stays. */
  settleHeld(leave: boolean): void;
  go(route: Route): void;
  /** Changes the route without adding a step to the history: another view of the same page. */
  replace(route: Route): void;
  back(): void;
  forward(): void;
  /** Returns whether a navigation happened since the last call: the focus then moves to the page's title. */
  takeMove(): boolean;
  /** Returns whether the present place was reached by back or forward. */
  hasStepped(): boolean;
  /** Returns the scroll position of the current route when it was last left, in pixels; 0 for a new one. */
  keptScroll(): number;
  /** `top` is called each time a route is left, until the returned function is called. */
  watchScroll(top: () => number): () => void;
  /**
   * Sets the selected environment. A route that was opened in another one loses its conversation: an id of the test
   * environment must not be read or deleted in production because of a step back.
   */
  inEnvironment(environmentId: string): void;
}

/** The state of each step of the window's history. */
interface Step {
  route: Route;
  environmentId: string | undefined;
  index: number;
}

const sections: readonly SettingsSection[] = ['environments', 'environment', 'new', 'about'];

/** The last part of the address of a case opened from a queue. */
const queuedPart = 'queue';

/** Returns the route as the fragment of the address, such as `#/conversations/abc/media`. */
export function toFragment(route: Route): string {
  const parts: (string | undefined)[] = [route.page];
  if (route.page === 'conversations') {
    parts.push(route.conversationId);
    if (route.conversationId) {
      parts.push(route.view ?? (route.queued && 'result'), route.queued && queuedPart);
    }
  }
  if (route.page === 'deletion' || route.page === 'headless' || route.page === 'calls') {
    parts.push(route.conversationId);
  }
  if (route.page === 'callbacks' || route.page === 'reports') {
    parts.push(route.view);
  }
  if (route.page === 'help') {
    parts.push(route.document ?? (route.section && 'guide'), route.section);
  }
  if (route.page === 'settings') {
    parts.push(route.section ?? (route.environmentId && 'environment'), route.environmentId);
  }
  return `#/${parts
    .filter((part) => part !== undefined && part !== '')
    .map((part) => encodeURIComponent(part ?? ''))
    .join('/')}`;
}

/** Returns the route of a fragment; the list of cases where it names none. */
export function fromFragment(fragment: string): Route {
  const parts = fragment.replace(/^#\/?/, '').split('/').map(decoded);
  // The name may be another one; the type makes the switch name every page.
  const [page, first, second, third] = parts as [PageName, ...string[]];
  switch (page) {
    case 'conversations': {
      const view = conversationViews.find((name) => name === second);
      return {
        page,
        ...(first ? { conversationId: first } : {}),
        ...(first && view ? { view } : {}),
        ...(first && third === queuedPart ? { queued: true } : {}),
      };
    }
    case 'deletion':
    case 'headless':
    case 'calls':
      return { page, ...(first ? { conversationId: first } : {}) };
    case 'callbacks': {
      const view = callbackViews.find((name) => name === first);
      return { page, ...(view ? { view } : {}) };
    }
    case 'reports': {
      const view = reportViews.find((name) => name === first);
      return { page, ...(view ? { view } : {}) };
    }
    case 'creation':
    case 'signatures':
      return { page };
    case 'help': {
      const document = helpNames.find((name) => name === first);
      return { page, ...(document ? { document } : {}), ...(document && second ? { section: second } : {}) };
    }
    case 'settings': {
      const section = sections.find((name) => name === first);
      return {
        page,
        ...(section ? { section } : {}),
        ...(section && second ? { environmentId: second } : {}),
      };
    }
    default:
      page satisfies never;
      return { page: 'conversations' };
  }
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return '';
  }
}

/** Returns the same page without its conversation. */
export function withoutConversation(route: Route): Route {
  return 'conversationId' in route ? { page: route.page } : route;
}

/** Identifies a page for focus and scroll; its views share one key. */
export function routeKey(route: Route): string {
  if (route.page === 'conversations' || route.page === 'deletion' || route.page === 'headless') {
    return `${route.page}/${route.conversationId ?? ''}`;
  }
  if (route.page === 'settings') {
    return `settings/${route.section ?? ''}/${route.environmentId ?? ''}`;
  }
  return route.page === 'help' ? `help/${route.document ?? ''}` : route.page;
}

type HistoryWindow = Pick<Window, 'history' | 'location' | 'addEventListener'>;

/** Creates the store of routes in the window's own history, so that back and forward work alike in every host and survive a reload. */
export function createNavigationStore(window: HistoryWindow): StoreApi<NavigationState> {
  const { history, location } = window;
  const historyState = history.state as Partial<Step> | null;
  let step: Step = {
    route: fromFragment(location.hash),
    environmentId: typeof historyState?.environmentId === 'string' ? historyState.environmentId : undefined,
    index: typeof historyState?.index === 'number' ? historyState.index : 0,
  };
  // Every step of the history has a state: one without was typed into the address.
  if (historyState === null) {
    history.replaceState(step, '', location.hash);
  }
  let environment: string | undefined;
  let moved = false;
  let stepped = false;
  let unsaved = false;
  /** Set while a step back or forward is reverted because the page has unsaved changes. */
  let undoing = false;
  /** By the step of the history. */
  const scrolls = new Map<number, number>();
  let scrollTop: (() => number) | undefined;
  const leave = () => {
    if (scrollTop) {
      scrolls.set(step.index, scrollTop());
    }
  };

  const store = createStore<NavigationState>()((set, get) => {
    const show = (next: Step) => {
      step = next;
      set({ route: next.route, environmentId: next.environmentId, canGoBack: next.index > 0 });
    };
    return {
      route: step.route,
      environmentId: step.environmentId,
      canGoBack: step.index > 0,
      held: undefined,
      setUnsaved(now) {
        unsaved = now;
      },
      settleHeld(leave) {
        const { held } = get();
        set({ held: undefined });
        if (leave) {
          unsaved = false;
          held?.proceed();
        }
      },
      go(route) {
        if (unsaved && toFragment(route) !== toFragment(step.route)) {
          return set({ held: { proceed: () => get().go(route) } });
        }
        moved = true;
        stepped = false;
        if (toFragment(route) === toFragment(step.route)) {
          return show({ ...step, route });
        }
        leave();
        const next = { route, environmentId: environment, index: step.index + 1 };
        history.pushState(next, '', toFragment(route));
        for (const index of scrolls.keys()) {
          if (index >= next.index) {
            scrolls.delete(index);
          }
        }
        show(next);
      },
      replace(route) {
        const next = { route, environmentId: environment, index: step.index };
        history.replaceState(next, '', toFragment(route));
        show(next);
      },
      back() {
        if (step.index > 0) {
          history.back();
        }
      },
      forward() {
        history.forward();
      },
      keptScroll: () => scrolls.get(step.index) ?? 0,
      watchScroll(top) {
        scrollTop = top;
        return () => {
          if (scrollTop === top) {
            scrollTop = undefined;
          }
        };
      },
      hasStepped: () => stepped,
      takeMove() {
        const was = moved;
        moved = false;
        return was;
      },
      inEnvironment(environmentId) {
        environment = environmentId;
        const foreign = step.environmentId !== undefined && step.environmentId !== environmentId;
        const route = foreign ? withoutConversation(step.route) : step.route;
        const next = { route, environmentId, index: step.index };
        history.replaceState(next, '', toFragment(route));
        show(next);
      },
    };
  });

  window.addEventListener('popstate', (event: PopStateEvent) => {
    const state = event.state as Partial<Step> | null;
    if (undoing) {
      undoing = false;
      return;
    }
    const by = typeof state?.index === 'number' ? state.index - step.index : 0;
    if (unsaved && by !== 0) {
      undoing = true;
      history.go(-by);
      store.setState({ held: { proceed: () => history.go(by) } });
      return;
    }
    const route = fromFragment(location.hash);
    moved = true;
    stepped = state !== null;
    leave();
    if (state === null) {
      // An address typed into the window is a new step of the selected environment, which is recorded with it: going back to it after a
      // switch must not look its id up in another environment.
      step = { route, environmentId: environment, index: step.index + 1 };
      history.replaceState(step, '', location.hash);
    } else {
      const foreign = state.environmentId !== environment;
      step = {
        route: foreign ? withoutConversation(route) : route,
        environmentId: environment,
        index: typeof state.index === 'number' ? state.index : 0,
      };
    }
    store.setState({
      route: step.route,
      environmentId: step.environmentId,
      canGoBack: step.index > 0,
    });
  });
  return store;
}
