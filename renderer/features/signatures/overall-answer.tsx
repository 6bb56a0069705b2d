import { Button, Paper } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useUiServices } from '../../ui/services.tsx';
import { ToneIcon } from '../../ui/status-badge.tsx';
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
  const { clipboard, announce } = useUiServices();
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) {
      return;
    }
    const timer = setTimeout(() => setCopied(false), 1600);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const overall = overallOf(verification, search);
  const copy = async () => {
    try {
      await clipboard.copy(findingsText(verification, overall, search), {});
      setCopied(true);
      announce('Findings copied');
    } catch {
      announce('Not copied: clipboard access was denied');
    }
  };
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
        onClick={() => void copy()}
      >
        {isCopied ? 'Copied' : 'Copy findings'}
      </Button>
    </Paper>
  );
}
