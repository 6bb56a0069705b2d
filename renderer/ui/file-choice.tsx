import { Button, FileButton } from '@mantine/core';
import { type ReactNode, useRef } from 'react';

interface FileChoiceProps {
  icon: ReactNode;
  /** The button's name, where its word alone does not say enough. */
  name?: string;
  onFile(file: File): void;
  children: ReactNode;
}

/** Chooses a file; the same one can be chosen again, since it may have changed meanwhile. */
export function FileChoice({ icon, name, onFile, children }: FileChoiceProps) {
  const reset = useRef<() => void>(null);
  return (
    <FileButton
      resetRef={reset}
      onChange={(file) => {
        if (file) {
          onFile(file);
        }
        reset.current?.();
      }}
    >
      {(props) => (
        <Button {...props} leftSection={icon} aria-label={name}>
          {children}
        </Button>
      )}
    </FileButton>
  );
}
