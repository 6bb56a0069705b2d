import { type DragEvent, useState } from 'react';

/** Returns what an element needs to take dropped files. @param onFiles called with those dropped, at least one */
export function useFileDrop(onFiles: (files: [File, ...File[]]) => void) {
  const [isOver, setOver] = useState(false);
  return {
    'data-over': isOver,
    onDragOver(event: DragEvent) {
      if (event.dataTransfer.types.includes('Files')) {
        event.preventDefault();
        event.dataTransfer.dropEffect = 'copy';
        setOver(true);
      }
    },
    onDragLeave(event: DragEvent) {
      const to = event.relatedTarget;
      if (!(to instanceof Node && event.currentTarget.contains(to))) {
        setOver(false);
      }
    },
    onDrop(event: DragEvent) {
      setOver(false);
      const [first, ...others] = event.dataTransfer.files;
      if (first !== undefined) {
        event.preventDefault();
        onFiles([first, ...others]);
      }
    },
  };
}
