import { Box, Flex, Group, Text } from '@mantine/core';
import {
  IconAlertTriangle,
  IconFileTypePdf,
  IconMicrophone,
  IconPhoto,
  IconQuestionMark,
  IconVideo,
} from '@tabler/icons-react';
import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react';
import type { MediaItem } from '../../../preload/contract/service/metadata.ts';

/** The line below a bar of a well. */
export const underline = { borderBottom: '1px solid var(--line)' };

/** Shows the tools of a file in a well; facts are such as the size of a picture. */
export function WellBar({ children, facts }: { children: ReactNode; facts?: ReactNode }) {
  return (
    <Flex
      wrap="wrap"
      align="center"
      columnGap={8}
      mih="2.125rem"
      px={8}
      py={2}
      style={{ ...underline, containerType: 'inline-size' }}
    >
      <Group gap={0} role="toolbar" aria-label="View">
        {children}
      </Group>
      {facts !== undefined && (
        <Text span ml="auto" fz={12} c="dimmed">
          {facts}
        </Text>
      )}
    </Flex>
  );
}

/** Shows a notice above a shown file about what is missing from it. */
export function Flag({ children, act }: { children: ReactNode; act?: ReactNode }) {
  return (
    <Flex align="center" gap={8} px={20} py={6} bg="var(--status-caution-surface)" style={underline}>
      <IconAlertTriangle size={15} style={{ flex: 'none' }} aria-hidden />
      <span role="status">{children}</span>
      {act}
    </Flex>
  );
}

interface BitmapProps extends Omit<ComponentProps<'canvas'>, 'ref'> {
  bitmap: ImageBitmap | undefined;
  ref?: ((element: HTMLCanvasElement | null) => void) | undefined;
}

/** Draws a bitmap in its own size. One that was closed meanwhile has no width, and drawing it throws. */
export function Bitmap({ bitmap, ref, ...attributes }: BitmapProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    if (bitmap && bitmap.width > 0) {
      canvas.current?.getContext('2d')?.drawImage(bitmap, 0, 0);
    }
  }, [bitmap]);
  return (
    <canvas
      width={bitmap?.width}
      height={bitmap?.height}
      {...attributes}
      ref={(element) => {
        canvas.current = element;
        ref?.(element);
      }}
    />
  );
}

/** Shows an icon for the type that a file claims. */
export function TypeIcon({ item: { contentType = '' }, size }: { item: MediaItem; size: number }) {
  const Shape = contentType.startsWith('image/')
    ? IconPhoto
    : contentType.startsWith('video/')
      ? IconVideo
      : contentType.startsWith('audio/')
        ? IconMicrophone
        : contentType === 'application/pdf'
          ? IconFileTypePdf
          : IconQuestionMark;
  return <Shape size={size} color="var(--text-quiet)" aria-hidden />;
}

/** Holds what is said in place of a file. */
export function WellMessage({ children }: { children: ReactNode }) {
  return (
    <Box flex="1" mih={0} px={20} py={8} style={{ overflow: 'auto' }}>
      {children}
    </Box>
  );
}
