import type { ClipboardEvent } from 'react';
import { type StoreApi, useStore } from 'zustand';
import classes from './body-editor.module.css';
import text from './body-text.module.css';
import type { InputState } from './input-store.ts';

const names = { text: 'Body as text', hexadecimal: 'Body in hexadecimal', base64: 'Body in Base64' };
const hints = {
  text: 'The raw body, byte for byte. Paste it, or drop a file here.',
  hexadecimal: '7b 22 69 64 22 …',
  base64: 'eyJpZCI6 …',
};

/** Shows a field for what a field can hold exactly. A paste is read from the clipboard itself, since a field changes line ends. */
export function BodyEditor({ store }: { store: StoreApi<InputState> }) {
  const { form, field = '', fault, setField, setPasted } = useStore(store);
  const paste = (event: ClipboardEvent<HTMLTextAreaElement>) => {
    if (form !== 'text') {
      return;
    }
    const text = event.clipboardData.getData('text/plain');
    if (!text.includes('\r')) {
      return;
    }
    event.preventDefault();
    const { selectionStart, selectionEnd } = event.currentTarget;
    setPasted(field.slice(0, selectionStart) + text + field.slice(selectionEnd));
  };
  return (
    <textarea
      className={`${text.text} ${classes.editor}`}
      aria-label={names[form]}
      aria-invalid={fault !== undefined}
      placeholder={hints[form]}
      value={field}
      spellCheck={false}
      autoComplete="off"
      autoCapitalize="off"
      onPaste={paste}
      onChange={(event) => setField(event.currentTarget.value)}
    />
  );
}
