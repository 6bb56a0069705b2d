import { useEffect, useLayoutEffect, useRef } from 'react';
import type { Action } from './action-store.ts';
import { useActionStore } from './actions-context.tsx';

/**
 * Offers an action while the calling component is mounted: in the palette, by its shortcut, in the shortcut list. It is registered
 * once and keeps its position; what changes from one render to the next is read when it is needed.
 */
export function useAction(action: Action): void {
  const actions = useActionStore();
  const latest = useRef(action);
  useLayoutEffect(() => {
    latest.current = action;
  });
  const { id } = action;
  useEffect(() => {
    const current = new Proxy(latest.current, {
      get: (_first, name) => (name === 'id' ? id : Reflect.get(latest.current, name)),
    });
    return actions.getState().register([current]);
  }, [actions, id]);
}
