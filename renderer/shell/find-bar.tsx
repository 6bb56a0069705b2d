import { ActionIcon, Text, TextInput } from '@mantine/core';
import { getHotkeyHandler } from '@mantine/hooks';
import { IconChevronDown, IconChevronUp, IconX } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import classes from './find-bar.module.css';

interface FindBarProps {
  /** Counts how often the bar was requested: each time the field is focused again. */
  requests: number;
  onClose(): void;
}

/** Finds text in the work area, as a browser finds it in a page. */
export function FindBar({ requests, onClose }: FindBarProps) {
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [current, setCurrent] = useState(0);
  const [count, setCount] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each request focuses the field again
  useEffect(() => field.current?.select(), [requests]);
  useEffect(() => {
    const work = document.getElementById('work');
    const matches = work ? findText(work, text) : [];
    setCount(matches.length);
    const match = matches[current];
    CSS.highlights.set('find', new Highlight(...matches));
    CSS.highlights.set('find-current', new Highlight(...(match ? [match] : [])));
    match?.startContainer.parentElement?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    return () => {
      CSS.highlights.delete('find');
      CSS.highlights.delete('find-current');
    };
  }, [text, current]);
  const step = (by: number) => setCurrent((at) => (count === 0 ? 0 : (at + by + count) % count));
  return (
    <search className={classes.bar} aria-label="Find in this page">
      <TextInput
        ref={field}
        aria-label="Find text"
        placeholder="Find"
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setCurrent(0);
        }}
        onKeyDown={getHotkeyHandler([
          ['Enter', () => step(1)],
          ['shift+Enter', () => step(-1)],
          ['Escape', onClose],
        ])}
      />
      <Text span role="status" miw={88} px={4} c="dimmed">
        {text === '' ? '' : count === 0 ? 'No matches' : `${current + 1} of ${count}`}
      </Text>
      <ActionIcon aria-label="Previous match" disabled={count === 0} onClick={() => step(-1)}>
        <IconChevronUp size={16} aria-hidden />
      </ActionIcon>
      <ActionIcon aria-label="Next match" disabled={count === 0} onClick={() => step(1)}>
        <IconChevronDown size={16} aria-hidden />
      </ActionIcon>
      <ActionIcon aria-label="Close" onClick={onClose}>
        <IconX size={16} aria-hidden />
      </ActionIcon>
    </search>
  );
}

/** The most matches that are marked. */
const maxMatches = 2000;

/**
 * Finds a text in an element, in the order of the page, ignoring case. A match lies within one piece of text; masked text
 * and text that is not drawn is not part of the page and is not found.
 */
function findText(root: Node, searchText: string): Range[] {
  const text = searchText.toLowerCase();
  const matches: Range[] = [];
  if (text === '') {
    return matches;
  }
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT, (node) =>
    isShown(node.parentElement) ? NodeFilter.FILTER_ACCEPT : NodeFilter.FILTER_REJECT,
  );
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const content = (node.nodeValue ?? '').toLowerCase();
    for (let at = content.indexOf(text); at !== -1; at = content.indexOf(text, at + text.length)) {
      const range = document.createRange();
      // Lower case may be longer than what is shown, in few scripts.
      const end = Math.min(at + text.length, node.nodeValue?.length ?? 0);
      if (at < end) {
        range.setStart(node, at);
        range.setEnd(node, end);
        matches.push(range);
      }
      if (matches.length >= maxMatches) {
        return matches;
      }
    }
  }
  return matches;
}

function isShown(element: Element | null): boolean {
  return element?.checkVisibility({ visibilityProperty: true }) ?? false;
}
