import { Modal, Textarea } from '@mantine/core';
import { IconFileImport } from '@tabler/icons-react';
import { useState } from 'react';
import { importableFirst } from '../../../preload/wording/imports.ts';
import { FileChoice } from '../../ui/file-choice.tsx';
import { Form } from '../../ui/form.tsx';
import { useFormCheck } from '../../ui/use-form-check.ts';

interface AddCallbacksProps {
  opened: boolean;
  busy: boolean;
  onClose(): void;
  /** Resolves to true if something was added. */
  onAdd(source: string | File): Promise<boolean>;
}

/** Adds callbacks that were received elsewhere. */
export function AddCallbacks({ opened, busy, onClose, onAdd }: AddCallbacksProps) {
  const [text, setText] = useState('');
  const check = useFormCheck({ text: text.trim() === '' && 'Paste a request, or choose a file.' });
  const add = async (source: string | File) => {
    await onAdd(source);
    // The page shows a failure.
    setText('');
    onClose();
  };
  return (
    <Modal opened={opened} onClose={onClose} title="Add callbacks" size="lg">
      <Form
        check={check}
        busy={busy}
        action="Add"
        isInPage
        gap={12}
        other={
          <FileChoice icon={<IconFileImport size={14} />} onFile={(file) => void add(file)}>
            From a file…
          </FileChoice>
        }
        onSubmit={() => add(text)}
      >
        <Textarea
          label="Request"
          description={`${importableFirst}, with X-Signature and X-Signature-Timestamp.`}
          data-autofocus
          minRows={6}
          maxRows={14}
          spellCheck={false}
          value={text}
          error={check.errors.text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      </Form>
    </Modal>
  );
}
