import { Stack, Text } from '@mantine/core';
import { verdicts } from '../../../preload/contract/cases.ts';
import type { ChangedCase, OpenAge } from '../../../preload/contract/reports.ts';
import { assessmentTerm } from '../../../preload/wording/case-terms.ts';
import { caseStateLabels, decisionLabels } from '../../../preload/wording/cases.ts';
import { ageText } from '../../../preload/wording/reports.ts';
import { counted } from '../../../preload/wording/terms.ts';
import { useEnvironmentQuery } from '../../environments/use-environment.ts';
import { ConversationButton } from '../../ui/conversation-button.tsx';
import layout from '../../ui/layout.module.css';
import { EmptyState, FailureNotice } from '../../ui/notices.tsx';
import { Section } from '../../ui/section.tsx';
import { type Column, numberColumn, Table } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { UserKey } from '../../ui/user-key.tsx';
import { SkeletonLines } from '../../ui/waiting.tsx';

/** Shows how old the open cases are, and which changed since they were decided. */
export function OpenReport() {
  const { data, failure } = useEnvironmentQuery('reports.open', {});
  const changed = data?.changed;
  return (
    <Stack>
      {failure && <FailureNotice failure={failure} />}
      <Section title="Open by age">
        {data ? (
          <Table label="Open by age" columns={ageColumns} rows={data.ages} />
        ) : (
          !failure && <SkeletonLines lines={5} />
        )}
        <Text mt={8} c="dimmed">
          The age is counted from the result, or from when the case was added.
        </Text>
      </Section>
      <Section
        title="Changed since decided"
        aside={<span className={layout.quietParagraph}>{changed && counted(changed.total, 'case')}</span>}
      >
        {changed?.total === 0 && <EmptyState title="No decided case has changed." />}
        {changed !== undefined && changed.total > 0 && (
          <Table label="Changed since decided" columns={changedColumns} rows={changed.cases} />
        )}
        {changed !== undefined && changed.total > changed.cases.length && (
          <p className={layout.quietParagraph}>
            The last {changed.cases.length} are shown. Cases has all of them under Changed since decided.
          </p>
        )}
      </Section>
    </Stack>
  );
}

/** The columns of open cases by age, with their assessments. */
export const ageColumns: readonly Column<OpenAge>[] = [
  { heading: 'Age', isName: true, cell: ageText },
  numberColumn('To review', ({ toReview }) => toReview),
  numberColumn(caseStateLabels['in-review'], ({ inReview }) => inReview),
  numberColumn(caseStateLabels.waiting, ({ waiting }) => waiting),
  ...verdicts.map((verdict) =>
    numberColumn<OpenAge>(assessmentTerm({ verdict }).label, ({ verdicts: of }) => of[verdict]),
  ),
];

const changedColumns: readonly Column<ChangedCase>[] = [
  { heading: 'Case', isName: true, cell: (row) => <ConversationButton {...row} /> },
  { heading: 'User key', cell: ({ userKey }) => userKey && <UserKey userKey={userKey} /> },
  { heading: 'Decision', cell: ({ decision }) => decisionLabels[decision] },
  { heading: 'Decided', cell: ({ decidedAt }) => <Time at={decidedAt} /> },
  { heading: 'Changed', cell: ({ changedAt }) => changedAt !== undefined && <Time at={changedAt} /> },
];
