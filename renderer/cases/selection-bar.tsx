import { Button } from '@mantine/core';
import { useStore } from 'zustand';
import type { StoreApi } from 'zustand/vanilla';
import { ShortcutHint } from '../ui/shortcut-hint.tsx';
import type { CaseListState } from './case-list-store.ts';
import { selectedCount } from './selection.ts';
import classes from './selection-bar.module.css';

/** What can be done with the cases selected, at the foot of the list. */
export function SelectionBar({ list }: { list: StoreApi<CaseListState> }) {
  const { selection, layout, selectAll, clearSelection } = useStore(list);
  const count = selectedCount(selection);
  if (count === 0) {
    return null;
  }
  return (
    <section className={classes.bar} aria-label="Selection">
      <span className={classes.count} role="status">
        {count.toLocaleString('en')} selected
      </span>
      {count < layout.total && (
        <Button variant="subtle" onClick={selectAll}>
          Select all {layout.total.toLocaleString('en')}
        </Button>
      )}
      <Button
        variant="subtle"
        color="gray"
        rightSection={<ShortcutHint shortcut="escape" />}
        onClick={clearSelection}
      >
        Clear
      </Button>
    </section>
  );
}
