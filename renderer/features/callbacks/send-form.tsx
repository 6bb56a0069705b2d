import { Checkbox, NumberInput, SegmentedControl, Select, Stack, Text, TextInput } from '@mantine/core';
import type { SendChoices } from '../../../preload/contract/callback-sending.ts';
import type { EnvironmentView } from '../../../preload/contract/environments.ts';
import { visibleText } from '../../../preload/contract/service/visible-text.ts';
import { ReceiverFields } from './receiver-fields.tsx';
import type { SendForm } from './send-store.ts';
import classes from './sending.module.css';

const speeds = [
  { value: '1', label: 'Real time, over 4 days' },
  { value: '3600', label: '1 hour per second' },
  { value: '100000', label: '1 day per second' },
  { value: '100000000', label: 'All at once' },
];

interface SendFormProps {
  choices: SendChoices | undefined;
  form: SendForm;
  keys: EnvironmentView['signingKeys'];
  received: { id: number; label: string } | undefined;
  onChange(change: Partial<SendForm>): void;
  onSettings(): void;
}

/** Chooses the message, the receiver, and the differences from messages of the service. */
export function SendFormView({ choices, form, keys, received, onChange, onSettings }: SendFormProps) {
  const sources = [
    { value: 'template', label: 'Template' },
    { value: 'case', label: 'Case' },
    ...(received ? [{ value: 'received', label: 'Received' }] : []),
  ];
  return (
    <>
      <ReceiverFields
        url={form.url}
        keyId={form.keyId}
        keys={keys}
        onChange={onChange}
        onSettings={onSettings}
      />
      <Stack gap={4} align="flex-start">
        <Text span fw={500} id="send-source">
          Message
        </Text>
        <SegmentedControl
          aria-labelledby="send-source"
          value={form.source}
          data={sources}
          onChange={(value) => onChange({ source: value as SendForm['source'] })}
        />
      </Stack>
      <MessageFields choices={choices} form={form} received={received} onChange={onChange} />
      <Select
        label="Fault"
        clearable
        searchable
        placeholder="None: valid, as the service sends it"
        value={form.fault}
        data={(choices?.faults ?? []).map(({ id, title, rule }) => ({
          value: id,
          label: `${title} (${rule})`,
        }))}
        onChange={(fault) => onChange({ fault })}
      />
      {form.source !== 'received' && (
        <>
          <Select
            label="JSON format"
            allowDeselect={false}
            value={form.encoding}
            data={(choices?.encodings ?? []).map(({ id, title }) => ({ value: id, label: title }))}
            onChange={(value) => onChange({ encoding: (value ?? 'compact') as SendForm['encoding'] })}
          />
          <Checkbox
            label="Add random unknown fields (interface 6.1)"
            checked={form.unknownMembers}
            onChange={(event) => onChange({ unknownMembers: event.currentTarget.checked })}
          />
        </>
      )}
      <NumberInput
        label="Duplicates"
        description="Sent again with the same callback id although it was accepted"
        min={0}
        max={20}
        allowDecimal={false}
        value={form.duplicates}
        onChange={(value) => onChange({ duplicates: typeof value === 'number' ? value : 0 })}
      />
      <Checkbox
        label={`Retry as the service does: ${(choices?.retryGaps.length ?? 19) + 1} attempts over 4 days`}
        checked={form.retries}
        onChange={(event) => onChange({ retries: event.currentTarget.checked })}
      />
      {form.retries && (
        <Select
          label="Retry clock"
          description="Timestamps stay those of this computer, so that a receiver accepts them."
          allowDeselect={false}
          value={String(form.speed)}
          data={speeds}
          onChange={(value) => onChange({ speed: Number(value ?? 1) })}
        />
      )}
    </>
  );
}

function MessageFields({ choices, form, received, onChange }: Omit<SendFormProps, 'keys' | 'onSettings'>) {
  if (form.source === 'received') {
    return (
      <p className={classes.quiet}>{visibleText(received?.label ?? '', 200)}, byte for byte, signed again.</p>
    );
  }
  return (
    <>
      {form.source === 'template' ? (
        <Select
          label="Template"
          allowDeselect={false}
          value={form.templateId}
          data={(choices?.templates ?? []).map(({ id, title }) => ({ value: id, label: title }))}
          onChange={(value) => onChange({ templateId: value ?? 'finished' })}
        />
      ) : (
        <Select
          label="Event"
          allowDeselect={false}
          value={form.event}
          data={(choices?.events ?? []).map(({ target, event }) => `${target} ${event}`)}
          onChange={(value) => onChange({ event: value ?? form.event })}
        />
      )}
      <TextInput
        label="Conversation id"
        description={
          form.source === 'case'
            ? 'It is read from the service now; its reply becomes the payload.'
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
