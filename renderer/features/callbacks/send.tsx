import {
  Button,
  Checkbox,
  Group,
  NumberInput,
  PasswordInput,
  SegmentedControl,
  Select,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useMemo } from 'react';
import { type StoreApi, useStore } from 'zustand';
import type { SendChoices } from '../../../preload/contract/callback-sending.ts';
import type { EnvironmentView } from '../../../preload/contract/environments.ts';
import { omitUndefined } from '../../../preload/contract/objects.ts';
import { visibleText } from '../../../preload/contract/service/visible-text.ts';
import { useBridgeAction, useBridgeQuery } from '../../bridge/use-bridge.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import layout from '../../ui/layout.module.css';
import { ListenerAddress } from '../../ui/listener-address.tsx';
import { submitted } from '../../ui/submitted.ts';
import { type MessageActs, textOf } from '../signatures/message.ts';
import { publicIpOf, ReceiverFields, signingKeyOf } from './receiver-fields.tsx';
import { type SendDraft, sendRequest, serviceHeaders } from './send-draft.ts';
import { SendResult } from './send-result.tsx';
import classes from './sending.module.css';

const speeds = [
  { value: '1', label: 'Real time, over 4 days' },
  { value: '3600', label: '1 hour per second' },
  { value: '100000', label: '1 day per second' },
  { value: '100000000', label: 'All at once' },
];

interface SendProps {
  store: StoreApi<SendDraft>;
  environment: EnvironmentView;
  acts: MessageActs;
  onSettings(): void;
}

/** Sends signed test callbacks to a receiver, and shows what came back. */
export function Send({ store, environment, acts, onSettings }: SendProps) {
  const { id: environmentId, signingKeys: keys } = environment;
  const form = useStore(store);
  const onChange: (change: Partial<SendDraft>) => void = store.setState;
  const { data: choices, failure: choicesFailure } = useBridgeQuery(
    'callbacks.sendChoices',
    {},
    { keep: true },
  );
  const sending = useBridgeAction('callbacks.send', { environmentId }, { keep: true, latestOnly: true });
  const preparing = useBridgeAction('callbacks.prepare', { environmentId }, { latestOnly: true });
  const failure = sending.failure ?? preparing.failure ?? choicesFailure;
  const keyId = signingKeyOf(keys, form.keyId);
  const send = (confirmedIp?: string) => {
    const request = sendRequest(form);
    if (request !== undefined) {
      void sending.run({ ...request, ...omitUndefined({ keyId: keyId ?? undefined, confirmedIp }) });
    }
  };
  const publicIp = publicIpOf(failure);
  const sources = [
    { value: 'template', label: 'Template' },
    { value: 'case', label: 'Case' },
    ...(form.message ? [{ value: 'message', label: 'Message' }] : []),
  ];
  return (
    <div className={classes.columns}>
      <form className={classes.form} onSubmit={submitted(() => send())}>
        <ReceiverFields
          url={form.url}
          keyId={keyId}
          keys={keys}
          onChange={onChange}
          onSettings={onSettings}
        />
        <ListenerAddress environmentId={environmentId} onUse={(url) => onChange({ url })} />
        <PasswordInput
          label="Another key, for this message only"
          description="Kept nowhere. Empty uses the signing key above."
          value={form.pastedKey}
          maxLength={4096}
          spellCheck={false}
          onChange={(event) => onChange({ pastedKey: event.currentTarget.value })}
          visibilityToggleButtonProps={{ 'aria-label': 'Show the key' }}
        />
        <Stack gap={4} align="flex-start">
          <Text span fw={600} fz={13} id="send-source">
            Message
          </Text>
          <SegmentedControl
            aria-labelledby="send-source"
            value={form.source}
            data={sources}
            onChange={(value) => onChange({ source: value as SendDraft['source'] })}
          />
        </Stack>
        <MessageFields choices={choices} form={form} onChange={onChange} />
        {form.source === 'message' ? (
          <MessageEditor form={form} onChange={onChange} />
        ) : (
          <div>
            <Button
              loading={preparing.busy}
              onClick={async () => {
                const request = sendRequest(form);
                const prepared = request && (await preparing.run(pickPrepared(request)));
                if (prepared) {
                  const title = `${prepared.target} ${prepared.event}`;
                  const message = { name: 'prepared', title, headers: [], ...prepared };
                  onChange({ source: 'message', message, headers: serviceHeaders });
                }
              }}
            >
              Show and edit body and headers
            </Button>
          </div>
        )}
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
        {form.source !== 'message' && (
          <>
            <Select
              label="JSON format"
              allowDeselect={false}
              value={form.encoding}
              data={(choices?.encodings ?? []).map(({ id, title }) => ({ value: id, label: title }))}
              onChange={(value) => onChange({ encoding: (value ?? 'compact') as SendDraft['encoding'] })}
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
        <Group>
          <Button
            variant="filled"
            type="submit"
            leftSection={<IconSend size={14} />}
            disabled={
              sending.busy ||
              (keyId === null && form.pastedKey === '') ||
              choices === undefined ||
              form.url.trim() === ''
            }
          >
            Send
          </Button>
          {sending.busy && <Button onClick={sending.stop}>Stop</Button>}
        </Group>
      </form>
      <section className={classes.result} aria-label="Answer of the receiver">
        {failure && failure.code !== 'cancelled' && (
          <FailureNotice failure={failure} onRetry={() => send()}>
            {publicIp !== undefined && (
              <Button onClick={() => send(publicIp)}>Send to {publicIp} anyway</Button>
            )}
          </FailureNotice>
        )}
        <SendResult sending={sending} form={form} environment={environment} acts={acts} />
      </section>
    </div>
  );
}

function pickPrepared({ what, encoding, unknownMembers }: NonNullable<ReturnType<typeof sendRequest>>) {
  return { what, ...omitUndefined({ encoding, unknownMembers }) };
}

/** The most characters that are edited in a field. */
const maxEdited = 200_000;

/** Shows body and headers of a message as they will be sent; the body byte for byte where it is no text. */
function MessageEditor({ form, onChange }: Pick<MessageFieldsProps, 'form' | 'onChange'>) {
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
          autosize
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
          autosize
          minRows={3}
          maxRows={8}
          spellCheck={false}
          classNames={{ input: layout.mono ?? '' }}
          value={headers}
          onChange={(event) => onChange({ headers: event.currentTarget.value })}
        />
      )}
    </>
  );
}

interface MessageFieldsProps {
  choices: SendChoices | undefined;
  form: SendDraft;
  onChange(change: Partial<SendDraft>): void;
}

function MessageFields({ choices, form, onChange }: MessageFieldsProps) {
  if (form.source === 'message') {
    return null;
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
