import { Button, Group, NumberInput, Select, Stack, Text, Textarea } from '@mantine/core';
import { IconPlayerPlay, IconPlayerStop, IconSettings } from '@tabler/icons-react';
import type { CallbackAnswer, ListenerSettings, ListenerState } from '../../../preload/contract/callbacks.ts';
import { counted } from '../../../preload/wording/terms.ts';
import { Bar } from '../../ui/bar.tsx';
import { Copyable } from '../../ui/copyable.tsx';
import { FormButton } from '../../ui/form.tsx';
import layout from '../../ui/layout.module.css';
import { OutsideText } from '../../ui/outside-text.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { answerKinds } from './callback-wording.ts';

interface ListenerStripProps {
  listener: ListenerState | undefined;
  busy: boolean;
  settings: Omit<ListenerSettings, 'answer'>;
  onSettings(settings: Omit<ListenerSettings, 'answer'>): void;
  onStart(): void;
  onStop(): void;
  onAnswer(answer: CallbackAnswer): void;
  /** Issues a certificate that the sandbox trusts; absent in other environments. */
  onSandboxCertificate?: () => void;
}

/** Shows whether callbacks are received, at which address, and how they are answered. */
export function ListenerStrip({
  listener,
  busy,
  settings,
  onSettings,
  onStart,
  onStop,
  onAnswer,
  onSandboxCertificate,
}: ListenerStripProps) {
  const url = listener?.url;
  const answer = listener?.answer ?? { kind: 'verify' };
  const kind = answerKinds.find((one) => JSON.stringify(one.answer) === JSON.stringify(answer));
  return (
    <Bar name="Listener">
      {url === undefined ? (
        <StatusBadge status="Off" tone="neutral" />
      ) : (
        <StatusBadge status="Listening" tone="active" />
      )}
      {url === undefined ? (
        <span className={layout.quiet}>
          {listener?.kept === undefined
            ? 'Receives callbacks on this computer.'
            : `Starts again at ${listener.kept.address}, port ${listener.kept.port}.`}
        </span>
      ) : (
        <>
          <Copyable value={url} label="address of the listener" />
          <span className={layout.quiet} role="status">
            {counted(listener?.received ?? 0, 'callback')} received
            {(listener?.refused ?? 0) > 0 && `, ${counted(listener?.refused ?? 0, 'other request')} refused`}
          </span>
        </>
      )}
      {listener?.fault !== undefined && (
        <Text span flex="1 1 100%" c="var(--status-bad)" role="alert">
          <OutsideText text={listener.fault} max={300} />
        </Text>
      )}
      <Group ml="auto">
        <Select
          aria-label="Answer"
          w={240}
          disabled={listener === undefined}
          value={kind?.value ?? null}
          data={answerKinds.map(({ value, label }) => ({ value, label: `Answer: ${label}` }))}
          onChange={(value) => {
            const choice = answerKinds.find((one) => one.value === value);
            if (choice) {
              onAnswer(choice.answer);
            }
          }}
        />
        {url === undefined ? (
          <>
            <SettingsButton
              settings={{ ...listener?.kept, ...settings }}
              onChange={onSettings}
              onIssue={onSandboxCertificate}
            />
            <Button
              variant="filled"
              leftSection={<IconPlayerPlay size={14} />}
              disabled={busy || listener === undefined}
              onClick={onStart}
            >
              Start listener
            </Button>
          </>
        ) : (
          <Button leftSection={<IconPlayerStop size={14} />} disabled={busy} onClick={onStop}>
            Stop listener
          </Button>
        )}
      </Group>
    </Bar>
  );
}

interface SettingsButtonProps {
  settings: ListenerStripProps['settings'];
  onChange: ListenerStripProps['onSettings'];
  onIssue: (() => void) | undefined;
}

/** Address, port, and a key and certificate for HTTPS. */
function SettingsButton({ settings, onChange, onIssue }: SettingsButtonProps) {
  const tls = settings.tls ?? { key: '', certificate: '' };
  const setTls = (change: Partial<typeof tls>) => {
    const { tls: _before, ...rest } = settings;
    const next = { ...tls, ...change };
    onChange(next.key === '' && next.certificate === '' ? rest : { ...rest, tls: next });
  };
  return (
    <FormButton
      name="Address of the listener"
      position="bottom-end"
      width={360}
      button={(button) => (
        <Button {...button} leftSection={<IconSettings size={14} />}>
          Address
        </Button>
      )}
    >
      {({ close }) => (
        <Stack>
          <Select
            label="Address"
            comboboxProps={{ withinPortal: false }}
            value={settings.address ?? '127.0.0.1'}
            data={['127.0.0.1', '::1']}
            onChange={(address) =>
              onChange({ ...settings, address: address === '::1' ? '::1' : '127.0.0.1' })
            }
          />
          <NumberInput
            label="Port"
            description="0 uses any free port"
            min={0}
            max={65535}
            value={settings.port ?? 0}
            onChange={(port) => onChange({ ...settings, port: typeof port === 'number' ? port : 0 })}
          />
          {onIssue && <Button onClick={onIssue}>Use a certificate of the sandbox</Button>}
          <Textarea
            label="Certificate for HTTPS"
            description="PEM. Without one, the listener uses HTTP."
            value={tls.certificate}
            onChange={(event) => setTls({ certificate: event.currentTarget.value })}
          />
          <Textarea
            label="Its private key"
            description="PEM, without a passphrase. Kept in memory only."
            spellCheck={false}
            value={tls.key}
            onChange={(event) => setTls({ key: event.currentTarget.value })}
          />
          <Button onClick={close}>Done</Button>
        </Stack>
      )}
    </FormButton>
  );
}
