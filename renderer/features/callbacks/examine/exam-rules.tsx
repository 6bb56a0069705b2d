import { Box, Flex, Text, Title, UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconClock } from '@tabler/icons-react';
import { useId, useState } from 'react';
import type { ExaminedRule, ExamRule, ExamVerdict } from '../../../../preload/contract/examine.ts';
import layout from '../../../ui/layout.module.css';
import { OutsideText } from '../../../ui/outside-text.tsx';
import type { Tone } from '../../../ui/status-badge.tsx';
import { ToneIcon } from '../../../ui/status-badge.tsx';
import classes from './exam-rules.module.css';
import { RuleDetails } from './rule-details.tsx';

const verdicts: Record<ExamVerdict, { label: string; tone: Tone }> = {
  passed: { label: 'Passed', tone: 'good' },
  failed: { label: 'Failed', tone: 'bad' },
  'cannot-tell': { label: 'Inconclusive', tone: 'caution' },
};

interface ExamRulesProps {
  rules: readonly ExamRule[];
  results: Readonly<Record<string, ExaminedRule>>;
  isRunning: boolean;
  /** The rule that is being examined now. */
  currentId: string | undefined;
}

/** Shows all rules by group, after an exam the failed ones first; each opens to what was sent and what came back. */
export function ExamRules({ rules, results, isRunning, currentId }: ExamRulesProps) {
  // While the exam runs, no rule changes its place.
  const failed = isRunning ? [] : rules.filter(({ id }) => results[id]?.verdict === 'failed');
  const names = [...new Set(rules.map(({ group }) => group))];
  const groups = names.map((name) => ({
    name,
    members: rules.filter((rule) => rule.group === name && !failed.includes(rule)),
  }));
  return [{ name: 'Failed', members: failed }, ...groups]
    .filter(({ members }) => members.length > 0)
    .map(({ name, members }) => (
      <Flex key={name} component="section" direction="column" gap={4} aria-label={name}>
        <Title order={2} mt={8}>
          {name}
        </Title>
        <ul className={`${layout.lines} ${classes.list}`}>
          {members.map((rule) => (
            <RuleRow
              key={rule.id}
              rule={results[rule.id] ?? rule}
              isCurrent={isRunning && rule.id === currentId}
            />
          ))}
        </ul>
      </Flex>
    ));
}

interface RuleRowProps {
  rule: ExamRule | ExaminedRule;
  isCurrent: boolean;
}

function RuleRow({ rule, isCurrent, ...detailProps }: RuleRowProps) {
  const [opened, setOpened] = useState(false);
  const id = useId();
  const verdict = 'verdict' in rule ? verdicts[rule.verdict] : undefined;
  return (
    <li data-verdict={'verdict' in rule ? rule.verdict : undefined}>
      <Flex
        component={UnstyledButton}
        fz="inherit"
        className={`${layout.hovers} ${classes.head}`}
        align="center"
        gap={8}
        w="100%"
        px={10}
        py={6}
        aria-expanded={opened}
        aria-controls={id}
        onClick={() => setOpened(!opened)}
      >
        {verdict ? <ToneIcon tone={verdict.tone} /> : <IconClock size={14} aria-hidden />}
        <Box component="span" flex="1" miw={0}>
          {rule.title}
        </Box>
        <span className={layout.quiet}>{verdict?.label ?? (isCurrent ? 'Running' : 'Not examined')}</span>
        <IconChevronDown size={14} color="var(--text-quiet)" className={classes.chevron} aria-hidden />
      </Flex>
      {!opened && 'verdict' in rule && rule.verdict !== 'passed' && (
        <Text pl={28} pr={10} pb={6}>
          <OutsideText text={rule.reason} max={500} />
        </Text>
      )}
      <div id={id} hidden={!opened}>
        {opened && <RuleDetails rule={rule} {...detailProps} />}
      </div>
    </li>
  );
}
