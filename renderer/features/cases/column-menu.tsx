import { ActionIcon, Button, Checkbox, Flex, NumberInput, Popover } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconColumns3 } from '@tabler/icons-react';
import { type CaseColumnId, caseColumns } from '../../../preload/wording/case-columns.ts';
import layout from '../../ui/layout.module.css';
import { maxWidth, minWidth, type ShownColumn, withColumn, withMoved, withWidth } from './columns.ts';

interface ColumnMenuProps {
  columns: readonly ShownColumn[];
  /** The columns that are shown until others are chosen. */
  usual: readonly ShownColumn[];
  onColumns(columns: readonly ShownColumn[]): void;
}

/** Chooses the visible columns, their order and width, all by keyboard. */
export function ColumnMenu({ columns, usual, onColumns }: ColumnMenuProps) {
  const visible = new Set(columns.map(({ id }) => id));
  const others = (Object.keys(caseColumns) as CaseColumnId[]).filter((id) => !visible.has(id));
  return (
    <Popover position="bottom-end" shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <Button leftSection={<IconColumns3 size={14} aria-hidden />}>Columns</Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Columns" mah="75vh" className={layout.scrolls ?? ''}>
        <Flex component="ul" direction="column" gap={6} mb={10}>
          {columns.map(({ id, width }, index) => (
            <Flex key={id} component="li" gap={6} align="center" mih={28}>
              <Shown
                id={id}
                on
                disabled={columns.length === 1}
                onToggle={(on) => onColumns(withColumn(columns, id, on))}
              />
              <NumberInput
                aria-label={`Width of ${caseColumns[id].label} in pixels`}
                value={width}
                min={minWidth}
                max={maxWidth}
                step={8}
                clampBehavior="blur"
                w={88}
                onChange={(value) => typeof value === 'number' && onColumns(withWidth(columns, id, value))}
              />
              <ActionIcon
                aria-label={`Move ${caseColumns[id].label} to the left`}
                disabled={index === 0}
                onClick={() => onColumns(withMoved(columns, id, -1))}
              >
                <IconArrowUp size={14} aria-hidden />
              </ActionIcon>
              <ActionIcon
                aria-label={`Move ${caseColumns[id].label} to the right`}
                disabled={index === columns.length - 1}
                onClick={() => onColumns(withMoved(columns, id, 1))}
              >
                <IconArrowDown size={14} aria-hidden />
              </ActionIcon>
            </Flex>
          ))}
          {others.map((id) => (
            <Flex key={id} component="li" gap={6} align="center" mih={28}>
              <Shown id={id} on={false} onToggle={(on) => onColumns(withColumn(columns, id, on))} />
            </Flex>
          ))}
        </Flex>
        <Button variant="subtle" size="compact-xs" onClick={() => onColumns(usual)}>
          Reset columns
        </Button>
      </Popover.Dropdown>
    </Popover>
  );
}

interface ShownProps {
  id: CaseColumnId;
  on: boolean;
  disabled?: boolean;
  onToggle(on: boolean): void;
}

function Shown({ id, on, disabled = false, onToggle }: ShownProps) {
  return (
    <Checkbox
      flex="1"
      miw={144}
      label={caseColumns[id].label}
      checked={on}
      disabled={disabled}
      onChange={(event) => onToggle(event.currentTarget.checked)}
    />
  );
}
