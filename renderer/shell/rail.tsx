import { IconMessages, IconSettings, IconSignature, IconTrash, type TablerIcon } from '@tabler/icons-react';
import type { Place, Room } from '../navigation.ts';
import { ariaShortcut, isMac } from '../ui/shortcut.ts';
import { useGo, usePlace } from './place.ts';
import classes from './rail.module.css';

interface Entry {
  room: Room;
  word: string;
  Icon: TablerIcon;
  place: Place;
  shortcut: string;
}

export const rooms: readonly Entry[] = [
  {
    room: 'conversations',
    word: 'Conversations',
    Icon: IconMessages,
    place: { room: 'conversations' },
    shortcut: 'mod+1',
  },
  { room: 'deletion', word: 'Deletion', Icon: IconTrash, place: { room: 'deletion' }, shortcut: 'mod+2' },
  {
    room: 'signatures',
    word: 'Signatures',
    Icon: IconSignature,
    place: { room: 'signatures' },
    shortcut: 'mod+3',
  },
];

export const settings: Entry = {
  room: 'settings',
  word: 'Settings',
  Icon: IconSettings,
  place: { room: 'settings' },
  shortcut: 'mod+,',
};

/** The rooms of the house: icon and word, the present one marked. */
export function Rail() {
  return (
    <nav className={classes.rail} aria-label="Rooms">
      <ul className={classes.list}>
        {rooms.map((entry) => (
          <RailEntry key={entry.room} entry={entry} />
        ))}
      </ul>
      <ul className={classes.list}>
        <RailEntry entry={settings} />
      </ul>
    </nav>
  );
}

function RailEntry({ entry: { room, word, Icon, place, shortcut } }: { entry: Entry }) {
  const go = useGo();
  const present = usePlace().room === room;
  return (
    <li>
      <button
        type="button"
        className={classes.entry}
        {...(present ? { 'aria-current': 'page' as const } : {})}
        aria-keyshortcuts={ariaShortcut(shortcut, isMac(navigator.platform))}
        onClick={() => go(place)}
      >
        <Icon size={20} stroke={1.6} aria-hidden />
        {word}
      </button>
    </li>
  );
}

export function roomWord(room: Room): string {
  return [...rooms, settings].find((entry) => entry.room === room)?.word ?? '';
}
