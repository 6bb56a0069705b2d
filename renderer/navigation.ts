import { createStore, type StoreApi } from 'zustand/vanilla';

export type ConversationView = 'result' | 'media' | 'raw';
export type SettingsSection = 'environments' | 'environment' | 'new' | 'about';

/** Where in the console one is. Ids only, never personal data: it is kept in the window's history and address. */
export type Place =
  | { room: 'conversations'; conversationId?: string; view?: ConversationView }
  | { room: 'deletion'; conversationId?: string }
  | { room: 'signatures' }
  | { room: 'settings'; environmentId?: string; section?: SettingsSection };

export type Room = Place['room'];

export interface NavigationState {
  place: Place;
  /** The environment the place was opened in; undefined until one is known to be selected. */
  environmentId: string | undefined;
  /** Counts the places one can go back and forward to, as far as this window knows. */
  canGoBack: boolean;
  go(place: Place): void;
  /** Changes the place without a step to go back to: another view of the same thing. */
  replace(place: Place): void;
  back(): void;
  forward(): void;
  /** Whether one went somewhere since this was last asked: the focus then goes to the room's title. */
  takeMove(): boolean;
  /** How far the present place was scrolled when one was last there, in pixels; 0 for a place one comes to anew. */
  keptScroll(): number;
  /** `top` is asked each time a place is left, until the returned function is called. */
  watchScroll(top: () => number): () => void;
  /**
   * Says which environment is at work. A place that was opened in another one loses its conversation: an id of the test
   * environment must not be looked up, let alone deleted, in production because somebody pressed "back".
   */
  inEnvironment(environmentId: string): void;
}

/** What is kept with each step of the window's history. */
interface Step {
  place: Place;
  environmentId: string | undefined;
  index: number;
}

const views: readonly ConversationView[] = ['result', 'media', 'raw'];
const sections: readonly SettingsSection[] = ['environments', 'environment', 'new', 'about'];

/** The place as the fragment of the address, such as `#/conversations/abc/media`. */
export function toFragment(place: Place): string {
  const parts: (string | undefined)[] = [place.room];
  if (place.room === 'conversations') parts.push(place.conversationId, place.conversationId && place.view);
  if (place.room === 'deletion') parts.push(place.conversationId);
  if (place.room === 'settings')
    parts.push(place.section ?? (place.environmentId && 'environment'), place.environmentId);
  return `#/${parts
    .filter((part) => part !== undefined && part !== '')
    .map((part) => encodeURIComponent(part ?? ''))
    .join('/')}`;
}

/** The place a fragment names; the conversations' landing page where it names none. */
export function fromFragment(fragment: string): Place {
  const parts = fragment.replace(/^#\/?/, '').split('/').map(decoded);
  const [room, first, second] = parts;
  switch (room) {
    case 'conversations': {
      const view = views.find((name) => name === second);
      return { room, ...(first ? { conversationId: first } : {}), ...(first && view ? { view } : {}) };
    }
    case 'deletion':
      return { room, ...(first ? { conversationId: first } : {}) };
    case 'signatures':
      return { room };
    case 'settings': {
      const section = sections.find((name) => name === first);
      return {
        room,
        ...(section ? { section } : {}),
        ...(section && second ? { environmentId: second } : {}),
      };
    }
    default:
      return { room: 'conversations' };
  }
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return '';
  }
}

/** The same room without the conversation in it. */
export function withoutConversation(place: Place): Place {
  return place.room === 'conversations' || place.room === 'deletion' ? { room: place.room } : place;
}

/** What makes a place another one, for focus and scroll: its views are not. */
export function placeKey(place: Place): string {
  if (place.room === 'conversations' || place.room === 'deletion')
    return `${place.room}/${place.conversationId ?? ''}`;
  if (place.room === 'settings') return `settings/${place.section ?? ''}/${place.environmentId ?? ''}`;
  return place.room;
}

type HistoryWindow = Pick<Window, 'history' | 'location' | 'addEventListener'>;

/** The window's own history carries the places, so that back and forward mean the same in every host and survive a reload. */
export function createNavigationStore(window: HistoryWindow): StoreApi<NavigationState> {
  const { history, location } = window;
  const kept = history.state as Partial<Step> | null;
  let step: Step = {
    place: fromFragment(location.hash),
    environmentId: typeof kept?.environmentId === 'string' ? kept.environmentId : undefined,
    index: typeof kept?.index === 'number' ? kept.index : 0,
  };
  // Every step of the history says what it is: one that does not was typed by hand.
  if (kept === null) history.replaceState(step, '', location.hash);
  let environment: string | undefined;
  let moved = false;
  /** By the step of the history. */
  const scrolls = new Map<number, number>();
  let scrollTop: (() => number) | undefined;
  const leave = () => {
    if (scrollTop) scrolls.set(step.index, scrollTop());
  };

  const store = createStore<NavigationState>()((set) => {
    const show = (next: Step) => {
      step = next;
      set({ place: next.place, environmentId: next.environmentId, canGoBack: next.index > 0 });
    };
    return {
      place: step.place,
      environmentId: step.environmentId,
      canGoBack: step.index > 0,
      go(place) {
        moved = true;
        if (toFragment(place) === toFragment(step.place)) return show({ ...step, place });
        leave();
        const next = { place, environmentId: environment, index: step.index + 1 };
        history.pushState(next, '', toFragment(place));
        for (const index of scrolls.keys()) if (index >= next.index) scrolls.delete(index);
        show(next);
      },
      replace(place) {
        const next = { place, environmentId: environment, index: step.index };
        history.replaceState(next, '', toFragment(place));
        show(next);
      },
      back() {
        if (step.index > 0) history.back();
      },
      forward() {
        history.forward();
      },
      keptScroll: () => scrolls.get(step.index) ?? 0,
      watchScroll(top) {
        scrollTop = top;
        return () => {
          if (scrollTop === top) scrollTop = undefined;
        };
      },
      takeMove() {
        const was = moved;
        moved = false;
        return was;
      },
      inEnvironment(environmentId) {
        environment = environmentId;
        const foreign = step.environmentId !== undefined && step.environmentId !== environmentId;
        const place = foreign ? withoutConversation(step.place) : step.place;
        const next = { place, environmentId, index: step.index };
        history.replaceState(next, '', toFragment(place));
        show(next);
      },
    };
  });

  window.addEventListener('popstate', (event: PopStateEvent) => {
    const state = event.state as Partial<Step> | null;
    const place = fromFragment(location.hash);
    moved = true;
    leave();
    if (state === null) {
      // An address typed into the window: a new step, of the environment that is selected now. It says so from here on, since going
      // back to it after a switch must not look its id up in another environment.
      step = { place, environmentId: environment, index: step.index + 1 };
      history.replaceState(step, '', location.hash);
    } else {
      const foreign = state.environmentId !== environment;
      step = {
        place: foreign ? withoutConversation(place) : place,
        environmentId: environment,
        index: typeof state.index === 'number' ? state.index : 0,
      };
    }
    store.setState({
      place: step.place,
      environmentId: step.environmentId,
      canGoBack: step.index > 0,
    });
  });
  return store;
}
