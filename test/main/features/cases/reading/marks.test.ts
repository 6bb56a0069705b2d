import { expect, test } from 'vitest';
import { parseList } from '../../../../../main/features/cases/reading/read-list.ts';
import type { ListMarks } from '../../../../../preload/contract/reading.ts';
import { consoleAt, startService } from './reading-harness.ts';

async function start(source: string, marks: ListMarks) {
  const service = await startService((id) =>
    id === 'case-9' ? [404, {}] : [200, { id, status: 'FINISHED' }],
  );
  const console = await consoleAt(service.url);
  const { bridge, environmentId } = console;
  const { listId, report } = await bridge.invoke('reading.readList', { environmentId, source });
  await bridge.invoke('reading.start', { environmentId, from: { listId, marks }, pace: { concurrency: 4 } });
  await console.until('done');
  const labelsAndNotes = async (conversationId: string) => {
    const { case: found } = await bridge.invoke('cases.get', { environmentId, conversationId });
    return [found?.row.labels, found?.notes.map(({ text }) => text)];
  };
  return { report, labelsAndNotes };
}

test('the cases of a list are labelled, and further columns are kept as labels or in one note', async () => {
  const { report, labelsAndNotes } = await start(
    'branch,conversation id,agent,remark\nNorth,case-1,ap,"called, twice"\nSouth,case-2,,\nNorth,case-9,kl,\n',
    {
      labels: ['batch 7'],
      columns: [
        { name: 'branch', as: 'label' },
        { name: 'agent', as: 'note' },
        { name: 'remark', as: 'note' },
        { name: 'not there', as: 'note' },
      ],
    },
  );
  expect(report.columns).toEqual(['branch', 'agent', 'remark']);
  expect(await labelsAndNotes('case-1')).toEqual([
    ['batch 7', 'branch: North'],
    ['agent: ap\nremark: called, twice'],
  ]);
  expect(await labelsAndNotes('case-2')).toEqual([['batch 7', 'branch: South'], []]);
  // A case that the service does not know is found by its label, too.
  expect(await labelsAndNotes('case-9')).toEqual([['batch 7', 'branch: North'], ['agent: kl']]);
});

test('members of the items of a JSON list are its columns; a list of callbacks or of ids has none', () => {
  const items = [
    { id: 'case-1', team: 'A', age: 3, person: { name: 'x' } },
    { id: 'case-2', vip: true },
  ];
  const { columns } = parseList(JSON.stringify(items));
  expect(columns).toEqual({
    names: ['team', 'age', 'vip'],
    values: new Map([
      [1, ['A', '3', '']],
      [2, ['', '', 'true']],
    ]),
  });
  expect(parseList('case-1\ncase-2').report.columns).toBeUndefined();
  expect(parseList(JSON.stringify([{ target: 'CONVERSATION', payload: {} }])).report.columns).toBeUndefined();
});
