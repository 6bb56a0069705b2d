import { Button, Flex, Group, Modal, Textarea } from '@mantine/core';
import { IconFileImport } from '@tabler/icons-react';
import { useState } from 'react';
import { importableFirst } from '../../../preload/wording/imports.ts';
import { FileChoice } from '../../ui/file-choice.tsx';
import { submitted } from '../../ui/submitted.ts';
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
      <Flex
        component="form"
        ref={check.ref}
        direction="column"
        gap={12}
        onSubmit={submitted(() => check.passes() && add(text))}
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
        <Group>
          <Button variant="filled" type="submit" disabled={busy}>
            Add
          </Button>
          <FileChoice icon={<IconFileImport size={14} />} onFile={(file) => void add(file)}>
            From a file…
          </FileChoice>
        </Group>
      </Flex>
    </Modal>
  );
}
