import { useEffect, useLayoutEffect, useRef } from 'react';
import type { Action } from './action-store.ts';
import { useActionStore } from './actions-context.ts';

/**
 * Offers actions while the calling component is mounted: in the palette, by their shortcuts, in the shortcut list. They are registered
 * once and keep their positions; what changes from one render to the next is read when it is needed.
 *
 * @param group of those without one of their own
 */
export function useActions(group: string | undefined, actions: readonly Action[]): void {
  const store = useActionStore();
  const latest = useRef(actions);
  useLayoutEffect(() => {
    latest.current = actions.map((action) => ({ group, ...action }));
  });
  const ids = actions.map(({ id }) => id).join('\n');
  // biome-ignore lint/correctness/useExhaustiveDependencies: registered anew where they are others
  useEffect(() => {
    const current = latest.current.map(
      (action, index) =>
        new Proxy(action, {
          get: (first, name) =>
            name === 'id' ? first.id : Reflect.get(latest.current[index] ?? first, name),
        }),
    );
    return store.getState().register(current);
  }, [store, ids]);
}

export function useAction(action: Action): void {
  useActions(undefined, [action]);
}
