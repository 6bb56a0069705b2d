import { Button, Flex, Group, SegmentedControl, Stack, Switch, Text } from '@mantine/core';
import { IconFile } from '@tabler/icons-react';
import { type ClipboardEvent, useState } from 'react';
import { type StoreApi, useStore } from 'zustand';
import { DropTarget } from '../../ui/drop-target.tsx';
import { FileChoice } from '../../ui/file-choice.tsx';
import layout from '../../ui/layout.module.css';
import { usePick } from '../../ui/use-pick.ts';
import { detailTexts, whyNotText } from './body-details.ts';
import editorClasses from './body-editor.module.css';
import classes from './body-field.module.css';
import text from './body-text.module.css';
import { ByteView } from './byte-view.tsx';
import type { BodyForm } from './bytes.ts';
import type { InputState } from './input-store.ts';
import shared from './signatures.module.css';

const forms: { value: BodyForm; label: string }[] = [
  { value: 'text', label: 'Text' },
  { value: 'hexadecimal', label: 'Hex' },
  { value: 'base64', label: 'Base64' },
];

/** Shows the body, byte for byte: written, pasted, dropped or chosen. A body that a field cannot hold exactly is shown and kept instead. */
export function BodyField({ store }: { store: StoreApi<InputState> }) {
  const state = useStore(store);
  const { body, form, field, failure, setForm, setFile } = state;
  const [white, setWhite] = useState(false);
  const editable = field !== undefined && !(white && form === 'text');
  return (
    <DropTarget what="the body" onFile={(file) => void setFile(file)} className={classes.body}>
      <section className={classes.box} aria-label="Body">
        <Group>
          <SegmentedControl
            aria-label="Body format"
            value={form}
            onChange={(value) => setForm(value as BodyForm)}
            data={forms}
          />
          <FileChoice
            icon={<IconFile size={14} />}
            name="File… as the body"
            onFile={(file) => void setFile(file)}
          >
            File…
          </FileChoice>
          {form === 'text' && (
            <Switch ml="auto" label="White space" checked={white} onChange={() => setWhite(!white)} />
          )}
        </Group>
        {editable ? (
          <BodyEditor store={store} />
        ) : (
          <ByteView bytes={body.bytes} as={form === 'text' ? 'text' : 'hexadecimal'} />
        )}
        <Below state={state} white={white} editable={editable} />
        {failure !== undefined && (
          <p className={shared.refusal} role="alert">
            {failure}
          </p>
        )}
      </section>
    </DropTarget>
  );
}

function Below({ state, white, editable }: { state: InputState; white: boolean; editable: boolean }) {
  const { body, form, field, fault, facts, setBytes, endLinesWithLf, setForm } = state;
  const name = body.fileName === undefined ? '' : `${body.fileName} · `;
  const exact = whyNotText(facts);
  const long = field === undefined && form !== 'base64' && !(form === 'text' && exact);
  return (
    <Stack align="flex-start" gap={4} c="dimmed" className={layout.anywhere}>
      {fault === undefined ? (
        <span role="status">
          {name}
          {body.bytes.length.toLocaleString('en')} bytes
          {body.bytes.length > 0 && ` · ${detailTexts(facts).join(' · ')}`}
        </span>
      ) : (
        <span role="alert" className={shared.refusal}>
          {fault}
        </span>
      )}
      {!editable && field !== undefined && white && <span>Read-only.</span>}
      {form === 'text' && exact !== undefined && (
        <Text span c="var(--status-caution)">
          {exact} Its bytes are kept as received and shown here.
        </Text>
      )}
      {long && <span>Too long to edit here. Its bytes are kept as received.</span>}
      {field === undefined && (
        <Flex component="span" gap={8} align="center" wrap="wrap">
          {form === 'text' && facts.utf8 && exact !== undefined && (
            <Button onClick={endLinesWithLf}>Convert line ends to LF and edit</Button>
          )}
          {form === 'text' && exact !== undefined && (
            <Button onClick={() => setForm('hexadecimal')}>Edit as hexadecimal</Button>
          )}
          <Button onClick={() => setBytes(new Uint8Array())}>Remove</Button>
        </Flex>
      )}
    </Stack>
  );
}

const names = { text: 'Body as text', hexadecimal: 'Body in hexadecimal', base64: 'Body in Base64' };
const hints = {
  text: 'The raw body, byte for byte. Paste it, or drop a file here.',
  hexadecimal: '7b 22 69 64 22 …',
  base64: 'eyJpZCI6 …',
};

/** Shows a field for what a field can hold exactly. A paste is read from the clipboard itself, since a field changes line ends. */
function BodyEditor({ store }: { store: StoreApi<InputState> }) {
  const {
    form,
    field = '',
    fault,
    setField,
    setPasted,
  } = usePick(store, 'form', 'field', 'fault', 'setField', 'setPasted');
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
      className={`${text.text} ${editorClasses.editor}`}
      id="signatures-body"
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
