import '@mantine/core/styles.layer.css';
import '../../../renderer/theme.css';
import { MantineProvider } from '@mantine/core';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { theme } from '../../../renderer/theme.ts';
import { type Column, Table } from '../../../renderer/ui/table.tsx';
import type { RowSource } from '../../../renderer/ui/table-grid.ts';
import { expectAccessible } from '../access.ts';
import { press } from '../window.tsx';

interface Row {
  name: string;
  size: number;
}

const columns: readonly Column<Row>[] = [
  {
    id: 'name',
    heading: 'Name',
    width: 200,
    grows: true,
    isName: true,
    sortKey: 'name',
    cell: ({ name }) => name,
  },
  { id: 'size', heading: 'Size', width: 120, align: 'right', sortKey: 'size', cell: ({ size }) => size },
  { id: 'copy', heading: 'Copy', width: 400, isOptional: true, cell: () => 'copied' },
];
const rowsOf = (count: number): Row[] =>
  Array.from({ length: count }, (_, at) => ({ name: `row ${at}`, size: at * 10 }));

function show(content: React.ReactNode, width = 1000) {
  document.body.replaceChildren();
  const place = document.createElement('main');
  place.style.cssText = `display: flex; height: 400px; width: ${width}px`;
  document.body.append(place);
  const root = createRoot(place);
  root.render(
    <MantineProvider theme={theme}>
      <h1>Table</h1>
      {content}
    </MantineProvider>,
  );
  onTestFinished(() => root.unmount());
}

function Grid({
  rows,
  onOpen,
  first = -1,
}: {
  rows: readonly Row[] | RowSource<Row>;
  onOpen?: (index: number) => void;
  first?: number;
}) {
  const [current, setCurrent] = useState(first);
  return (
    <Table
      label="Things"
      columns={columns}
      rows={rows}
      choice={{ current, onMove: setCurrent, ...(onOpen && { onOpen }) }}
    />
  );
}

const grid = page.getByRole('grid', { name: 'Things' });
const focusedRow = () => document.activeElement?.getAttribute('data-row');
const selected = () => document.querySelector('[aria-selected=true]')?.getAttribute('data-row');

test('only the rows in view are in the page, and keys move a current row that has the focus', async () => {
  const opened = vi.fn();
  show(<Grid rows={rowsOf(100_000)} onOpen={opened} />);
  await expect.element(grid).toHaveAttribute('aria-rowcount', '100001');
  expect(document.querySelectorAll('[data-row]').length).toBeLessThan(60);
  await expectAccessible(['dark', 'light']);

  await press('Tab');
  await expect.poll(focusedRow).toBe('0');
  expect(selected()).toBeUndefined();
  await press('ArrowDown');
  await expect.poll(selected).toBe('0');
  await press('ArrowDown');
  await expect.poll(focusedRow).toBe('1');
  await press('End');
  await expect.poll(focusedRow).toBe('99999');
  await expect.element(page.getByText('row 99999')).toBeVisible();
  await press('PageUp');
  await expect.poll(() => Number(focusedRow())).toBeLessThan(99_995);
  await press('Home');
  await expect.poll(focusedRow).toBe('0');
  await press('Enter');
  expect(opened.mock.lastCall).toEqual([0]);
});

test('a row that is scrolled out of view gives its tab stop to the grid, and gets it back by a key', async () => {
  show(<Grid rows={rowsOf(1000)} first={2} />);
  await press('Tab');
  await expect.poll(focusedRow).toBe('2');
  document.querySelector('table')?.parentElement?.scrollTo({ top: 9000 });
  await expect.poll(() => document.activeElement?.getAttribute('role')).toBe('grid');
  await press('ArrowDown');
  await expect.poll(focusedRow).toBe('3');
});

