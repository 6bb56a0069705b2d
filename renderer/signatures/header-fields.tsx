import { TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useStore } from 'zustand';
import type { StoreApi } from 'zustand/vanilla';
import { localTime, offsetOf } from '../ui/format-date.ts';
import type { InputState } from './input-store.ts';
import classes from './inputs.module.css';
import shared from './signatures.module.css';

/** The two headers, as received: nothing is trimmed, and what is invisible is said. */
export function HeaderFields({ store, time }: { store: StoreApi<InputState>; time: ReactNode }) {
  const { timestamp, signature, setHeader } = useStore(store);
  return (
    <>
      <div className={classes.stamp}>
        <TextInput
          label="X-Signature-Timestamp"
          value={timestamp}
          onChange={(event) => setHeader('timestamp', event.currentTarget.value)}
          description={momentWords(timestamp)}
          inputWrapperOrder={['label', 'input', 'description']}
          placeholder="Milliseconds since 1970"
          autoComplete="off"
          spellCheck={false}
          classNames={{ input: shared.mono ?? '' }}
        />
        {time}
      </div>
      <TextInput
        label="X-Signature"
        value={signature}
        onChange={(event) => setHeader('signature', event.currentTarget.value)}
        description={signature === '' ? undefined : lengthWords(signature)}
        inputWrapperOrder={['label', 'input', 'description']}
        placeholder="64 hexadecimal characters"
        autoComplete="off"
        spellCheck={false}
        classNames={{ input: shared.mono ?? '' }}
      />
    </>
  );
}

function momentWords(text: string): string | undefined {
  if (text === '') {
    return undefined;
  }
  if (text.trim() !== text) {
    return 'Surrounding white space is kept';
  }
  if (!/^\d{1,15}$/.test(text)) {
    return 'Not milliseconds since 1970';
  }
  const date = new Date(Number(text));
  return `${localTime(date, navigator.language)} ${offsetOf(date, navigator.language)}`;
}

function lengthWords(text: string): string {
  const count = `${text.length} character${text.length === 1 ? '' : 's'}`;
  return text.trim() === text ? count : `${count}, surrounding white space kept`;
}
