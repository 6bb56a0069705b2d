import { Kbd } from '@mantine/core';

/** Shows a reason with the digit that chooses it. */
export function NumberedReason({ index, label }: { index: number; label: string }) {
  return (
    <>
      {index < 9 && (
        <Kbd size="xs" mr={6} aria-hidden>
          {index + 1}
        </Kbd>
      )}
      {label}
    </>
  );
}
