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
} from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { type StoreApi, useStore } from 'zustand';
import { omitUndefined } from '../../../preload/contract/objects.ts';
import { useBridgeQuery } from '../../bridge/use-bridge.tsx';
import {
  useEnvironment,
  useEnvironmentAction,
  useEnvironmentQuery,
} from '../../environments/use-environment.ts';
import { FailureNotice } from '../../ui/notices.tsx';
import { submitted, useFormCheck } from '../../ui/use-form-check.ts';
import { publicIpOf, ReceiverFields, signingKeyOf } from './receiver-fields.tsx';
import { type SendDraft, sendRequest, serviceHeaders } from './send-draft.ts';
import { MessageEditor, MessageFields } from './send-message.tsx';
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
}

/** Sends signed test callbacks to a receiver, and shows what came back. */
export function Send({ store }: SendProps) {
  const { signingKeys: keys } = useEnvironment();
  const form = useStore(store);
  const onChange: (change: Partial<SendDraft>) => void = store.setState;
  const { data: choices, failure: choicesFailure } = useBridgeQuery(
    'callbacks.sendChoices',
    {},
    { keep: true },
  );
  const own = useEnvironmentQuery('callbacks.templates', {}).data?.templates ?? [];
  const sending = useEnvironmentAction('callbacks.send', {}, { keep: true, latestOnly: true });
  const preparing = useEnvironmentAction('callbacks.prepare', {}, { latestOnly: true });
  const failure = sending.failure ?? preparing.failure ?? choicesFailure;
  const keyId = signingKeyOf(keys, form.keyId);
  const check = useFormCheck({
    url: form.url.trim() === '' && 'Enter the address of the receiver.',
    key: keyId === null && form.pastedKey === '' && 'Paste the key to sign with.',
  });
  const send = (confirmedIp?: string) => {
    const request = sendRequest(form);
    if (check.passes() && request !== undefined) {
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
      <form ref={check.ref} className={classes.form} onSubmit={submitted(() => send())}>
        <ReceiverFields
          offersListener
          url={form.url}
          keyId={keyId}
          errors={check.errors}
          onChange={onChange}
        />
        <PasswordInput
          label="Another key, for this message only"
          description="Kept nowhere. Empty uses the signing key above."
          value={form.pastedKey}
          error={check.errors.key}
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
        <MessageFields choices={choices} own={own} form={form} onChange={onChange} />
        {form.source === 'message' ? (
          <MessageEditor own={own} form={form} onChange={onChange} />
        ) : (
          <div>
            <Button
              loading={preparing.busy}
              onClick={async () => {
                const request = sendRequest(form);
                const preparation = request && (await preparing.run(pickPrepared(request)));
                if (preparation) {
                  const title = `${preparation.target} ${preparation.event}`;
                  const message = { name: 'prepared', title, headers: [], ...preparation };
                  onChange({ source: 'message', message, headers: serviceHeaders, ownTemplateId: null });
                }
              }}
            >
              Show and edit body and headers
            </Button>
          </div>
        )}
        <Select
          allowDeselect
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
            disabled={sending.busy || choices === undefined}
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
        <SendResult sending={sending} form={form} />
      </section>
    </div>
  );
}

function pickPrepared({ what, encoding, unknownMembers }: NonNullable<ReturnType<typeof sendRequest>>) {
  return { what, ...omitUndefined({ encoding, unknownMembers }) };
}
