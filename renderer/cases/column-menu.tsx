import { ActionIcon, Button, Checkbox, NumberInput, Popover } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconColumns3 } from '@tabler/icons-react';
import classes from './column-menu.module.css';
import {
  columns as all,
  type ColumnId,
  defaultColumns,
  maxWidth,
  minWidth,
  type ShownColumn,
  withColumn,
  withMoved,
  withWidth,
} from './columns.ts';

interface ColumnMenuProps {
  columns: readonly ShownColumn[];
  onColumns(columns: readonly ShownColumn[]): void;
}

/** Chooses the visible columns, their order and width, all by keyboard. */
export function ColumnMenu({ columns, onColumns }: ColumnMenuProps) {
  const shown = new Set(columns.map(({ id }) => id));
  const others = Object.values(all).filter(({ id }) => !shown.has(id));
  return (
    <Popover position="bottom-end" shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <Button leftSection={<IconColumns3 size={14} aria-hidden />}>Columns</Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Columns">
        <ul className={classes.list}>
          {columns.map(({ id, width }, index) => (
            <li key={id} className={classes.column}>
              <Shown
                id={id}
                on
                disabled={columns.length === 1}
                onToggle={(on) => onColumns(withColumn(columns, id, on))}
              />
              <NumberInput
                aria-label={`Width of ${all[id].label} in pixels`}
                value={width}
                min={minWidth}
                max={maxWidth}
                step={8}
                clampBehavior="blur"
                className={classes.width ?? ''}
                onChange={(value) => typeof value === 'number' && onColumns(withWidth(columns, id, value))}
              />
              <ActionIcon
                aria-label={`Move ${all[id].label} to the left`}
                disabled={index === 0}
                onClick={() => onColumns(withMoved(columns, id, -1))}
              >
                <IconArrowUp size={14} aria-hidden />
              </ActionIcon>
              <ActionIcon
                aria-label={`Move ${all[id].label} to the right`}
                disabled={index === columns.length - 1}
                onClick={() => onColumns(withMoved(columns, id, 1))}
              >
                <IconArrowDown size={14} aria-hidden />
              </ActionIcon>
            </li>
          ))}
          {others.map(({ id }) => (
            <li key={id} className={classes.column}>
              <Shown id={id} on={false} onToggle={(on) => onColumns(withColumn(columns, id, on))} />
            </li>
          ))}
        </ul>
        <Button variant="subtle" size="compact-xs" onClick={() => onColumns(defaultColumns)}>
          Reset columns
        </Button>
      </Popover.Dropdown>
    </Popover>
  );
}

interface ShownProps {
  id: ColumnId;
  on: boolean;
  disabled?: boolean;
  onToggle(on: boolean): void;
}

function Shown({ id, on, disabled = false, onToggle }: ShownProps) {
  return (
    <Checkbox
      className={classes.name ?? ''}
      label={all[id].label}
      checked={on}
      disabled={disabled}
      onChange={(event) => onToggle(event.currentTarget.checked)}
    />
  );
}
