import { useEffect } from 'react';
import { routeKey } from '../navigation.ts';
import { useStores } from '../stores.tsx';
import { focusPageTitle } from './page-title.ts';

/** Milliseconds in which a dialog or a page may place the focus itself. */
const ownChoice = 30;
/** Milliseconds in which Enter or Space is meant for the control that was pressed before, and not for the one that got its focus. */
const secondPress = 400;

/** The changes by which a focused control can leave the page or be unable to keep the focus. */
const observation: MutationObserverInit = {
  subtree: true,
  childList: true,
  attributes: true,
  attributeFilter: ['disabled', 'hidden', 'inert', 'style'],
};

/**
 * Keeps the keyboard's place: when the focused control leaves the page or is disabled, the focus goes to the control in its place, to the
 * one used before in the frame, or to the title of the page; never to the window itself, whose next Tab stop is the top. A control that can
 * be used again gets the focus back, and a key pressed twice does not press the one in its place.
 */
export function useFocusKeeper(): void {
  const { navigation } = useStores();
  useEffect(
    () =>
      keepFocus(() => {
        const { environmentId, route } = navigation.getState();
        return `${environmentId} ${routeKey(route)}`;
      }),
    [navigation],
  );
}

/** @param place identifies the page that is shown @returns ends it */
function keepFocus(place: () => string): () => void {
  /** The control that was focused last, with what is around it; one for all of the window and one without dialogs and menus. */
  let last: Element[] = [];
  let lastInFrame: Element[] = [];
  let page = place();
  /** The element that has the focus instead of a control that cannot have it at the moment. */
  let standIn: { element: Element; owner: Element | undefined; at: number } | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const remember = ({ target }: FocusEvent) => {
    if (target instanceof Element) {
      last = withAncestors(target);
      if (target.closest('#root') && !target.closest('[role=dialog], [role=menu]')) {
        lastInFrame = last;
        page = place();
      }
    }
  };
  // A click beside every control takes the focus away on purpose.
  const leave = () =>
    queueMicrotask(() => {
      if (isNowhere() && canBeFocused(last[0])) {
        last = [];
      }
    });
  const restore = () => {
    clearTimeout(timer);
    timer = undefined;
    const [owner] = last;
    if (last.length === 0 || !isNowhere()) {
      return;
    }
    if (owner instanceof HTMLElement && canBeFocused(owner)) {
      owner.focus({ preventScroll: true });
      return;
    }
    // On another page the same part, such as a bar, belongs to something else.
    const isSamePage = page === place();
    const inDialog = last.some((one) => one.isConnected && one.matches('[role=dialog]'));
    const next =
      (isSamePage || inDialog ? nextIn(last) : undefined) ?? (isSamePage ? nextIn(lastInFrame) : undefined);
    if (next) {
      next.focus({ preventScroll: true });
    } else {
      focusPageTitle();
    }
    if (isNowhere()) {
      document.querySelector<HTMLElement>('#work')?.focus({ preventScroll: true });
    }
    const { activeElement } = document;
    standIn = activeElement ? { element: activeElement, owner, at: performance.now() } : undefined;
  };
  const giveBack = () => {
    if (standIn && document.activeElement !== standIn.element) {
      standIn = undefined;
    }
    if (standIn?.owner instanceof HTMLElement && canBeFocused(standIn.owner)) {
      standIn.owner.focus({ preventScroll: true });
      standIn = undefined;
    }
  };
  const press = (event: KeyboardEvent) => {
    restore();
    const { key, repeat, ctrlKey, metaKey, altKey } = event;
    const isPress = (key === 'Enter' || key === ' ') && !ctrlKey && !metaKey && !altKey;
    const place = standIn?.element === document.activeElement ? standIn : undefined;
    if (isPress && place && (repeat || performance.now() - place.at < secondPress)) {
      event.preventDefault();
      event.stopPropagation();
    }
  };
  const changes = new MutationObserver(() => {
    giveBack();
    if (timer === undefined && last.length > 0 && isNowhere()) {
      timer = setTimeout(restore, ownChoice);
    }
  });
  changes.observe(document.body, observation);
  document.addEventListener('focusin', remember);
  document.addEventListener('focusout', leave);
  document.addEventListener('keydown', press, true);
  return () => {
    clearTimeout(timer);
    changes.disconnect();
    document.removeEventListener('focusin', remember);
    document.removeEventListener('focusout', leave);
    document.removeEventListener('keydown', press, true);
  };
}

/** Parts of a page within which another control can stand in for one that is gone. */
const part = 'section, form, fieldset, li, aside, nav, footer, [role=dialog], [role=region], [role=toolbar]';
const controls = 'button, a[href], input:is([type=checkbox], [type=radio]), [tabindex="0"]';
const fields = `${controls}, input, textarea, select`;

/** Returns the control itself where it can be focused again, or the first one of the part of the page around it. */
function nextIn([control, ...around]: readonly Element[]): HTMLElement | undefined {
  if (control instanceof HTMLElement && canBeFocused(control)) {
    return control;
  }
  const end = around.findIndex((one) => one.isConnected && one.matches(part));
  for (const one of end < 0 ? [] : around.slice(0, end + 1)) {
    // Keys pressed next must not be typed into a field that is not part of the same form.
    const inside = one.isConnected ? [...one.querySelectorAll(one.closest('form') ? fields : controls)] : [];
    const target = inside.find((element) => element instanceof HTMLElement && canBeFocused(element));
    if (target instanceof HTMLElement) {
      return target;
    }
  }
  return undefined;
}

function isNowhere(): boolean {
  const { activeElement, body } = document;
  return activeElement === null || activeElement === body || activeElement.matches(':disabled');
}

function canBeFocused(element: Element | undefined): boolean {
  return (
    element?.isConnected === true &&
    !element.matches(':disabled') &&
    element.closest('[inert]') === null &&
    element.checkVisibility({ visibilityProperty: true })
  );
}

function withAncestors(element: Element): Element[] {
  const path: Element[] = [];
  for (let one: Element | null = element; one !== null && one !== document.body; one = one.parentElement) {
    path.push(one);
  }
  return path;
}
