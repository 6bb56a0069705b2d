import { Box, Button, Flex, Group, Text } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconCircleCheck, IconX } from '@tabler/icons-react';
import type { CaseQueue } from '../../../preload/contract/cases.ts';
import { visibleText } from '../../../preload/contract/service/visible-text.ts';
import { useAction } from '../../actions/use-action.ts';
import layout from '../../ui/layout.module.css';
import { withShortcut } from '../../ui/shortcut-hint.tsx';

interface QueueBarProps {
  queue: CaseQueue;
  onGo(at: number): void;
  onEnd(): void;
}

/** Shows the position in the queue, above the case. */
export function QueueBar({ queue, onGo, onEnd }: QueueBarProps) {
  const { at, ids, reviewed, title } = queue;
  const isDone = reviewed.includes(ids[at] ?? '');
  const group = 'Queue';
  const next = () => onGo(at + 1);
  const previous = () => onGo(at - 1);
  const [hasNext, hasPrevious] = [at + 1 < ids.length, at > 0];
  useAction({
    id: 'queue.next',
    group,
    label: 'Next case of the queue',
    shortcut: 'j',
    disabled: !hasNext,
    run: next,
  });
  useAction({
    id: 'queue.previous',
    group,
    label: 'Previous case of the queue',
    shortcut: 'k',
    disabled: !hasPrevious,
    run: previous,
  });
  useAction({ id: 'queue.end', group, label: 'End the queue', run: onEnd });
  return (
    <Flex
      component="section"
      className={layout.bar}
      wrap="wrap"
      align="center"
      columnGap={10}
      rowGap={4}
      mih={38}
      px={20}
      py={4}
      bg="var(--surface-selected)"
      aria-label="Queue"
    >
      <Text span truncate maw={224}>
        {visibleText(title, 60)}
      </Text>
      <Text span fw={650}>
        {at + 1} of {ids.length.toLocaleString('en')}
      </Text>
      <Box component="progress" w={96} h={6} aria-hidden value={reviewed.length} max={ids.length} />
      <span className={layout.quiet}>{reviewed.length.toLocaleString('en')} reviewed</span>
      {isDone && (
        <Flex component="span" display="inline-flex" gap={4} align="center" c="var(--status-good)" fw={600}>
          <IconCircleCheck size={14} aria-hidden /> Reviewed
        </Flex>
      )}
      <Group gap={6} ml="auto">
        <Button
          disabled={!hasPrevious}
          leftSection={<IconChevronLeft size={14} aria-hidden />}
          {...withShortcut('k')}
          onClick={previous}
        >
          Previous
        </Button>
        <Button
          disabled={!hasNext}
          leftSection={<IconChevronRight size={14} aria-hidden />}
          {...withShortcut('j')}
          onClick={next}
        >
          Next
        </Button>
        <Button variant="subtle" color="gray" leftSection={<IconX size={14} aria-hidden />} onClick={onEnd}>
          End queue
        </Button>
      </Group>
    </Flex>
  );
}
