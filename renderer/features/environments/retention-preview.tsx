import { type RetentionStep, retentionHorizons } from '../../../preload/contract/cases.ts';
import type { OperationOutput } from '../../../preload/contract/operations.ts';
import { decisionLabels } from '../../../preload/wording/cases.ts';
import { counted } from '../../../preload/wording/terms.ts';
import { type Column, Table } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';

type Preview = OperationOutput<'cases.retentionPreview'>;

const horizons = ['Within the hour', ...retentionHorizons.slice(1).map((days) => `In ${days} days`), 'Later'];
const columns: Column<RetentionStep>[] = [
  { id: 'what', heading: 'Deleted', isName: true, grows: true, cell: stepText },
  ...horizons.map(
    (heading, at): Column<RetentionStep> => ({
      id: heading,
      heading,
      width: at === 0 ? 120 : 88,
      align: 'right',
      cell: ({ counts }) => (counts[at] === 0 ? '–' : counts[at]?.toLocaleString('en')),
    }),
  ),
  { id: 'first', heading: 'First', width: 120, cell: ({ firstAt }) => <Time at={firstAt} /> },
];

/** Shows what a rule of retention deletes, and when, with the cases that go first and those kept on purpose. */
export function RetentionPreview({ preview }: { preview: Preview }) {
  const { cases, reduced, removed, steps, held } = preview;
  return (
    <>
      {steps.length > 0 && <Table label="What is deleted, and when" columns={columns} rows={steps} />}
      {cases.length > 0 && (
        <details>
          <summary>Show these cases</summary>
          <ul>
            {cases.map(({ conversationId, decision, touchedAt, keepsDecision }) => (
              <li key={conversationId}>
                <code>{conversationId}</code>
                {decision === undefined ? '' : `, ${decisionLabels[decision]}`}
                {keepsDecision ? ' (kept)' : ''}, last activity <Time at={touchedAt} />
              </li>
            ))}
            <More count={reduced + removed - cases.length} />
          </ul>
        </details>
      )}
      {held.total > 0 && (
        <details>
          <summary>Kept on purpose: {counted(held.total, 'case')}</summary>
          <ul>
            {held.conversationIds.map((id) => (
              <li key={id}>
                <code>{id}</code>
              </li>
            ))}
            <More count={held.total - held.conversationIds.length} />
          </ul>
        </details>
      )}
    </>
  );
}

function More({ count }: { count: number }) {
  return count > 0 && <li>{`${count.toLocaleString('en')} more`}</li>;
}

function stepText({ what, decision }: RetentionStep): string {
  if (decision === undefined) {
    return 'Cases without a decision';
  }
  return `${decisionLabels[decision]}: ${what}`;
}

export function previewText({
  reduced,
  removed,
  kept,
}: Pick<Preview, 'reduced' | 'removed' | 'kept'>): string {
  const cases = (count: number) => counted(count, 'case');
  const parts = [
    ...(reduced === 0 ? [] : [`the data of ${cases(reduced)}, but not the decisions`]),
    ...(removed === 0 ? [] : [`${cases(removed)} with everything`]),
  ];
  const due = parts.length === 0 ? 'No case is old enough.' : `Deleted within the hour: ${parts.join('; ')}.`;
  return kept === 0 ? due : `${due} ${cases(kept)} older but not done yet or kept on purpose.`;
}
