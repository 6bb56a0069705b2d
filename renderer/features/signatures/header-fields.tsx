import { Group, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import type { StoreApi } from 'zustand';
import { visibleText } from '../../../preload/contract/service/visible-text.ts';
import { counted } from '../../../preload/wording/terms.ts';
import { momentFormat } from '../../ui/format-date.ts';
import layout from '../../ui/layout.module.css';
import { usePick } from '../../ui/use-pick.ts';
import type { InputState } from './input-store.ts';

/** Shows the two headers as received: nothing is trimmed, and surrounding white space is pointed out. */
export function HeaderFields({ store, time }: { store: StoreApi<InputState>; time: ReactNode }) {
  const { timestamp, signature, setHeader } = usePick(store, 'timestamp', 'signature', 'setHeader');
  return (
    <>
      <Group align="flex-start" gap={12}>
        <TextInput
          flex="1 1 12rem"
          label="X-Signature-Timestamp"
          value={timestamp}
          onChange={(event) => setHeader('timestamp', event.currentTarget.value)}
          description={timestampText(timestamp)}
          inputWrapperOrder={['label', 'input', 'description']}
          placeholder="Milliseconds since 1970"
          spellCheck={false}
          classNames={{ input: layout.mono ?? '' }}
        />
        {time}
      </Group>
      <TextInput
        id="signatures-header"
        label="X-Signature"
        value={signature}
        onChange={(event) => setHeader('signature', event.currentTarget.value)}
        description={signature === '' ? undefined : lengthText(signature)}
        error={signatureFault(signature)}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        placeholder="64 hexadecimal characters"
        spellCheck={false}
        classNames={{ input: layout.mono ?? '' }}
      />
    </>
  );
}

function timestampText(text: string): string | undefined {
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
  return momentFormat(navigator.language)(date);
}

function lengthText(text: string): string {
  const count = counted(text.length, 'character');
  return text.trim() === text ? count : `${count}, surrounding white space kept`;
}

/** Returns why a text cannot be a signature (interface 6.4), shown at its field; undefined where it can, or where it is empty. */
export function signatureFault(text: string): string | undefined {
  const digits = text.trim();
  const stray = /[^0-9a-f]/i.exec(digits)?.[0];
  if (stray !== undefined) {
    return `“${visibleText(stray)}” is not a hexadecimal character.`;
  }
  if (digits !== '' && digits.length !== 64) {
    return `A signature has 64 hexadecimal characters; this has ${digits.length}.`;
  }
  return undefined;
}
