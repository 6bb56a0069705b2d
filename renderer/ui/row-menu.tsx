import { Menu } from '@mantine/core';
import { type MouseEvent, useState } from 'react';
import classes from './row-menu.module.css';

/** One thing that can be done with a row. */
export interface RowAction {
  label: string;
  run(): void;
}

/**
 * The menu of a row, on a right click or the menu key. What the row shows as buttons stays: nothing is in the menu alone.
 *
 * @returns what every row takes as `onContextMenu`, and the menu, which is drawn once for all of them
 */
export function useRowMenu() {
  const [opened, setOpened] = useState<{ x: number; y: number; actions: readonly RowAction[] }>();
  const onContextMenu = (actions: readonly RowAction[]) => (event: MouseEvent<HTMLElement>) => {
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
  const menu = opened && (
    <Menu opened onChange={(open) => !open && setOpened(undefined)} position="bottom-start" returnFocus>
      <Menu.Target>
        <button
          type="button"
          tabIndex={-1}
          aria-label="Row menu"
          className={classes.place}
          style={{ left: opened.x, top: opened.y }}
        />
      </Menu.Target>
      <Menu.Dropdown>
        {opened.actions.map(({ label, run }) => (
          <Menu.Item
            key={label}
            onClick={() => {
              setOpened(undefined);
              run();
            }}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
  return { onContextMenu, menu };
}
