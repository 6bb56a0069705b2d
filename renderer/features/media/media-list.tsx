import { ActionIcon, Flex, Tooltip } from '@mantine/core';
import {
  IconAlertTriangle,
  IconCode,
  IconFileTypePdf,
  IconMicrophone,
  IconPhoto,
  IconQuestionMark,
  IconRefresh,
  IconVideo,
} from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { type StoreApi, useStore } from 'zustand';
import type { FileMismatch } from '../../../preload/contract/cases.ts';
import type { CheckedFile } from '../../../preload/contract/media.ts';
import type { MediaItem } from '../../../preload/contract/service/metadata.ts';
import { formatBytes } from '../../ui/format-bytes.ts';
import { LongList } from '../../ui/long-list.tsx';
import { useRevealed } from '../../ui/masked.tsx';
import { OutsideText } from '../../ui/outside-text.tsx';
import classes from './media.module.css';
import { MediaListNotes } from './media-list-notes.tsx';
import type { FileInfo, MediaState } from './media-state.ts';
import { groupsOf, orderOf, titleOf } from './media-titles.ts';
import { mismatchesOf } from './mismatches.ts';

interface MediaListProps {
  store: StoreApi<MediaState>;
  list: NonNullable<MediaState['list']>;
  onReload(): void;
  onShowRaw(): void;
}

/** Shows the files by type; arrow keys move through them. A click on one also reveals it. */
export function MediaList({ store, list, onReload, onShowRaw }: MediaListProps) {
  const {
    wells,
    activeSlot,
    showInWell,
    facts,
    foundMismatches,
    checkedFiles,
    isCheckingContent,
    isContentChecked,
  } = useStore(store);
  const selectedId = wells[activeSlot].mediumId;
  const choose = (id: string) => showInWell(id, activeSlot);
  const { revealed, reveal } = useRevealed('media');
  const rows = useRef(new Map<string, HTMLButtonElement>());
  const mismatched = mismatchesOf({ list, facts, foundMismatches });
  const mismatches = mismatched.size;
  const groups = groupsOf(list.media);
  const order = orderOf(list.media);
  const walk = (step: number) => {
    const next = order[order.indexOf(selectedId ?? '') + step];
    if (next !== undefined) {
      choose(next);
      rows.current.get(next)?.focus();
    }
  };
  useEffect(() => {
    rows.current.get(selectedId ?? '')?.scrollIntoView({ block: 'nearest' });
  }, [selectedId]);
  return (
    <nav
      className={classes.list}
      aria-label="Files"
      onKeyDown={(event) => {
        if (event.altKey || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) {
          return;
        }
        event.preventDefault();
        walk(event.key === 'ArrowDown' ? 1 : -1);
      }}
    >
      <div className={classes.listHead}>
        <Flex component="span" columnGap={8} wrap="wrap">
          {list.media.length === 1 ? '1 file' : `${count(list.media.length)} files`}
          {mismatches > 0 && (
            <span className={classes.mismatchCount}>
              <IconAlertTriangle size={13} aria-hidden />
              {mismatches === 1 ? '1 is not what it claims' : `${mismatches} are not what they claim`}
            </span>
          )}
          <Unchecked
            files={list.media.length}
            checked={checkedFiles.size}
            isCheckingContent={isCheckingContent}
            isContentChecked={isContentChecked}
          />
        </Flex>
        <Flex component="span" gap={2}>
          <Tooltip label="Show the raw reply of the list">
            <ActionIcon aria-label="Show the raw reply of the list" onClick={onShowRaw}>
              <IconCode size={14} />
            </ActionIcon>
          </Tooltip>
          <Tooltip label="Reload the list">
            <ActionIcon aria-label="Reload the list" onClick={onReload}>
              <IconRefresh size={14} />
            </ActionIcon>
          </Tooltip>
        </Flex>
      </div>
      {groups.map((group) => (
        <div key={group.title}>
          <h2 className={classes.group}>{group.title}</h2>
          <LongList
            as="ul"
            label={group.title}
            className={classes.items}
            count={group.items.length}
            estimate={30}
            row={(index, attributes) => {
              const item = group.items[index];
              return (
                item && (
                  <li {...attributes}>
                    <button
                      type="button"
                      ref={(row) => {
                        if (row) {
                          rows.current.set(item.id, row);
                        } else {
                          rows.current.delete(item.id);
                        }
                      }}
                      className={classes.item}
                      data-mismatch={mismatched.has(item.id)}
                      aria-current={item.id === selectedId}
                      onClick={() => {
                        choose(item.id);
                        reveal();
                      }}
                    >
                      <Icon item={item} />
                      <span className={classes.itemTitle}>{titleOf(item)}</span>
                      <span className={classes.itemType}>
                        <OutsideText text={item.contentType ?? ''} max={80} />
                      </span>
                      <ItemDetails
                        facts={facts.get(item.id)}
                        checked={checkedFiles.get(item.id)}
                        mismatch={mismatched.get(item.id)}
                        revealed={revealed}
                      />
                    </button>
                  </li>
                )
              );
            }}
          />
        </div>
      ))}
      <MediaListNotes list={list} />
    </nav>
  );
}

