import { useEffect, useRef } from 'react';
import { useStores } from '../stores.tsx';
import type { Action } from './action-store.ts';

/** Offers an action while the calling component is on screen: in the palette, by its shortcut, in the shortcut list. */
export function useAction(action: Action): void {
  const { actions } = useStores();
  const latest = useRef(action);
  useEffect(() => {
    latest.current = action;
  });
  const { id, label, detail, group, shortcut, alias, disabled } = action;
  // The rest is read when it is needed: a new icon or function on each render must not register anew.
  useEffect(
    () =>
      actions.getState().register([
        {
          id,
          label,
          ...(detail === undefined ? {} : { detail }),
          ...(group === undefined ? {} : { group }),
          ...(shortcut === undefined ? {} : { shortcut }),
          ...(alias === undefined ? {} : { alias }),
          ...(disabled === undefined ? {} : { disabled }),
          get icon() {
            return latest.current.icon;
          },
          get keywords() {
            return latest.current.keywords ?? [];
          },
          run: () => latest.current.run(),
        },
      ]),
    [actions, id, label, detail, group, shortcut, alias, disabled],
  );
}
