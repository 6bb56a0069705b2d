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
  useEffect(
    () =>
      actions.getState().register([
        {
          id,
          get label() {
            return latest.current.label;
          },
          get detail() {
            return latest.current.detail;
          },
          get group() {
            return latest.current.group;
          },
          get shortcut() {
            return latest.current.shortcut;
          },
          get alias() {
            return latest.current.alias;
          },
          get keywords() {
            return latest.current.keywords;
          },
          get repeats() {
            return latest.current.repeats;
          },
          get icon() {
            return latest.current.icon;
          },
          get disabled() {
            return latest.current.disabled;
          },
          run: () => latest.current.run(),
        },
      ]),
    [actions, id],
  );
}
