import { Select, Textarea, TextInput } from '@mantine/core';
import { useMemo } from 'react';
import type { MessageTemplate } from '../../../preload/contract/callback-resending.ts';
import type { SendChoices } from '../../../preload/contract/callback-sending.ts';
import { visibleText } from '../../../preload/contract/service/visible-text.ts';
import layout from '../../ui/layout.module.css';
import { textOf } from '../signatures/message.ts';
import { OwnTemplate } from './own-templates.tsx';
import type { SendDraft } from './send-draft.ts';

/** The most characters that are edited in a field. */
const maxEdited = 200_000;

/** Shows body and headers of a message as they will be sent; the body byte for byte where it is no text. */
export function MessageEditor({ own, form, onChange }: Omit<MessageFieldsProps, 'choices'>) {
  const { message, headers, fault } = form;
  const body = message?.body;
  const text = useMemo(() => body && textOf(body), [body]);
  if (message === undefined || body === undefined) {
    return null;
  }
  // A field would change its line ends.
  const isEditable = text !== undefined && text.length <= maxEdited && !text.includes('\r');
  return (
    <>
      {isEditable ? (
        <Textarea
          label="Body"
          minRows={4}
          maxRows={14}
          spellCheck={false}
          classNames={{ input: layout.mono ?? '' }}
          value={text}
          onChange={(event) =>
            onChange({ message: { ...message, body: new TextEncoder().encode(event.currentTarget.value) } })
          }
        />
      ) : (
        <p className={layout.quietParagraph}>
          {visibleText(message.title, 200)}, {body.length.toLocaleString('en')} bytes, sent byte for byte.
        </p>
      )}
      {fault === null && (
        <Textarea
          label="Headers"
          description="{now} is the time in milliseconds, {signature} the signature over it and the body; write values in their place to send others."
          minRows={3}
          maxRows={8}
          spellCheck={false}
          classNames={{ input: layout.mono ?? '' }}
          value={headers}
          onChange={(event) => onChange({ headers: event.currentTarget.value })}
        />
      )}
      {isEditable && (
        <OwnTemplate
          key={form.ownTemplateId}
          body={text}
          headers={headers}
          template={own.find(({ id }) => id === form.ownTemplateId)}
          onTemplate={(ownTemplateId) => onChange({ ownTemplateId })}
        />
      )}
    </>
  );
}

/** Returns the message of a template of one's own, to be edited and sent. */
function draftOf({ id, name, body, headers }: MessageTemplate): Partial<SendDraft> {
  return {
    source: 'message',
    ownTemplateId: id,
    message: { name: `template ${id}`, title: name, headers: [], body: new TextEncoder().encode(body) },
    headers: headers.map(([header, value]) => `${header}: ${value}`).join('\n'),
  };
}

interface MessageFieldsProps {
  choices: SendChoices | undefined;
  /** Templates of one's own. */
  own: readonly MessageTemplate[];
  form: SendDraft;
  onChange(change: Partial<SendDraft>): void;
}

export function MessageFields({ choices, own, form, onChange }: MessageFieldsProps) {
  if (form.source === 'message') {
    return null;
  }
  return (
    <>
      {form.source === 'template' ? (
        <Select
          label="Template"
          value={form.templateId}
          data={[
            ...(own.length === 0
              ? []
              : [{ group: 'Yours', items: own.map(({ id, name }) => ({ value: id, label: name })) }]),
            {
              group: 'Built in',
              items: (choices?.templates ?? []).map(({ id, title }) => ({ value: id, label: title })),
            },
          ]}
          onChange={(value) => {
            const template = own.find(({ id }) => id === value);
            onChange(template ? draftOf(template) : { templateId: value ?? 'finished' });
          }}
        />
      ) : (
        <Select
          label="Event"
          value={form.event}
          data={(choices?.events ?? []).map(({ target, event }) => `${target} ${event}`)}
          onChange={(value) => onChange({ event: value ?? form.event })}
        />
      )}
      <TextInput
        label="Conversation id"
        description={
          form.source === 'case'
            ? 'It is read from the service now; its response becomes the payload.'
            : undefined
        }
        required
        spellCheck={false}
        value={form.conversationId}
        onChange={(event) => onChange({ conversationId: event.currentTarget.value })}
      />
    </>
  );
}
