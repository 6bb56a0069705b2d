import { Box, Checkbox, Fieldset, Text } from '@mantine/core';
import { maxCaseFiles } from '../../../preload/contract/evidence.ts';
import type { MediaItem } from '../../../preload/contract/service/metadata.ts';
import { useVirtualRows } from '../../ui/virtual-rows.ts';
import { titleOf } from './media-titles.ts';

interface ExportedFilesProps {
  media: readonly MediaItem[];
  /** The ids of the files that are left out. */
  left: ReadonlySet<string>;
  onChange(left: ReadonlySet<string>): void;
}

/** Shows the files of a case that an export takes. Only those in view are in the page. */
export function ExportedFiles({ media, left, onChange }: ExportedFilesProps) {
  const items = media.slice(0, maxCaseFiles);
  const { isLong, scroller, indexes, before, after, measure } = useVirtualRows({
    count: items.length,
    height: 26,
  });
  const leftOut = items.filter(({ id }) => left.has(id)).length;
  const toggle = (id: string) => {
    const next = new Set(left);
    if (!next.delete(id)) {
      next.add(id);
    }
    onChange(next);
  };
  return (
    <Fieldset legend="Files" variant="default" px={10} py={4}>
      {items.length > 1 && (
        <Checkbox
          my={4}
          label={`All ${items.length.toLocaleString('en')} files`}
          checked={leftOut === 0}
          indeterminate={leftOut > 0 && leftOut < items.length}
          onChange={() => onChange(leftOut === 0 ? new Set(items.map(({ id }) => id)) : new Set())}
        />
      )}
      {items.length === 0 && 'This case has no files.'}
      <Box ref={scroller} mah="11rem" style={{ overflow: 'auto' }}>
        <div style={isLong ? { paddingTop: before, paddingBottom: Math.max(0, after) } : undefined}>
          {indexes.map((index) => {
            const item = items[index];
            return (
              item && (
                <Box key={item.id} py={4} data-index={index} ref={isLong ? measure : undefined}>
                  <Checkbox
                    label={`${index + 1} ${titleOf(item)}`}
                    checked={!left.has(item.id)}
                    onChange={() => toggle(item.id)}
                  />
                </Box>
              )
            );
          })}
        </div>
      </Box>
      {media.length > maxCaseFiles && (
        <Text fz={12} c="dimmed">
          An export has {maxCaseFiles.toLocaleString('en')} files at most: the{' '}
          {(media.length - maxCaseFiles).toLocaleString('en')} after them are left out.
        </Text>
      )}
    </Fieldset>
  );
}
