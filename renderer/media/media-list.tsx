import { ActionIcon, Tooltip } from '@mantine/core';
import { IconFileTypePdf, IconPhoto, IconQuestionMark, IconRefresh, IconVideo } from '@tabler/icons-react';
import { useRef } from 'react';
import { useStore } from 'zustand';
import type { StoreApi } from 'zustand/vanilla';
import type { MediaItem } from '../../preload/contract/service/metadata.ts';
import { useAction } from '../shell/actions.ts';
import { useRevealed } from '../ui/masked.tsx';
import classes from './media.module.css';
import type { MediaState } from './store.ts';
import { groupsOf, titleOf } from './words.ts';

interface MediaListProps {
  store: StoreApi<MediaState>;
  list: NonNullable<MediaState['list']>;
  onReload(): void;
}

/** The media by type; arrow keys walk through them. Whoever clicks on one asks to see it. */
export function MediaList({ store, list, onReload }: MediaListProps) {
  const { selectedId, choose } = useStore(store);
  const { reveal } = useRevealed('media');
  const rows = useRef(new Map<string, HTMLButtonElement>());
  const groups = groupsOf(list.media);
  const order = groups.flatMap((group) => group.items.map((item) => item.id));
  const walk = (step: number) => {
    const next = order[order.indexOf(selectedId ?? '') + step];
    if (next === undefined) return;
    choose(next);
    return rows.current.get(next);
  };
  const at = order.indexOf(selectedId ?? '');
  const step = (by: number) => () => walk(by)?.scrollIntoView({ block: 'nearest' });
  useAction({
    id: 'media.next',
    group: 'Medium',
    label: 'Next medium',
    shortcut: 'alt+arrowdown',
    disabled: at >= order.length - 1,
    run: step(1),
  });
  useAction({
    id: 'media.previous',
    group: 'Medium',
    label: 'Previous medium',
    shortcut: 'alt+arrowup',
    disabled: at <= 0,
    run: step(-1),
  });
  return (
    <nav
      className={classes.list}
      aria-label="Media"
      onKeyDown={(event) => {
        if (event.altKey || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return;
        event.preventDefault();
        walk(event.key === 'ArrowDown' ? 1 : -1)?.focus();
      }}
    >
      <div className={classes.listHead}>
        <span>{list.media.length === 1 ? '1 medium' : `${list.media.length} media`}</span>
        <Tooltip label="List again">
          <ActionIcon variant="subtle" color="gray" aria-label="List the media again" onClick={onReload}>
            <IconRefresh size={14} />
          </ActionIcon>
        </Tooltip>
      </div>
      {list.notes.flags.length > 0 && (
        <p className={classes.flags}>
          {list.notes.flags.length} {list.notes.flags.length === 1 ? 'part' : 'parts'} of the list could not
          be read: {list.notes.flags.map((flag) => flag.path).join(', ')}
        </p>
      )}
      {groups.map((group) => (
        <div key={group.title}>
          <h2 className={classes.group}>{group.title}</h2>
          <ul className={classes.items} aria-label={group.title}>
            {group.items.map((item) => (
              <li key={item.id}>
                <button
                  type="button"
                  ref={(row) => {
                    if (row) rows.current.set(item.id, row);
                    else rows.current.delete(item.id);
                  }}
                  className={classes.item}
                  aria-current={item.id === selectedId}
                  onClick={() => {
                    choose(item.id);
                    reveal();
                  }}
                >
                  <Icon item={item} />
                  <span className={classes.itemTitle}>{titleOf(item)}</span>
                  <span className={classes.itemType}>{item.contentType ?? ''}</span>
                </button>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

function Icon({ item: { contentType = '' } }: { item: MediaItem }) {
  const Shape = contentType.startsWith('image/')
    ? IconPhoto
    : contentType.startsWith('video/')
      ? IconVideo
      : contentType === 'application/pdf'
        ? IconFileTypePdf
        : IconQuestionMark;
  return <Shape size={16} className={classes.itemIcon} aria-hidden />;
}
