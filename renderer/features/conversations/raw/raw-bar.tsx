import { ActionIcon, Button, Flex, Text, TextInput } from '@mantine/core';
import {
  IconArrowDown,
  IconArrowUp,
  IconFilter,
  IconFold,
  IconPlayerStop,
  IconSearch,
} from '@tabler/icons-react';
import { useState } from 'react';
import { counted } from '../../../../preload/wording/terms.ts';
import { Bar } from '../../../ui/bar.tsx';
import { IconTool } from '../../../ui/icon-tool.tsx';
import { OutsideText } from '../../../ui/outside-text.tsx';
import { submitted } from '../../../ui/use-form-check.ts';
import type { RawTools } from './raw-tools.ts';

/** Search, JSONPath filter and folding of the raw response. */
export function RawBar({ tools }: { tools: RawTools }) {
  const {
    form,
    matches,
    busy,
    folds,
    marks,
    line,
    problem,
    filterResult,
    search,
    step,
    filter,
    stop,
    foldAll,
    goTo,
  } = tools;
  const [text, setText] = useState('');
  const [query, setQuery] = useState('');
  const isIndented = form === 'indented';
  const nextMark = () => goTo((marks.find((mark) => mark.line > line) ?? marks[0])?.line ?? 0);
  return (
    <Bar rowGap={4} px={12} py={4}>
      <Flex
        component="form"
        gap={4}
        align="center"
        miw={0}
        onSubmit={submitted(() => {
          if (matches && matches.lines.length > 0) {
            step(1);
          } else {
            void search(text);
          }
        })}
      >
        <TextInput
          data-find-field
          aria-label="Search the raw response"
          placeholder="Search"
          leftSection={<IconSearch size={14} aria-hidden />}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
            void search('');
          }}
        />
        {matches && (
          <Text span fz={12} c="dimmed" style={{ whiteSpace: 'nowrap' }} role="status">
            {matches.total === 0
              ? 'Not found'
              : `${(matches.at + 1).toLocaleString('en')} of ${matches.total.toLocaleString('en')} lines`}
          </Text>
        )}
        {matches && matches.lines.length > 0 && (
          <>
            <ActionIcon aria-label="Previous match" onClick={() => step(-1)}>
              <IconArrowUp size={14} />
            </ActionIcon>
            <ActionIcon aria-label="Next match" onClick={() => step(1)}>
              <IconArrowDown size={14} />
            </ActionIcon>
          </>
        )}
      </Flex>
      {isIndented && (
        <Flex
          component="form"
          gap={4}
          align="center"
          miw={0}
          onSubmit={submitted(() => filter(query.trim()))}
        >
          <TextInput
            w="min(24rem, 60vw)"
            aria-label="JSONPath filter"
            placeholder="JSONPath, such as $..checks[?@.result == 'FAILED']"
            leftSection={<IconFilter size={14} aria-hidden />}
            error={problem !== undefined}
            value={query}
            onChange={(event) => {
              setQuery(event.currentTarget.value);
              if (event.currentTarget.value === '') {
                void filter('');
              }
            }}
          />
          {filterResult && (
            <Text span fz={12} c="dimmed" style={{ whiteSpace: 'nowrap' }} role="status">
              {counted(filterResult.total, 'match', 'matches')}
            </Text>
          )}
        </Flex>
      )}
      {isIndented && (
        <IconTool label={folds.count > 0 ? 'Unfold all' : 'Fold all'} onClick={() => void foldAll()}>
          <IconFold size={15} />
        </IconTool>
      )}
      {isIndented && marks.length > 0 && (
        <Button variant="subtle" size="compact-sm" onClick={nextMark}>
          {counted(marks.length, 'member')} not understood
        </Button>
      )}
      {busy && (
        <Button size="compact-sm" leftSection={<IconPlayerStop size={12} aria-hidden />} onClick={stop}>
          Stop
        </Button>
      )}
      {problem !== undefined && (
        <Text flex="1 0 100%" fz={12} c="var(--status-bad)" role="alert">
          <OutsideText text={problem} max={400} />
        </Text>
      )}
    </Bar>
  );
}
