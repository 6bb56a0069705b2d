import { Box, Button, Flex, Group, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import layout from '../../ui/layout.module.css';
import { OutsideText } from '../../ui/outside-text.tsx';
import type { Tone } from '../../ui/status-badge.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import classes from './bar-chart.module.css';

/** A part of each bar, the same in all of them. */
export interface Series {
  id: string;
  label: string;
  tone: Tone;
}

export interface Bar {
  key: string;
  label: string;
  /** By the id of the series. */
  values: Readonly<Record<string, number | undefined>>;
}

interface BarChartProps<Row> {
  label: string;
  series: readonly Series[];
  bars: readonly Bar[];
  /** True for bars side by side, such as days. */
  isUpright?: boolean;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  busy: boolean;
  onSave(): void;
}

/** Shows numbers as bars, with all of them in a table and as CSV. Screen readers are given the table alone. */
export function BarChart<Row>(props: BarChartProps<Row>) {
  const { label, series, bars, isUpright = false, columns, rows, busy, onSave } = props;
  const [isTable, setTable] = useState(false);
  const total = (bar: Bar) => series.reduce((sum, one) => sum + (bar.values[one.id] ?? 0), 0);
  const most = Math.max(1, ...bars.map(total));
  const used = series.filter((one) => bars.some(({ values }) => (values[one.id] ?? 0) > 0));
  return (
    <>
      {isTable ? (
        <Table label={label} columns={columns} rows={rows} />
      ) : (
        <div aria-hidden>
          <div className={classes.chart} data-upright={isUpright}>
            {bars.map((bar) => (
              <div key={bar.key} className={classes.row} title={`${bar.label}: ${partsText(bar, series)}`}>
                <span className={`${layout.ellipsis} ${classes.label}`}>
                  <OutsideText text={bar.label} max={60} />
                </span>
                <span className={classes.track}>
                  {used
                    .filter(({ id }) => (bar.values[id] ?? 0) > 0)
                    .map((one) => (
                      <span
                        key={one.id}
                        className={classes.part}
                        data-tone={one.tone}
                        style={{ flexBasis: `${((bar.values[one.id] ?? 0) / most) * 100}%` }}
                      />
                    ))}
                </span>
                <span className={classes.number}>{total(bar).toLocaleString('en')}</span>
              </div>
            ))}
          </div>
          {series.length > 1 && (
            <Flex gap={14} wrap="wrap" mt={8}>
              {used.map(({ id: key, label: name, tone }) => (
                <Group key={key} gap={6} component="span">
                  <Box component="span" w={12} h={12} bg="var(--tone)" data-tone={tone} />
                  <Text span fz={12} c="dimmed">
                    {name}
                  </Text>
                </Group>
              ))}
            </Flex>
          )}
        </div>
      )}
      <Group gap={8} mt={10}>
        <Button
          size="compact-sm"
          aria-expanded={isTable}
          aria-label={`${isTable ? 'Show chart' : 'Show table'}: ${label}`}
          onClick={() => setTable(!isTable)}
        >
          {isTable ? 'Show chart' : 'Show table'}
        </Button>
        <CsvButton label={label} busy={busy} onSave={onSave} />
      </Group>
    </>
  );
}

/** Saves the numbers under a label as CSV. */
export function CsvButton({ label, busy, onSave }: Pick<BarChartProps<never>, 'label' | 'busy' | 'onSave'>) {
  return (
    <Button
      size="compact-sm"
      leftSection={<IconDownload size={14} />}
      loading={busy}
      aria-label={`CSV: ${label}`}
      onClick={onSave}
    >
      CSV
    </Button>
  );
}

function partsText({ values }: Bar, series: readonly Series[]): string {
  return series
    .flatMap(({ id, label }) => {
      const value = values[id] ?? 0;
      return value === 0 ? [] : [`${value.toLocaleString('en')} ${label}`];
    })
    .join(', ');
}
