import { createSpotlight, Spotlight, type SpotlightStore } from '@mantine/spotlight';
import { IconCornerDownRight, IconMessage, IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { useStore } from 'zustand';
import { useStores } from '../stores.tsx';
import { ShortcutHint } from '../ui/shortcut-hint.tsx';
import classes from './palette.module.css';
import { type PaletteEntry, paletteGroups } from './palette-entries.ts';
import { useGo } from './place.ts';

export function usePalette() {
  const [[store, { open }]] = useState(createSpotlight);
  return { store, open };
}

/** Everything that can be done or opened, by typing a part of its name. */
export function Palette({ store }: { store: SpotlightStore }) {
  const { actions, recent } = useStores();
  const [query, setQuery] = useState('');
  const { actions: offered } = useStore(actions);
  const known = useStore(recent);
  const go = useGo();
  const open = (conversationId: string) => go({ room: 'conversations', conversationId });
  const groups = paletteGroups(query, { actions: offered, known, open });
  return (
    <Spotlight.Root
      store={store}
      shortcut={null}
      query={query}
      onQueryChange={setQuery}
      size="lg"
      maxHeight="min(32rem, 70vh)"
      scrollable
      transitionProps={{ duration: 80, transition: 'fade' }}
      overlayProps={{ backgroundOpacity: 0.35 }}
    >
      <Spotlight.Search
        placeholder="Do or open anything"
        aria-label="Do or open anything"
        leftSection={<IconSearch size={17} aria-hidden />}
      />
      <Spotlight.ActionsList>
        {groups.map(({ title, entries }) => (
          <Spotlight.ActionsGroup key={title} label={title}>
            {entries.map((entry) => (
              <Entry key={entry.key} entry={entry} />
            ))}
          </Spotlight.ActionsGroup>
        ))}
        {groups.length === 0 && <Spotlight.Empty>Nothing is called that</Spotlight.Empty>}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
}

const icons = {
  action: <IconCornerDownRight size={16} stroke={1.6} />,
  conversation: <IconMessage size={16} stroke={1.6} />,
};

function Entry({ entry }: { entry: PaletteEntry }) {
  return (
    <Spotlight.Action
      label={entry.label}
      onClick={entry.run}
      leftSection={entry.icon ?? icons[entry.kind]}
      rightSection={entry.shortcut === undefined ? undefined : <ShortcutHint shortcut={entry.shortcut} />}
      className={classes.entry ?? ''}
      {...(entry.detail === undefined ? {} : { description: entry.detail })}
    />
  );
}
