import { ActionIcon, Flex, Text, TextInput } from '@mantine/core';
import { getHotkeyHandler } from '@mantine/hooks';
import { IconChevronDown, IconChevronUp, IconX } from '@tabler/icons-react';
import { type RefObject, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { counted } from '../../../../preload/wording/terms.ts';
import type { PdfMatches, PdfViewing } from './pdf-viewing.ts';

interface PdfSearchBarProps {
  field: RefObject<HTMLInputElement | null>;
  viewing: PdfViewing;
  onClose(): void;
}

/** Searches the text of a PDF; Enter goes to the next match and Shift and Enter to the one before. */
export function PdfSearchBar({ field, viewing, onClose }: PdfSearchBarProps) {
  const [query, setQuery] = useState('');
  const matches = useStore(viewing.store, (state) => state.matches);
  useEffect(() => {
    field.current?.select();
    return () => viewing.find('');
  }, [field, viewing]);
  return (
    <Flex
      component="search"
      wrap="wrap"
      align="center"
      gap={4}
      px={8}
      py={4}
      bg="var(--surface-sunk)"
      style={{ borderBottom: '1px solid var(--line)' }}
    >
      <TextInput
        ref={field}
        flex="1 1 7rem"
        maw="12rem"
        aria-label="Search this PDF"
        placeholder="Search this PDF"
        value={query}
        onChange={({ currentTarget: { value } }) => {
          setQuery(value);
          viewing.find(value);
        }}
        onKeyDown={getHotkeyHandler([
          ['Enter', () => viewing.find(query, 1)],
          ['shift+Enter', () => viewing.find(query, -1)],
          ['Escape', onClose],
        ])}
      />
      <ActionIcon
        aria-label="Previous match"
        disabled={matches.total === 0}
        onClick={() => viewing.find(query, -1)}
      >
        <IconChevronUp size={15} />
      </ActionIcon>
      <ActionIcon
        aria-label="Next match"
        disabled={matches.total === 0}
        onClick={() => viewing.find(query, 1)}
      >
        <IconChevronDown size={15} />
      </ActionIcon>
      <Text span miw="5.5rem" mr="auto" px={4} c="dimmed" fz="sm" role="status">
        {query.trim() === '' ? '' : wording(matches, viewing.session.cutTexts.size)}
      </Text>
      <ActionIcon aria-label="Close the search" onClick={onClose}>
        <IconX size={15} />
      </ActionIcon>
    </Flex>
  );
}

function wording({ current, total, state }: PdfMatches, cutTexts: number): string {
  if (state === 'searching' && total === 0) {
    return 'Searching';
  }
  const resultText =
    total === 0 ? 'Not found' : `${current.toLocaleString('en')} of ${total.toLocaleString('en')}`;
  const pages = counted(cutTexts, 'page');
  return cutTexts === 0 ? resultText : `${resultText}. The text of ${pages} could not be read completely.`;
}
