import { ActionIcon } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { RecentConversation } from '../../preload/contract/conversations.ts';
import { visibleText } from '../../preload/contract/service/visible-text.ts';
import { conversationStatusTerm } from '../../preload/wording/statuses.ts';
import { OutsideText } from '../ui/outside-text.tsx';
import { useRowMenu } from '../ui/row-menu.tsx';
import { useUiServices } from '../ui/services.tsx';
import { Time } from '../ui/time.tsx';
import classes from './recent.module.css';
import type { Sample } from './recent-store.ts';

interface RecentListProps {
  recent: readonly RecentConversation[];
  samples: readonly Sample[];
  onOpen(conversationId: string): void;
  onForget(conversationId: string): void;
}

/** Conversations opened before: ids, times and the status last read, no personal data. */
export function RecentList({ recent, samples, onOpen, onForget }: RecentListProps) {
  const { clipboard, announce } = useUiServices();
  const { onContextMenu, menu } = useRowMenu();
  const titles = new Map(samples.map(({ id, title }) => [id, title]));
  const copyId = (id: string) =>
    clipboard.copy(id).then(
      () => announce('Copied'),
      () => announce('Not copied: the clipboard was refused'),
    );
  if (recent.length === 0) {
    return (
      <p className={classes.none}>
        None yet. Ids, times and statuses are kept here, and nothing about the person.
      </p>
    );
  }
  return (
    <>
      {menu}
      <ul className={classes.list}>
        {recent.map(({ conversationId, openedAt, status }) => (
          <li
            key={conversationId}
            className={classes.row}
            onContextMenu={onContextMenu([
              { label: 'Open', run: () => onOpen(conversationId) },
              { label: 'Copy id', run: () => void copyId(conversationId) },
              { label: 'Forget', run: () => onForget(conversationId) },
            ])}
          >
            <button type="button" className={classes.open} onClick={() => onOpen(conversationId)}>
              {titles.has(conversationId) && (
                <span className={classes.title}>{titles.get(conversationId)}</span>
              )}
              <code className={classes.id}>
                <OutsideText text={conversationId} />
              </code>
            </button>
            <span className={classes.facts}>
              {status !== undefined && <OutsideText text={conversationStatusTerm(status).label} most={60} />}
              <Time at={openedAt} />
            </span>
            <ActionIcon
              size={24}
              aria-label={`Forget ${visibleText(conversationId, 120)}`}
              onClick={() => onForget(conversationId)}
            >
              <IconX size={14} />
            </ActionIcon>
          </li>
        ))}
      </ul>
    </>
  );
}
