import { createSpotlight, Spotlight, useSpotlight } from '@mantine/spotlight';
import { IconCornerDownRight, IconMessage, IconSearch } from '@tabler/icons-react';
import { type RefObject, useEffect, useId, useState } from 'react';
import { useStore } from 'zustand';
import { omitUndefined } from '../../preload/contract/objects.ts';
import { useStores } from '../stores.tsx';
import { ShortcutHint } from '../ui/shortcut-hint.tsx';
import type { EarlyTyping } from './early-typing.ts';
import classes from './palette.module.css';
import { type PaletteEntry, paletteGroups } from './palette-entries.ts';
import { useGo } from './use-route.ts';

interface PaletteProps {
  /** Counts the requests to open it. */
  asked: number;
  /** The element that had the focus before. */
  cameFrom: RefObject<Element | null>;
  /** Holds what was typed before the field existed. */
  earlyTyping: EarlyTyping;
}

/** Searches everything that can be done or opened. */
export function Palette({ asked, cameFrom, earlyTyping }: PaletteProps) {
  const [[store, { open }]] = useState(createSpotlight);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each request opens it again
  useEffect(open, [asked, open]);
  const { actions, recent } = useStores();
  const [query, setQuery] = useState('');
  const { actions: offered } = useStore(actions);
  const known = useStore(recent);
  const { opened, selected } = useSpotlight(store);
  const go = useGo();
  const prefix = useId();
  const groups = opened
    ? paletteGroups(query, {
        actions: offered,
        known,
        open: (conversationId) => go({ page: 'conversations', conversationId }),
      })
    : [];
  const inOrder = groups.flatMap(({ entries }) => entries);
  const chosen = inOrder[selected];
  const idOf = (entry: PaletteEntry) => `${prefix}${entry.key}`;
  return (
    <Spotlight.Root
      store={store}
      shortcut={null}
      query={query}
      onQueryChange={setQuery}
      size="lg"
      // The field does not move while the list below it grows and shrinks.
      centered={false}
      yOffset="11vh"
      maxHeight="min(34rem, 76vh)"
      scrollable
      // What is done may lead elsewhere and take the focus there; only when it does not, the focus goes back.
      returnFocus={false}
      transitionProps={{
        duration: 80,
        transition: 'fade',
        onExited: () => {
          const active = document.activeElement;
          const nowhere = active === document.body || active?.closest('[role=dialog]');
          if (nowhere && cameFrom.current instanceof HTMLElement) {
            cameFrom.current.focus();
          }
        },
      }}
      overlayProps={{ backgroundOpacity: 0.35 }}
      attributes={{ content: { 'aria-label': 'Commands' } }}
    >
      <Spotlight.Search
        placeholder="Search commands and conversations"
        aria-label="Search commands and conversations"
        leftSection={<IconSearch size={17} aria-hidden />}
        onFocus={({ currentTarget: field }) => {
          const typed = earlyTyping.take();
          if (typed !== '') {
            // As if typed here, so that the library selects the first entry found.
            field.setRangeText(typed, field.value.length, field.value.length, 'end');
            field.dispatchEvent(new InputEvent('input', { bubbles: true }));
          }
        }}
        role="combobox"
        aria-expanded
        aria-autocomplete="list"
        aria-controls={`${prefix}list`}
        {...(chosen === undefined ? {} : { 'aria-activedescendant': idOf(chosen) })}
      />
      <Spotlight.ActionsList ref={(list: HTMLDivElement | null) => asListbox(list, `${prefix}list`)}>
        {groups.map(({ title, entries }) => (
          <Spotlight.ActionsGroup
            key={title}
            label={title}
            role="group"
            aria-label={title}
            className={classes.group ?? ''}
          >
            {entries.map((entry) => (
              <Entry key={entry.key} id={idOf(entry)} entry={entry} chosen={entry === chosen} />
            ))}
          </Spotlight.ActionsGroup>
        ))}
        {groups.length === 0 && <Spotlight.Empty>No results</Spotlight.Empty>}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
}

/** What scrolls is the list itself to a screen reader, and the keyboard must be able to reach it. The library says neither. */
function asListbox(list: HTMLDivElement | null, id: string) {
  const viewport = list?.querySelector<HTMLElement>('[data-scrollarea-viewport]');
  if (!viewport) {
    return;
  }
  viewport.id = id;
  viewport.role = 'listbox';
  viewport.ariaLabel = 'Commands and conversations';
  viewport.tabIndex = 0;
}

const icons = {
  action: <IconCornerDownRight size={16} stroke={1.6} />,
  conversation: <IconMessage size={16} stroke={1.6} />,
};

function Entry({ id, entry, chosen }: { id: string; entry: PaletteEntry; chosen: boolean }) {
  return (
    <Spotlight.Action
      // The library keeps `id` to itself; the search field needs it to say which entry is chosen.
      ref={(element: HTMLButtonElement | null) => {
        if (element) {
          element.id = id;
        }
      }}
      role="option"
      aria-selected={chosen}
      label={entry.label}
      onClick={entry.run}
      leftSection={entry.icon ?? icons[entry.kind]}
      rightSection={entry.shortcut === undefined ? undefined : <ShortcutHint shortcut={entry.shortcut} />}
      className={classes.entry ?? ''}
      {...omitUndefined({ description: entry.detail })}
    />
  );
}
