import { Box, Flex, Text } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconCircleCheck, IconX } from '@tabler/icons-react';
import type { CaseQueue } from '../../../preload/contract/cases.ts';
import { visibleText } from '../../../preload/contract/service/visible-text.ts';
import { useActions } from '../../actions/use-action.ts';
import { IconTool } from '../../ui/icon-tool.tsx';

interface QueueBarProps {
  queue: CaseQueue;
  onGo(at: number): void;
  onEnd(): void;
}

/** Shows the position in the queue, in the head of the case. */
export function QueueBar({ queue, onGo, onEnd }: QueueBarProps) {
  const { at, ids, reviewed, title } = queue;
  const isDone = reviewed.includes(ids[at] ?? '');
  const next = () => onGo(at + 1);
  const previous = () => onGo(at - 1);
  const hasNext = at + 1 < ids.length;
  const hasPrevious = at > 0;
  useActions('Queue', [
    {
      id: 'queue.next',
      label: 'Next case of the queue',
      shortcut: 'j',
      disabled: !hasNext,
      run: next,
    },
    {
      id: 'queue.previous',
      label: 'Previous case of the queue',
      shortcut: 'k',
      disabled: !hasPrevious,
      run: previous,
    },
    { id: 'queue.end', label: 'End the queue', run: onEnd },
  ]);
  const count = ids.length.toLocaleString('en');
  return (
    <Flex
      component="section"
      align="center"
      gap={4}
      px={8}
      mr={6}
      bg="var(--surface-selected)"
      bdrs="sm"
      aria-label="Queue"
      title={`${visibleText(title, 60)}: ${reviewed.length.toLocaleString('en')} of ${count} reviewed`}
    >
      {isDone && <IconCircleCheck size={15} color="var(--status-good)" role="img" aria-label="Reviewed" />}
      <Text span fw={650} miw={56} ta="center">
        {at + 1} of {count}
      </Text>
      <Box
        component="progress"
        w={48}
        h={6}
        visibleFrom="xl"
        aria-hidden
        value={reviewed.length}
        max={ids.length}
      />
      <IconTool label="Previous" shortcut="k" disabled={!hasPrevious} onClick={previous}>
        <IconChevronLeft size={15} aria-hidden />
      </IconTool>
      {/* The focus goes there when what was done with a case leads to the next. */}
      <IconTool data-queue-next label="Next" shortcut="j" disabled={!hasNext} onClick={next}>
        <IconChevronRight size={15} aria-hidden />
      </IconTool>
      <IconTool label="End queue" onClick={onEnd}>
        <IconX size={14} aria-hidden />
      </IconTool>
    </Flex>
  );
}
