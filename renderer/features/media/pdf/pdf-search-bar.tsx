import { ActionIcon, TextInput } from '@mantine/core';
import { getHotkeyHandler } from '@mantine/hooks';
import { IconChevronDown, IconChevronUp, IconX } from '@tabler/icons-react';
import { type RefObject, useEffect } from 'react';
import classes from './pdf-search-bar.module.css';
import type { PageMatch, SearchResult } from './use-pdf-search.ts';

interface PdfSearchBarProps {
  field: RefObject<HTMLInputElement | null>;
  query: string;
  onQuery(query: string): void;
  result: SearchResult;
  pages: number;
  current: PageMatch | undefined;
  onStep(by: 1 | -1): void;
  onClose(): void;
}

/** Searches the text of a PDF; Enter goes to the next match and Shift and Enter to the one before. */
export function PdfSearchBar(props: PdfSearchBarProps) {
  const { field, query, onQuery, result, pages, current, onStep, onClose } = props;
  useEffect(() => field.current?.select(), [field]);
  const { matches } = result;
  return (
    <search className={classes.bar}>
      <TextInput
        ref={field}
        aria-label="Search this PDF"
        placeholder="Search this PDF"
        value={query}
        onChange={(event) => onQuery(event.currentTarget.value)}
        onKeyDown={getHotkeyHandler([
          ['Enter', () => onStep(1)],
          ['shift+Enter', () => onStep(-1)],
          ['Escape', onClose],
        ])}
      />
      <ActionIcon aria-label="Previous match" disabled={matches.length === 0} onClick={() => onStep(-1)}>
        <IconChevronUp size={15} />
      </ActionIcon>
      <ActionIcon aria-label="Next match" disabled={matches.length === 0} onClick={() => onStep(1)}>
        <IconChevronDown size={15} />
      </ActionIcon>
      <span className={classes.count} role="status">
        {query.trim() === '' ? '' : wording(result, current, pages)}
      </span>
      <ActionIcon aria-label="Close the search" onClick={onClose}>
        <IconX size={15} />
      </ActionIcon>
    </search>
  );
}

function wording(
  { matches, searched, unread, isDone, isCut }: SearchResult,
  current: PageMatch | undefined,
  pages: number,
): string {
  const count = matches.length.toLocaleString('en');
  const at = current ? matches.indexOf(current) + 1 : 0;
  const found =
    matches.length === 0
      ? isDone
        ? 'Not found'
        : 'Searching'
      : `${at.toLocaleString('en')} of ${count}${isCut ? ' or more' : ''}`;
  const progress = isDone ? '' : ` (page ${searched.toLocaleString('en')} of ${pages.toLocaleString('en')})`;
  const missing = unread > 0 && isDone ? `. ${unreadWording(unread)}` : '';
  return `${found}${progress}${missing}`;
}

function unreadWording(pages: number): string {
  return pages === 1
    ? 'The text of 1 page could not be read completely.'
    : `The text of ${pages.toLocaleString('en')} pages could not be read completely.`;
}
