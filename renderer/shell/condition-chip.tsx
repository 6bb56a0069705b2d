import {
  Button,
  Flex,
  Group,
  Popover,
  Stack,
  Text,
  Title,
  UnstyledButton,
  VisuallyHidden,
} from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useState } from 'react';
import { Copyable } from '../ui/copyable.tsx';
import layout from '../ui/layout.module.css';
import { OutsideText } from '../ui/outside-text.tsx';
import { ToneIcon } from '../ui/status-badge.tsx';
import classes from './condition-chip.module.css';
import { type Condition, highestUrgency } from './conditions.ts';

/** The most conditions named in the chip; the others are counted. */
const maxNames = 2;

/** Shows the current conditions in one chip: the most urgent one as text, all of them in its menu. */
export function ConditionChip({ conditions }: { conditions: readonly Condition[] }) {
  const [opened, setOpened] = useState(false);
  const [first] = conditions;
  if (first === undefined) {
    return null;
  }
  const news = conditions.filter(({ tone }) => tone !== 'neutral').slice(0, maxNames);
  const ownConditions = news.length > 0 ? news : [first];
  const tone = highestUrgency(ownConditions.map((one) => one.tone));
  const rest = conditions.length - ownConditions.length;
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      width={400}
      shadow="md"
      withinPortal={false}
      trapFocus
      returnFocus
      transitionProps={{ duration: 80 }}
    >
      <Popover.Target>
        <UnstyledButton className={classes.chip ?? ''} data-tone={tone} onClick={() => setOpened(!opened)}>
          <ToneIcon tone={tone} size={15} />
          <VisuallyHidden>Console status: </VisuallyHidden>
          <span className={layout.ellipsis}>{ownConditions.map(({ label }) => label).join(' · ')}</span>
          {rest > 0 && <span className={layout.quietAside}>+{rest}</span>}
          <IconChevronDown size={14} aria-hidden className={layout.quietAside} />
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown
        className={classes.menu ?? ''}
        aria-label="Console status"
        aria-labelledby={undefined}
      >
        <ul className={`${layout.plainList} ${layout.lines}`}>
          {conditions.map((condition) => (
            <Row key={condition.id} condition={condition} onDone={() => setOpened(false)} />
          ))}
        </ul>
      </Popover.Dropdown>
    </Popover>
  );
}

function Row({ condition, onDone }: { condition: Condition; onDone(): void }) {
  const { tone, label, text, hint, command, code, actions } = condition;
  return (
    <Flex component="li" gap={10} px={14} py={12} className={layout.notice} data-condition={condition.id}>
      <ToneIcon tone={tone} size={16} />
      <Stack gap={4} align="flex-start" flex="1" miw={0}>
        <Title order={3} component="h2">
          {label}
        </Title>
        <p className={layout.anywhere}>
          <OutsideText text={text} max={2000} />
        </p>
        {hint !== undefined && (
          <p className={layout.quietParagraph}>
            <OutsideText text={hint} max={2000} />
          </p>
        )}
        {command !== undefined && <Copyable value={command} label="command" />}
        {actions.length > 0 && (
          <Group gap={6} mt={4}>
            {actions.map(({ label: name, run }) => (
              <Button
                key={name}
                size="compact-xs"
                onClick={() => {
                  onDone();
                  run();
                }}
              >
                {name}
              </Button>
            ))}
          </Group>
        )}
        {code !== undefined && (
          <Text component="code" fz={11} c="dimmed" ff="monospace">
            {code}
          </Text>
        )}
      </Stack>
    </Flex>
  );
}
