import { type ReactNode, useState } from 'react';
import classes from './drop-target.module.css';

interface DropTargetProps {
  /** The use of a dropped file. */
  what: string;
  onFile(file: File): void;
  className: string | undefined;
  children: ReactNode;
}

/** Shows a drop target for a file that says what the file will be used as. */
export function DropTarget({ what, onFile, className, children }: DropTargetProps) {
  const [over, setOver] = useState(false);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way; the button beside it is the first
    <div
      className={`${classes.drop} ${className ?? ''}`}
      data-over={over}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes('Files')) {
          return;
        }
        event.preventDefault();
        event.dataTransfer.dropEffect = 'copy';
        setOver(true);
      }}
      onDragLeave={(event) => {
        const to = event.relatedTarget;
        if (!(to instanceof Node && event.currentTarget.contains(to))) {
          setOver(false);
        }
      }}
      onDrop={(event) => {
        setOver(false);
        const file = event.dataTransfer.files[0];
        if (!file) {
          return;
        }
        event.preventDefault();
        onFile(file);
      }}
    >
      {children}
      {over && (
        <div className={classes.label} aria-hidden>
          Drop to use as {what}
        </div>
      )}
    </div>
  );
}
