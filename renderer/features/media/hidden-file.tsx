import { Box, Button, Text } from '@mantine/core';
import { IconAlertTriangle, IconDownload, IconEyeOff } from '@tabler/icons-react';
import type { OpenedMedia } from '../../../preload/contract/media.ts';
import { Fact } from '../../ui/field-list.tsx';
import layout from '../../ui/layout.module.css';
import { EmptyState } from '../../ui/notices.tsx';
import { OutsideText } from '../../ui/outside-text.tsx';
import { UnderPolicy } from '../../ui/policy.tsx';
import classes from './media.module.css';

const bytesInRow = 16;

/** Shows a file that is never rendered: why, what it claims and what it is, and its first bytes. */
export function HiddenFile({ opened, onSave }: { opened: OpenedMedia; onSave(): void }) {
  const { isMismatch, claimedType, foundType, firstBytes, reason } = opened;
  return (
    <Box
      flex="1"
      mih={0}
      px={20}
      py={8}
      style={{
        overflow: 'auto',
        ...(isMismatch && {
          borderLeft: '4px solid var(--status-bad)',
          background: 'var(--status-bad-surface)',
        }),
      }}
    >
      <EmptyState
        title={isMismatch ? 'Not what it claims to be' : 'Not shown'}
        icon={isMismatch ? <IconAlertTriangle size={22} /> : <IconEyeOff size={22} />}
        actions={
          <UnderPolicy rule="export">
            <Button leftSection={<IconDownload size={14} />} onClick={onSave}>
              Save this file…
            </Button>
          </UnderPolicy>
        }
      >
        {reason} You can save it; open it with care.
      </EmptyState>
      <dl className={classes.facts}>
        <Fact label="Claimed type">
          <OutsideText text={claimedType || 'none'} max={120} />
        </Fact>
        <Fact label="Real type">{foundType ?? 'not recognised'}</Fact>
      </dl>
      {firstBytes && firstBytes.length > 0 && (
        <Box component="figure" mx={0} my={12}>
          <Text component="figcaption" c="dimmed" mb={4}>
            {firstBytes.length === 1 ? 'Its first byte' : `Its first ${firstBytes.length} bytes`}
          </Text>
          {/* Rows are not broken: it may be wider than the well, and is scrolled by keys. */}
          <Box component="pre" className={layout.exactText} style={{ whiteSpace: 'pre' }} tabIndex={0}>
            {hexRows(firstBytes).join('\n')}
          </Box>
        </Box>
      )}
    </Box>
  );
}

/** Bytes as hexadecimal and ASCII, 16 in a row: `00000010  25 50 …  %PDF…`. */
export function hexRows(bytes: Uint8Array): string[] {
  return Array.from({ length: Math.ceil(bytes.length / bytesInRow) }, (_, row) => {
    const part = [...bytes.subarray(row * bytesInRow, (row + 1) * bytesInRow)];
    const hex = part.map((byte) => byte.toString(16).padStart(2, '0')).join(' ');
    const ascii = part
      .map((byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '.'))
      .join('');
    const offset = (row * bytesInRow).toString(16).padStart(8, '0');
    return `${offset}  ${hex.padEnd(bytesInRow * 3 - 1)}  ${ascii}`;
  });
}
