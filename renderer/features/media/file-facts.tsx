import { ActionIcon, Flex, Popover, Text } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import type { MediaItem } from '../../../preload/contract/service/metadata.ts';
import { Copyable } from '../../ui/copyable.tsx';
import { Fact } from '../../ui/field-list.tsx';
import { formatBytes } from '../../ui/format-bytes.ts';
import { OutsideText } from '../../ui/outside-text.tsx';
import classes from './media.module.css';
import type { FileInfo } from './media-state.ts';

interface FileFactsProps {
  item: MediaItem;
  facts: FileInfo | undefined;
}

/** Details that identify a file among others with the same title: in short in the well's head, all of them on request. */
export function FileSummary({ item, facts }: FileFactsProps) {
  return (
    <Flex align="center" columnGap={10} flex="1" miw={24} fz={12} c="dimmed">
      <Flex columnGap={10} miw={0} className={classes.line ?? ''}>
        {facts && <span>{facts.foundType ?? facts.claimedType}</span>}
        {facts?.bytes !== undefined && <span>{formatBytes(facts.bytes)}</span>}
        {facts?.sha256 !== undefined && (
          <Text span ff="monospace" title={`SHA-256 ${facts.sha256}`}>
            {facts.sha256.slice(0, 8)}
          </Text>
        )}
      </Flex>
      <Popover position="bottom-start" shadow="md" withinPortal>
        <Popover.Target>
          <ActionIcon size={24} flex="none" aria-label="File details">
            <IconInfoCircle size={15} />
          </ActionIcon>
        </Popover.Target>
        <Popover.Dropdown>
          <FileDetails item={item} facts={facts} />
        </Popover.Dropdown>
      </Popover>
    </Flex>
  );
}

function FileDetails({ item, facts }: FileFactsProps) {
  return (
    <dl className={classes.facts}>
      <Fact label="Name">{facts && <OutsideText text={facts.fileName} max={200} />}</Fact>
      <Fact label="Id">
        <Copyable value={item.id} label="file id" />
      </Fact>
      <Fact label="Claimed type">
        <OutsideText text={item.contentType ?? facts?.claimedType ?? 'none'} max={120} />
      </Fact>
      {facts && <Fact label="Real type">{facts.foundType ?? 'not recognised'}</Fact>}
      {facts?.bytes !== undefined && (
        <Fact label="Size">
          {formatBytes(facts.bytes)} ({facts.bytes.toLocaleString('en')} bytes)
        </Fact>
      )}
      {facts?.size && (
        <Fact label="Pixels">
          {facts.size.width} × {facts.size.height}
        </Fact>
      )}
      <Fact label="SHA-256">
        {facts?.sha256 === undefined ? (
          'Not known until the whole file has been read'
        ) : (
          <Copyable value={facts.sha256} label="SHA-256" />
        )}
      </Fact>
      <Fact label="Request id">
        {facts?.requestId !== undefined && <Copyable value={facts.requestId} label="request id" />}
      </Fact>
    </dl>
  );
}
