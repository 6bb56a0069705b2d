import { Button, Paper } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { ToneIcon } from '../../ui/status-badge.tsx';
import { useCopy } from '../../ui/use-copy.ts';
import type { CauseSearch } from './cause-search.ts';
import { findingsText } from './findings-text.ts';
import type { MessageVerification } from './message.ts';
import { overallOf, separatorAfter } from './overall.ts';
import classes from './overall-answer.module.css';

interface OverallAnswerProps {
  verification: MessageVerification;
  search: CauseSearch;
}

/** Shows what to do with the callback, in one line above the three verdicts, and copies all findings as text. */
export function OverallAnswer({ verification, search }: OverallAnswerProps) {
  const { copy, result } = useCopy();
  const isCopied = result === 'copied';
  const overall = overallOf(verification, search);
  return (
    <Paper
      className={classes.overall}
      display="flex"
      px={12}
      py={10}
      data-tone={overall.tone}
      data-answer={overall.answer}
    >
      <ToneIcon tone={overall.tone} size={24} />
      <p className={classes.text}>
        <strong>
          {overall.answer}
          {separatorAfter(overall.answer)} {overall.reason}
        </strong>
        {overall.cause && <span> {overall.cause}</span>}
      </p>
      <Button
        leftSection={isCopied ? <IconCheck size={14} /> : <IconCopy size={14} />}
        onClick={() => void copy(findingsText(verification, overall, search), { said: 'Findings copied' })}
      >
        {isCopied ? 'Copied' : 'Copy findings'}
      </Button>
    </Paper>
  );
}