test('headings of groups are passed over, and rows that are not loaded hold their place', async () => {
  const onView = vi.fn();
  const loaded = rowsOf(10);
  show(
    <Grid
      rows={{
        count: 10,
        at: (index) => (index === 3 ? undefined : loaded[index]),
        headingAt: (index) => (index === 0 || index === 5 ? `group ${index}` : undefined),
        onView,
      }}
      first={1}
    />,
  );
  await expect.element(page.getByText('group 5')).toBeVisible();
  expect(onView.mock.lastCall).toEqual([0, 10, 0]);
  expect(document.querySelector('[data-row="3"]')?.textContent).toBe('');
  await press('Tab');
  for (const expected of ['2', '3', '4', '6']) {
    await press('ArrowDown');
    await expect.poll(focusedRow).toBe(expected);
  }
  await press('Home');
  await expect.poll(focusedRow).toBe('1');
});

test('heads sort and resize, and optional columns go where there is no room', async () => {
  const onSort = vi.fn();
  const onWidth = vi.fn();
  show(
    <Table
      label="Things"
      columns={columns}
      rows={rowsOf(5)}
      choice={{ current: 0, onMove: () => undefined }}
      sort={{ by: 'size', descending: true, onSort }}
      onWidth={onWidth}
    />,
    500,
  );
  const size = page.getByRole('columnheader', { name: 'Size' });
  await expect.element(size).toHaveAttribute('aria-sort', 'descending');
  await expect.element(page.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'none');
  await expect.element(page.getByRole('columnheader', { name: 'Copy' })).not.toBeInTheDocument();
  await size.getByRole('button').click();
  expect(onSort.mock.lastCall).toEqual(['size']);
  const edge = (await size.element()).lastElementChild as HTMLElement;
  const { x, y } = edge.getBoundingClientRect();
  const drag = (type: string, at: number) =>
    edge.dispatchEvent(new PointerEvent(type, { bubbles: true, pointerId: 1, clientX: at, clientY: y + 5 }));
  vi.spyOn(edge, 'setPointerCapture').mockReturnValue();
  drag('pointerdown', x);
  await vi.waitFor(() => expect(edge.dataset.active).toBe('true'));
  drag('pointermove', x + 40);
  expect(onWidth.mock.lastCall).toEqual(['size', 160]);
});

test('a table without a current row is as long as it is, and scrolls in a box where that is too long', async () => {
  show(
    <Table
      caption="Short"
      columns={columns}
      rows={rowsOf(3)}
      below={({ name }) => name === 'row 1' && 'more of row 1'}
    />,
  );
  const short = page.getByRole('table', { name: 'Short' });
  await expect.element(short.getByRole('rowheader', { name: 'row 2' })).toBeVisible();
  await expect.element(short.getByText('more of row 1')).toBeVisible();
  expect(document.querySelector('[tabindex]')).toBeNull();

  show(<Table caption="Long" columns={columns} rows={rowsOf(500)} />);
  const box = page.getByRole('region', { name: 'Long: 500 rows' });
  await expect.element(box).toBeVisible();
  expect(document.querySelectorAll('tbody th').length).toBeLessThan(60);
  await userEvent.click(box);
  (await box.element()).scrollTo({ top: 100_000 });
  await expect.element(page.getByText('row 499')).toBeVisible();
  await expectAccessible();
});

test('a short table that is wider than its place is reached by the keyboard, and one that fits is not', async () => {
  const wide: Column<Row>[] = ['a', 'b', 'c'].map((id) => ({
    id,
    heading: id,
    isName: id === 'a',
    cell: () => <span style={{ whiteSpace: 'pre' }}>{'wide '.repeat(20)}</span>,
  }));
  show(<Table label="Wide" columns={wide} rows={rowsOf(2)} />, 400);
  await userEvent.keyboard('{Tab}');
  await expect.element(page.getByRole('group', { name: 'Wide, scrolls sideways' })).toHaveFocus();
  await expectAccessible();
  show(<Table label="Narrow" columns={columns} rows={rowsOf(2)} />);
  await expect.element(page.getByRole('table', { name: 'Narrow' })).toBeVisible();
  await expect.element(page.getByRole('group')).not.toBeInTheDocument();
});
