import { Button, Group, Progress } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { ExaminedRule, ExamReport, ExamRule } from '../../../../preload/contract/examine.ts';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import type { Tone } from '../../../ui/tone.ts';
import classes from '../sending.module.css';

const outcomes: Record<ExamReport['outcome'], { label: string; tone: Tone; text: string }> = {
  passed: { label: 'Passed', tone: 'good', text: 'The receiver follows every rule.' },
  failed: {
    label: 'Failed',
    tone: 'bad',
    text: 'Open a failed rule to see what came back and how to fix it.',
  },
  incomplete: {
    label: 'Not complete',
    tone: 'caution',
    text: 'No rule failed, but not every rule could be judged.',
  },
};

interface ExamSummaryProps {
  rules: readonly ExamRule[];
  examined: Readonly<Record<string, ExaminedRule>>;
  currentId: string | undefined;
  running: boolean;
  report: ExamReport | undefined;
  saved: string | undefined;
  onSave(as: 'html' | 'json'): void;
}

/** Shows the progress of the exam, or its result with the ways to save the report. */
export function ExamSummary({
  rules,
  examined,
  currentId,
  running,
  report,
  saved,
  onSave,
}: ExamSummaryProps) {
  if (running) {
    const done = Object.keys(examined).length;
    const current = rules.find(({ id }) => id === currentId);
    return (
      <>
        <Progress aria-label="Rules examined" value={rules.length === 0 ? 0 : (100 * done) / rules.length} />
        <p className={classes.quiet}>
          {done} of {rules.length} rules{current ? `. Now: ${current.title}` : ''}
        </p>
      </>
    );
  }
  if (report === undefined) {
    return (
      <p className={classes.quiet}>{rules.length === 0 ? '' : `${rules.length} rules, in this order:`}</p>
    );
  }
  const { label, tone, text } = outcomes[report.outcome];
  const { passed, failed, 'cannot-tell': unclear } = report.counts;
  return (
    <>
      <p className={classes.verdict} role="status">
        <StatusBadge status={label} tone={tone} />
        <span>
          {passed} passed, {failed} failed, {unclear} inconclusive. {text}
        </span>
      </p>
      <Group>
        <Button leftSection={<IconDownload size={14} />} onClick={() => onSave('html')}>
          Save as HTML
        </Button>
        <Button leftSection={<IconDownload size={14} />} onClick={() => onSave('json')}>
          Save as JSON
        </Button>
        {saved !== undefined && (
          <span className={classes.quiet} role="status">
            {saved}
          </span>
        )}
      </Group>
    </>
  );
}
