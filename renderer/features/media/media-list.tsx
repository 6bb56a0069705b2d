import { Flex, Text } from '@mantine/core';
import { IconAlertTriangle, IconCode, IconRefresh } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import type { StoreApi } from 'zustand';
import type { FileMismatch } from '../../../preload/contract/cases.ts';
import type { CheckedFile, MediaList as MediaListRead } from '../../../preload/contract/media.ts';
import { counted } from '../../../preload/wording/terms.ts';
import { formatBytes } from '../../ui/format-bytes.ts';
import { IconTool } from '../../ui/icon-tool.tsx';
import layout from '../../ui/layout.module.css';
import { LongList } from '../../ui/long-list.tsx';
import { useShown } from '../../ui/masked.tsx';
import { OutsideText } from '../../ui/outside-text.tsx';
import { usePick } from '../../ui/use-pick.ts';
import classes from './media.module.css';
import { MediaListNotes } from './media-list-notes.tsx';
import type { FileInfo, MediaState } from './media-state.ts';
import { groupsOf, orderOf, titleOf } from './media-titles.ts';
import type { Contents } from './use-contents.ts';
import { useChosenFiles } from './use-view.ts';
import { TypeIcon } from './well-parts.tsx';

interface MediaListProps {
  store: StoreApi<MediaState>;
  list: MediaListRead;
  contents: Contents;
  /** Files that are not what they claim to be, by their ids. */
  mismatches: ReadonlyMap<string, FileMismatch>;
  onReload(): void;
  onShowRaw(): void;
}

/** Shows the files by type; arrow keys move through them. A click on one also reveals it. */
export function MediaList({
  store,
  list,
  contents: { files, isChecking, isComplete, isEnded },
  mismatches: fileMismatches,
  onReload,
  onShowRaw,
}: MediaListProps) {
  const { activeSlot, facts } = usePick(store, 'activeSlot', 'facts');
  const { showInWell } = store.getState();
  const selectedId = useChosenFiles(store)[activeSlot];
  const choose = (id: string) => showInWell(id, activeSlot);
  const isRevealed = useShown();
  const rows = useRef(new Map<string, HTMLButtonElement>());
  const mismatches = fileMismatches.size;
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
      <Flex align="center" justify="space-between" mih="2.25rem" pt={4} pl={20} pr={8} c="dimmed">
        <Flex component="span" columnGap={8} wrap="wrap">
          {counted(list.media.length, 'file')}
          {mismatches > 0 && (
            <Flex component="span" align="center" gap={4} c="var(--status-bad)">
              <IconAlertTriangle size={13} aria-hidden />
              {mismatches === 1 ? '1 is not what it claims' : `${mismatches} are not what they claim`}
            </Flex>
          )}
          {isComplete ? '' : uncheckedText(list.media.length, files.size, { isChecking, isEnded })}
        </Flex>
        <Flex component="span" gap={2}>
          <IconTool label="Show the raw response of the list" onClick={onShowRaw}>
            <IconCode size={14} />
          </IconTool>
          <IconTool label="Reload the list" onClick={onReload}>
            <IconRefresh size={14} />
          </IconTool>
        </Flex>
      </Flex>
      {groups.map((group) => (
        <div key={group.title}>
          <Text component="h2" mx={20} mt={8} mb={2} fz={12} fw={650} c="dimmed">
            {group.title}
          </Text>
          <LongList
            as="ul"
            label={group.title}
            className={layout.plainList}
            items={group.items}
            estimate={30}
            row={(item, attributes) => (
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
                  data-mismatch={fileMismatches.has(item.id)}
                  aria-current={item.id === selectedId}
                  onClick={() => choose(item.id)}
                >
                  <TypeIcon item={item} size={16} />
                  <Text span style={{ overflowWrap: 'anywhere' }}>
                    {titleOf(item)}
                  </Text>
                  <Text span truncate maw="7rem" fz={11} fw={400} c="dimmed">
                    <OutsideText text={item.contentType ?? ''} max={80} />
                  </Text>
                  <ItemDetails
                    facts={facts.get(item.id)}
                    contentCheck={files.get(item.id)}
                    mismatch={fileMismatches.get(item.id)}
                    isRevealed={isRevealed}
                  />
                </button>
              </li>
            )}
          />
        </div>
      ))}
      <MediaListNotes list={list} />
    </nav>
  );
}

/** The number of files above which the checked ones are counted: fewer are checked too fast for that. */
const manyFiles = 100;

/** Returns how many files may not be what they claim to be, because their first bytes were not read. */
function uncheckedText(
  files: number,
  checkCount: number,
  { isChecking, isEnded }: Pick<Contents, 'isChecking' | 'isEnded'>,
): string {
  if (isChecking) {
    return files > manyFiles && checkCount < files ? `${count(checkCount)} of ${count(files)} checked` : '';
  }
  return isEnded && checkCount < files ? `${count(files - checkCount)} could not be checked` : '';
}

function count(files: number): string {
  return files.toLocaleString('en');
}

/** Details that identify this file among others with the same title. */
function ItemDetails({
  facts,
  contentCheck,
  mismatch,
  isRevealed,
}: {
  facts: FileInfo | undefined;
  contentCheck: CheckedFile | undefined;
  mismatch: FileMismatch | undefined;
  /** True if the file's name is shown, which may name a person. */
  isRevealed: boolean;
}) {
  if (!facts && !contentCheck && !mismatch) {
    return null;
  }
  const bytes = facts?.bytes ?? contentCheck?.bytes;
  const name = isRevealed ? (facts?.fileName ?? contentCheck?.fileName) : undefined;
  const parts = [
    bytes === undefined ? '' : formatBytes(bytes),
    facts?.size ? `${facts.size.width.toLocaleString('en')} × ${facts.size.height.toLocaleString('en')}` : '',
    facts?.sha256 === undefined ? '' : `SHA-256 ${facts.sha256.slice(0, 8)}`,
  ].filter(Boolean);
  return (
    <span className={classes.itemDetails}>
      {mismatch && (
        <Text component="strong" c="var(--status-bad)">
          <IconAlertTriangle size={12} aria-hidden /> Really {mismatch.found}.{' '}
        </Text>
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
