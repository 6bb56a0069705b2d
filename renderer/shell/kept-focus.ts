import { useEffect, useRef } from 'react';
import { routeKey } from '../navigation.ts';
import { useStores } from '../stores.tsx';

/** Remembers which control of a page had the focus when it was left. The returned function focuses it again, where it still exists. */
export function useKeptFocus(): (key: string) => boolean {
  const { navigation } = useStores();
  const focusById = useRef(new Map<string, string>());
  useEffect(
    () =>
      // Runs before the next page is rendered, so the focus is still in the one that is left.
      navigation.subscribe((state, before) => {
        if (state.environmentId !== before.environmentId) {
          focusById.current.clear();
        } else if (routeKey(state.route) !== routeKey(before.route)) {
          const element = document.activeElement;
          const name = element?.closest('#work') ? nameOf(element) : undefined;
          if (name === undefined) {
            focusById.current.delete(routeKey(before.route));
          } else {
            focusById.current.set(routeKey(before.route), name);
          }
        }
      }),
    [navigation],
  );
  return (key) => {
    const name = focusById.current.get(key);
    const again = name === undefined ? undefined : controls().find((one) => nameOf(one) === name);
    again?.focus({ preventScroll: true });
    return again !== undefined;
  };
}

function controls(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>('#work :is(button, a, input, select, textarea)')];
}

/** Identifies a control among the others of its page; undefined for a control without a name. */
function nameOf(element: Element): string | undefined {
  if (!element.matches('button, a, input, select, textarea')) {
    return undefined;
  }
  const name = element.getAttribute('aria-label') ?? (element.id || element.textContent);
  return name ? `${element.tagName} ${name.slice(0, 200)}` : undefined;
}
