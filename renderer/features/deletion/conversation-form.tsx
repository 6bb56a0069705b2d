import { Button, Flex, Group, Radio, Stack, Text, TextInput } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import type { ClipboardEvent, FormEvent } from 'react';
import type { DeletionMode } from '../../../preload/contract/deletion.ts';
import layout from '../../ui/layout.module.css';
import { OutsideText } from '../../ui/outside-text.tsx';
import classes from './deletion.module.css';
import { modeTexts } from './deletion-wording.ts';

/** The text of the field, and the conversations found in it, as in the field that opens conversations. */
export interface ConversationEntry {
  text: string;
  /** The length of pasted text that is not shown. */
  pastedLength: number | undefined;
  choices: readonly {
    key: string;
    conversationId: string;
    title: string;
    detail: string;
    sendsText?: true;
  }[];
  /** A note about the text, for example that it is a callback's own id. */
  note: string | undefined;
  /** The only conversation found in the text. */
  conversationId: string | undefined;
  type(text: string): void;
  paste(text: string): void;
}

interface ConversationFormProps {
  entry: ConversationEntry;
  mode: DeletionMode;
  disabled: boolean;
  /** Conversations opened before, newest first. */
  recent: readonly { conversationId: string; title?: string | undefined }[];
  onMode(mode: DeletionMode): void;
  onPreview(conversationId: string): void;
}

/** Longer pastes, and those of several lines, are not shown: they may be a callback with personal data. */
const maxShown = 400;
const modes: readonly DeletionMode[] = ['EXPIRE', 'DELETE_DATA'];

/** Shows the form to choose a conversation and what to do with it. */
export function ConversationForm(props: ConversationFormProps) {
  const { entry, mode, disabled, recent, onMode, onPreview } = props;
  const { text, pastedLength, choices, note, conversationId } = entry;
  const isEmpty = text.trim() === '' && pastedLength === undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (conversationId !== undefined && !disabled) {
      onPreview(conversationId);
    }
  };
  const paste = (event: ClipboardEvent) => {
    const pasted = event.clipboardData.getData('text');
    if (!/[\n{]/.test(pasted.trim()) && pasted.length <= maxShown) {
      return;
    }
    event.preventDefault();
    entry.paste(pasted);
  };
  const isUndecided = !isEmpty && (conversationId === undefined || note !== undefined);
  return (
    <form onSubmit={submit} className={classes.form}>
      <TextInput
        label="Conversation"
        description="An id, an address, a user key in your list of cases, a callback body, or any text with one of them."
        value={
          pastedLength === undefined ? text : `Pasted text, ${pastedLength.toLocaleString('en')} characters`
        }
        onPaste={paste}
        onChange={(event) => entry.type(pastedLength === undefined ? event.currentTarget.value : '')}
        disabled={disabled}
        spellCheck={false}
        classNames={{ input: layout.mono ?? '' }}
      />
      {isUndecided && (
        <Stack gap={6} align="flex-start" mt={-6} role="status">
          {note !== undefined && (
            <p className={classes.note}>
              <IconInfoCircle size={15} aria-hidden />
              <OutsideText text={note} />
            </p>
          )}
          {choices.length === 0 && <p className={layout.quiet}>No conversation id found.</p>}
          {choices.map((choice) => (
            <Button
              key={choice.key}
              size="compact-sm"
              disabled={disabled}
              onClick={() => onPreview(choice.conversationId)}
            >
              <OutsideText text={choice.title} />
              <Text span ml={8} fw={400} c="dimmed">
                <OutsideText text={choice.detail} />
              </Text>
            </Button>
          ))}
        </Stack>
      )}
      {isEmpty && recent.length > 0 && (
        <Group gap={6} mt={-6}>
          <span className={layout.quiet}>Recent:</span>
          {recent.slice(0, 3).map(({ conversationId: id, title }) => (
            <Button key={id} size="compact-xs" onClick={() => onPreview(id)}>
              {title ?? <code>{id}</code>}
            </Button>
          ))}
        </Group>
      )}
      <Radio.Group
        label="Action"
        value={mode}
        onChange={(chosen) => onMode(chosen === 'DELETE_DATA' ? 'DELETE_DATA' : 'EXPIRE')}
      >
        <div className={classes.modes}>
          {modes.map((one) => (
            <Radio
              key={one}
              value={one}
              label={modeTexts[one].label}
              description={modeTexts[one].description}
              disabled={disabled}
              className={classes.mode ?? ''}
            />
          ))}
        </div>
      </Radio.Group>
      <Flex rowGap={8} columnGap={16} align="center" wrap="wrap">
        <Button type="submit" disabled={conversationId === undefined || disabled}>
          Preview
        </Button>
      </Flex>
    </form>
  );
}
