import { ActionIcon, Button, Flex, Group, Menu, Text, Textarea } from '@mantine/core';
import { IconChevronDown, IconPaperclip, IconX } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { NoteTemplate } from '../../../preload/contract/case-settings.ts';
import { maxAttachment } from '../../../preload/contract/cases.ts';
import type { OperationInput } from '../../../preload/contract/operations.ts';
import { visibleText } from '../../../preload/contract/service/visible-text.ts';
import { DropTarget } from '../../ui/drop-target.tsx';
import { FileChoice } from '../../ui/file-choice.tsx';
import { formatBytes } from '../../ui/format-bytes.ts';
import layout from '../../ui/layout.module.css';
import { OutsideText } from '../../ui/outside-text.tsx';
import { useAnnounce } from '../../ui/services.tsx';
import { useTextDraft } from '../../ui/text-drafts.tsx';
import { submitted, useFormCheck } from '../../ui/use-form-check.ts';
import classes from './case-panel.module.css';

/** The longest note, in characters. */
export const maxNote = 4000;

type NewFile = Pick<OperationInput<'cases.attach'>, 'name' | 'content'>;
/** Saves a note. Resolves to false if it was not saved. */
export type OnNote = (text: string, file: NewFile | undefined) => Promise<boolean>;

interface NewNoteProps {
  busy: boolean;
  /** True while the field is to take the focus. */
  takesFocus: boolean;
  onFocused(): void;
  templates: readonly NoteTemplate[];
  onNote: OnNote;
}

/** Shows the field of a new note, which may have a file. */
export function NewNote({ busy, takesFocus, onFocused, templates, onNote }: NewNoteProps) {
  const { text, setText, field: textField, end } = useTextDraft('note');
  const [file, setFile] = useState<NewFile>();
  const [refused, setRefused] = useState<string>();
  const announce = useAnnounce();
  const field = useRef<HTMLTextAreaElement>(null);
  const focusField = useEffectEvent(() => {
    field.current?.focus();
    onFocused();
  });
  useEffect(() => {
    if (takesFocus) {
      focusField();
    }
  }, [takesFocus]);
  const check = useFormCheck({ text: text.trim() === '' && !file && 'Enter a note.' });
  const attach = async (chosen: File) => {
    const content = chosen.size > maxAttachment ? undefined : await bytesOf(chosen);
    setRefused(
      chosen.size > maxAttachment
        ? `${visibleText(chosen.name, 80)} was not attached: it is ${formatBytes(chosen.size)}. The limit is ${formatBytes(maxAttachment)}.`
        : content
          ? undefined
          : `${visibleText(chosen.name, 80)} was not attached: it is empty or could not be read.`,
    );
    if (content) {
      setFile({ name: chosen.name.slice(-255), content });
      announce(`${visibleText(chosen.name, 80)} attached to the note`);
    }
  };
  const save = async () => {
    if (check.passes() && (await onNote(text.trim(), file))) {
      setText('');
      end();
      setFile(undefined);
      setRefused(undefined);
    }
  };
  return (
    <DropTarget what="the file of the note" className={classes.note} onFile={(chosen) => void attach(chosen)}>
      <Flex
        component="form"
        ref={check.ref}
        direction="column"
        align="flex-start"
        gap={6}
        onSubmit={submitted(save)}
      >
        <Textarea
          ref={field}
          w="100%"
          label="New note"
          maxLength={maxNote}
          {...textField(check.errors.text)}
          onPaste={(event) => {
            const pasted = event.clipboardData.files[0];
            if (pasted) {
              event.preventDefault();
              void attach(pasted);
            }
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
              event.preventDefault();
              void save();
            }
          }}
        />
        {file && (
          <Group gap={6} w="100%" wrap="nowrap" justify="space-between">
            <FileName name={file.name} bytes={file.content.length} />
            <ActionIcon
              aria-label={`Remove ${visibleText(file.name, 80)} from the note`}
              onClick={() => {
                setFile(undefined);
                // The button goes with the file.
                field.current?.focus();
                announce(`${visibleText(file.name, 80)} removed from the note`);
              }}
            >
              <IconX size={14} aria-hidden />
            </ActionIcon>
          </Group>
        )}
        {refused && (
          <Text role="alert" fz={12} c="var(--status-bad)">
            {refused}
          </Text>
        )}
        <Group gap={6}>
          <Button type="submit" disabled={busy}>
            Save note
          </Button>
          <FileChoice icon={<IconPaperclip size={14} aria-hidden />} onFile={(chosen) => void attach(chosen)}>
            Attach a file…
          </FileChoice>
          {templates.length > 0 && (
            <Menu position="bottom-start">
              <Menu.Target>
                <Button rightSection={<IconChevronDown size={13} aria-hidden />}>Template</Button>
              </Menu.Target>
              <Menu.Dropdown>
                {templates.map(({ code, label, text: template }) => (
                  <Menu.Item
                    key={code}
                    onClick={() =>
                      setText([text.trim(), template].filter(Boolean).join('\n').slice(0, maxNote))
                    }
                  >
                    {visibleText(label, 80)}
                  </Menu.Item>
                ))}
              </Menu.Dropdown>
            </Menu>
          )}
        </Group>
      </Flex>
    </DropTarget>
  );
}

/** Shows the name and the size of a file, which is never opened here. */
export function FileName({ name, bytes }: { name: string; bytes: number }) {
  return (
    <Flex component="span" miw={0} gap={4} align="center">
      <IconPaperclip size={14} style={{ flex: 'none' }} aria-hidden />
      <Text component="span" truncate>
        <OutsideText text={name} max={255} />
      </Text>
      <span className={layout.quietSmall} style={{ flex: 'none' }}>
        {formatBytes(bytes)}
      </span>
    </Flex>
  );
}

/** Returns undefined for an empty file, a folder, and a file that cannot be read. */
async function bytesOf(file: File): Promise<Uint8Array | undefined> {
  try {
    const content = new Uint8Array(await file.arrayBuffer());
    return content.length > 0 ? content : undefined;
  } catch {
    return undefined;
  }
}
