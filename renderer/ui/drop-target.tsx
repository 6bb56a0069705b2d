import { Box, type BoxProps } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './drop-target.module.css';
import { useFileDrop } from './use-file-drop.ts';

interface DropTargetProps extends BoxProps {
  /** The use of a dropped file. */
  what: string;
  onFile(file: File): void;
  children: ReactNode;
}

/** Shows a drop target for a file that says what the file will be used as. */
export function DropTarget({ what, onFile, className, children, ...box }: DropTargetProps) {
  const drop = useFileDrop(([file]) => onFile(file));
  return (
    // Dropping is a second way; the button beside it is the first
    <Box {...box} className={`${classes.drop} ${className ?? ''}`} {...drop}>
      {children}
      {drop['data-over'] && (
        <div className={classes.label} aria-hidden>
          Drop to use as {what}
        </div>
      )}
    </Box>
  );
}
