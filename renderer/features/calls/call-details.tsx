import { Box, Button, Flex, Group, Menu, Text } from '@mantine/core';
import { IconChevronDown, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import type { CallEntry, Shell } from '../../../preload/contract/calls.ts';
import { useEnvironmentQuery } from '../../environments/use-environment.ts';
import { Copyable } from '../../ui/copyable.tsx';
import { Field } from '../../ui/field-list.tsx';
import { formatBytes } from '../../ui/format-bytes.ts';
import layout from '../../ui/layout.module.css';
import { OutsideText } from '../../ui/outside-text.tsx';
import { useGo } from '../../ui/services.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { attemptOf, milliseconds, outcomeOf, phaseNames, toneOf } from './call-wording.ts';
import classes from './calls.module.css';

const shellNames: readonly (readonly [Shell, string])[] = [
  ['bash', 'For bash and zsh'],
  ['powershell', 'For PowerShell'],
  ['cmd', 'For cmd.exe'],
];

interface CallDetailsProps {
  call: CallEntry;
  onClose(): void;
  /** Copies the call as a cURL command; resolves to whether it was copied. */
  onCopy(call: CallEntry, shell: Shell): Promise<boolean>;
  /** True where only the calls about its conversation are shown. */
  isAmongItsCase: boolean;
}

/** Shows one call: the request, the result, and the time of each phase. */
export function CallDetails({ call, onClose, onCopy, isAmongItsCase }: CallDetailsProps) {
  const go = useGo();
  const { conversationId, failure } = call;
  const { data: content } = useEnvironmentQuery('calls.get', { id: call.id });
  return (
    <Flex
      component="aside"
      className={layout.details}
      __vars={{ '--details-width': '24rem', '--details-share': '50%' }}
      direction="column"
      gap={12}
      pt={12}
      pb={20}
      px={16}
      aria-label="Call"
    >
      <Flex component="header" align="center" justify="space-between">
        <Flex component="h2" align="center" gap={8} m={0} fz={15}>
          {call.method} <StatusBadge status={outcomeOf(call)} tone={toneOf(call)} />
        </Flex>
        <Button variant="subtle" size="compact-sm" px={6} aria-label="Close" onClick={onClose}>
          <IconX size={14} aria-hidden />
        </Button>
      </Flex>
      <p className={layout.identifier}>
        <OutsideText text={`${call.origin}${call.path}`} max={2000} />
      </p>
      <Group gap={6}>
        <CopyCurl call={call} onCopy={onCopy} />
        {conversationId !== undefined && (
          <>
            <Button onClick={() => go({ page: 'conversations', conversationId })}>Open case</Button>
            {!isAmongItsCase && (
              <Button onClick={() => go({ page: 'calls', conversationId })}>Calls of this case</Button>
            )}
          </>
        )}
      </Group>
      {failure && (
        <Box className={layout.tinted} data-tone="bad" c="var(--tone)" px={10} py={8}>
          <OutsideText text={failure.message} max={2000} />
        </Box>
      )}
      <Phases call={call} />
      <dl>
        <Field label="Request id">
          {call.requestId !== undefined && <Copyable value={call.requestId} label="request id" />}
        </Field>
        <Field label="Attempt">{attemptOf(call)}</Field>
        {call.bytes !== undefined && <Field label="Size">{formatBytes(call.bytes)}</Field>}
        <Field label="Connection">
          {call.keptConnection !== undefined && (call.keptConnection ? 'Reused' : 'New')}
        </Field>
        <Field label="Proxy">{call.proxy !== undefined && <OutsideText text={call.proxy} />}</Field>
        <Field label="Operation">
          <code>{call.template}</code>
        </Field>
        <Field label="Code">{failure && <code>{failure.code}</code>}</Field>
      </dl>
      {content && (
        <details>
          <summary>Headers{content.body === undefined ? '' : ' and body'}</summary>
          <pre className={layout.exactText}>
            <OutsideText
              text={[
                ...content.headers.map(([name, value]) => `${name}: ${value}`),
                '',
                content.body ?? '',
              ].join('\n')}
              max={100_000}
              dir="ltr"
            />
          </pre>
        </details>
      )}
    </Flex>
  );
}

function CopyCurl({ call, onCopy }: Pick<CallDetailsProps, 'call' | 'onCopy'>) {
  const [message, setMessage] = useState<string>();
  const copy = async (shell: Shell) => {
    setMessage(
      (await onCopy(call, shell))
        ? 'Copied. Fill in the placeholders in angle brackets.'
        : 'Could not be copied. Try again.',
    );
  };
  return (
    <>
      <Menu position="bottom-start">
        <Menu.Target>
          <Button rightSection={<IconChevronDown size={14} aria-hidden />}>Copy as cURL</Button>
        </Menu.Target>
        <Menu.Dropdown>
          {shellNames.map(([shell, name]) => (
            <Menu.Item key={shell} onClick={() => void copy(shell)}>
              {name}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {message !== undefined && (
        <Text flex="1 1 100%" c="dimmed" role="status">
          {message}
        </Text>
      )}
    </>
  );
}

/** Shows the time of each phase as a bar, all on the same scale. */
function Phases({ call }: { call: CallEntry }) {
  const phases = phaseNames.flatMap(([name, label]) => {
    const ms = call.phases[name];
    return ms === undefined ? [] : [{ label, ms }];
  });
  const total = call.totalMs ?? phases.reduce((sum, { ms }) => sum + ms, 0);
  if (phases.length === 0) {
    return null;
  }
  let before = 0;
  return (
    <table className={classes.phases}>
      <caption>Duration {milliseconds(total)}</caption>
      <tbody>
        {phases.map(({ label, ms }) => {
          const left = total > 0 ? (before / total) * 100 : 0;
          before += ms;
          return (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td className={classes.bar} aria-hidden>
                <span style={{ marginLeft: `${left}%`, width: `${total > 0 ? (ms / total) * 100 : 0}%` }} />
              </td>
              <td>{milliseconds(ms)}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
