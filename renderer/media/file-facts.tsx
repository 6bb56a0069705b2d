import type { OpenedMedia } from '../../preload/contract/media.ts';
import type { MediaItem } from '../../preload/contract/service/metadata.ts';
import { Copyable } from '../ui/copyable.tsx';
import { formatBytes } from '../ui/format-bytes.ts';
import classes from './file-facts.module.css';

/** What tells a file apart from others with the same title. */
export function FileFacts({ item, opened }: { item: MediaItem; opened: OpenedMedia | undefined }) {
  return (
    <div className={classes.facts}>
      {opened && <span>{opened.foundType ?? opened.claimedType}</span>}
      {opened?.bytes !== undefined && <span>{formatBytes(opened.bytes)}</span>}
      <Copyable value={item.id} label="file id" />
    </div>
  );
}
