import { Menu } from '@mantine/core';
import { type MouseEvent, useState } from 'react';

/** One thing that can be done with a row. */
export interface RowAction {
  label: string;
  /** It destroys something, or begins what does. */
  dangerous?: boolean;
  run(): void;
}

/** Several of a kind, in a menu of their own. */
export interface RowActionGroup {
  label: string;
  actions: readonly RowAction[];
}

/** A line between groups. */
export const menuDivider = 'divider';

type RowMenuItem = RowAction | RowActionGroup | typeof menuDivider;

/**
 * Returns the menu of a row, on a right click or the menu key. The row keeps its buttons: nothing is in the menu alone.
 *
 * @returns what every row takes as `onContextMenu`, and the menu, which is drawn once for all of them
 */
export function useRowMenu() {
  const [opened, setOpened] = useState<{ x: number; y: number; actions: readonly RowMenuItem[] }>();
  const onContextMenu = (actions: readonly RowMenuItem[]) => (event: MouseEvent<HTMLElement>) => {
    // Selected text has the system's own menu, with "Copy".
    if (document.getSelection()?.isCollapsed === false) {
      return;
    }
    event.preventDefault();
    const { bottom, left } = event.currentTarget.getBoundingClientRect();
    // The menu key has no place of its own.
    const byKey = event.clientX === 0 && event.clientY === 0;
    setOpened({ x: byKey ? left : event.clientX, y: byKey ? bottom : event.clientY, actions });
  };
  const item = ({ label, dangerous = false, run }: RowAction) => (
    <Menu.Item
      key={label}
      {...(dangerous ? { color: 'red' } : {})}
      onClick={() => {
        setOpened(undefined);
        run();
      }}
    >
      {label}
    </Menu.Item>
  );
  const menu = opened && (
    <Menu opened onChange={(open) => !open && setOpened(undefined)} position="bottom-start" returnFocus>
      <Menu.Target>
        <button
          type="button"
          tabIndex={-1}
          aria-label="Row menu"
          style={{ position: 'fixed', width: 0, height: 0, left: opened.x, top: opened.y }}
        />
      </Menu.Target>
      <Menu.Dropdown>
        {opened.actions.map((one, index) => {
          if (one === menuDivider) {
            // biome-ignore lint/suspicious/noArrayIndexKey: the items of a menu do not move while it is open
            return <Menu.Divider key={index} />;
          }
          if ('run' in one) {
            return item(one);
          }
          return (
            <Menu.Sub key={one.label}>
              <Menu.Sub.Target>
                <Menu.Sub.Item>{one.label}</Menu.Sub.Item>
              </Menu.Sub.Target>
              <Menu.Sub.Dropdown>{one.actions.map(item)}</Menu.Sub.Dropdown>
            </Menu.Sub>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
  return { onContextMenu, menu };
}