/** The number of files above which the checked ones are counted: fewer are checked too fast for that. */
const manyFiles = 100;

/** Shows how many files may not be what they claim to be, because their first bytes were not read. */
function Unchecked(props: {
  files: number;
  checked: number;
  isCheckingContent: boolean;
  isContentChecked: boolean;
}) {
  const { files, checked, isCheckingContent, isContentChecked } = props;
  if (isContentChecked || checked >= files) {
    return null;
  }
  if (isCheckingContent) {
    return files > manyFiles ? <span>{`${count(checked)} of ${count(files)} checked`}</span> : null;
  }
  return checked > 0 ? <span>{`${count(files - checked)} could not be checked`}</span> : null;
}

function count(files: number): string {
  return files.toLocaleString('en');
}

/** Details that identify this file among others with the same title. */
function ItemDetails({
  facts,
  checked,
  mismatch,
  revealed,
}: {
  facts: FileInfo | undefined;
  checked: CheckedFile | undefined;
  mismatch: FileMismatch | undefined;
  /** True if the file's name is shown, which may name a person. */
  revealed: boolean;
}) {
  if (!facts && !checked && !mismatch) {
    return null;
  }
  const bytes = facts?.bytes ?? checked?.bytes;
  const name = revealed ? (facts?.fileName ?? checked?.fileName) : undefined;
  const parts = [
    bytes === undefined ? '' : formatBytes(bytes),
    facts?.size ? `${facts.size.width.toLocaleString('en')} × ${facts.size.height.toLocaleString('en')}` : '',
    facts?.sha256 === undefined ? '' : `SHA-256 ${facts.sha256.slice(0, 8)}`,
  ].filter(Boolean);
  return (
    <span className={classes.itemDetails}>
      {mismatch && (
        <strong className={classes.mismatch}>
          <IconAlertTriangle size={12} aria-hidden /> Really {mismatch.found}.{' '}
        </strong>
      )}
      {name !== undefined && (
        <>
          <OutsideText text={name} max={60} />
          {parts.length > 0 && ' · '}
        </>
      )}
      {parts.join(' · ')}
    </span>
  );
}

function Icon({ item: { contentType = '' } }: { item: MediaItem }) {
  const Shape = contentType.startsWith('image/')
    ? IconPhoto
    : contentType.startsWith('video/')
      ? IconVideo
      : contentType.startsWith('audio/')
        ? IconMicrophone
        : contentType === 'application/pdf'
          ? IconFileTypePdf
          : IconQuestionMark;
  return <Shape size={16} className={classes.itemIcon} aria-hidden />;
}
