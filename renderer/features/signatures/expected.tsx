import { Button, Stack } from '@mantine/core';
import { IconAlertTriangle, IconEye, IconEyeOff } from '@tabler/icons-react';
import { useEffect } from 'react';
import { type StoreApi, useStore } from 'zustand';
import { clearCopiesAfter } from '../../ui/clipboard.ts';
import { Copyable } from '../../ui/copyable.tsx';
import layout from '../../ui/layout.module.css';
import { useRevealed } from '../../ui/masked.tsx';
import type { CheckState } from './check-store.ts';
import classes from './expected.module.css';
import { keyTexts } from './verdict-texts.ts';

/** Shows the signature that the service would have sent; hidden until requested, and again after five minutes without use, on any change and on leaving. */
export function Expected({ store }: { store: StoreApi<CheckState> }) {
  const { expected, verification, showExpected, hideExpected } = useStore(store);
  const { revealed, all, reveal, hide } = useRevealed(`expected ${verification?.id}`);
  const allowed = revealed && !all;
  useEffect(() => {
    if (!allowed) {
      hideExpected();
    }
  }, [allowed, hideExpected]);
  if (!expected || !allowed) {
    return (
      <div className={classes.row}>
        <Button
          leftSection={<IconEye size={14} />}
          onClick={() => {
            reveal();
            void showExpected();
          }}
        >
          Show the expected signature
        </Button>
        <span className={layout.quiet}>Hidden: it could be used to forge this body.</span>
      </div>
    );
  }
  return (
    <div className={classes.expected}>
      <p className={classes.warning}>
        <IconAlertTriangle size={15} aria-hidden />
        Anyone with this signature can make this body look genuine. Share it only with people who hold the
        key.
      </p>
      {expected.map(({ key, signature }) => (
        <Stack key={`${key.environmentId} ${key.label} ${signature}`} gap={0} flex="1 1 100%">
          <span className={layout.quiet}>With {keyTexts(key)}</span>
          <Copyable value={signature} label="expected signature" clearAfterMs={clearCopiesAfter} />
        </Stack>
      ))}
      <Button
        leftSection={<IconEyeOff size={14} />}
        onClick={() => {
          hide();
          hideExpected();
        }}
      >
        Hide{' '}
      </Button>
    </div>
  );
}
