import { Box, Button, Flex, Group, Stack, Text } from '@mantine/core';
import { IconAlertCircle, IconRefresh } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { FailureView } from '../../preload/contract/envelope.ts';
import type { JsonValue } from '../../preload/contract/json.ts';
import { isObject } from '../../preload/contract/objects.ts';
import { Copyable } from './copyable.tsx';
import { Fact } from './field-list.tsx';
import layout from './layout.module.css';
import classes from './notices.module.css';
import { OutsideText } from './outside-text.tsx';
import { ProposeAct, refusedActOf } from './propose-act.tsx';
import { ToneIcon } from './status-badge.tsx';

interface NoticeProps {
  /** Announces a notice that appears after an act, such as saving. */
  role?: 'status';
  children: ReactNode;
}

/** Shows a remark that asks for caution and is not an error. */
export function Notice({ role, children }: NoticeProps) {
  return (
    <Flex gap={8} align="flex-start" px={12} py={8} className={layout.tinted} data-tone="caution" role={role}>
      <ToneIcon tone="caution" size={15} />
      <Text>{children}</Text>
    </Flex>
  );
}

interface FailureNoticeProps {
  failure: FailureView;
  /** Offered if a retry can help. */
  onRetry?: () => void;
  /** Other actions. */
  children?: ReactNode;
}

/** Shows a failure, its meaning and what to do; below it, the details that support needs. */
export function FailureNotice({ failure, onRetry, children }: FailureNoticeProps) {
  const act = refusedActOf(failure);
  if (act) {
    return (
      <ProposeAct act={act} text={failure.message}>
        {children}
      </ProposeAct>
    );
  }
  const violations = violationsOf(failure.details?.violations);
  return (
    <Flex
      gap={12}
      px={14}
      py={12}
      className={`${layout.tinted} ${layout.notice}`}
      data-tone="bad"
      role="group"
      aria-label="Failure"
      data-code={failure.code}
    >
      <IconAlertCircle size={18} color="var(--tone)" aria-hidden />
      <Box flex="1" miw={0} maw={736}>
        <div role="alert">
          <Text fw={600}>
            <OutsideText text={failure.message} max={2000} />
          </Text>
          {failure.hint !== undefined && (
            <Text mt={4}>
              <OutsideText text={failure.hint} max={2000} />
            </Text>
          )}
        </div>
        {violations.length > 0 && (
          <Box component="ul" mt={8} className={layout.discs}>
            {violations.map(({ field, message }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes its order, and fields repeat
              <li key={index}>
                {field !== undefined && (
                  <code>
                    <OutsideText text={field} />
                  </code>
                )}{' '}
                <OutsideText text={message} max={2000} />
              </li>
            ))}
          </Box>
        )}
        {(children !== undefined || (onRetry && failure.retryable)) && (
          <Group mt={10}>
            {onRetry && failure.retryable && (
              <Button leftSection={<IconRefresh size={14} />} onClick={onRetry}>
                Try again
              </Button>
            )}
            {children}
          </Group>
        )}
        <dl className={classes.facts}>
          <Fact label="Code">
            <Copyable value={failure.code} label="code" />
          </Fact>
          <Fact label="Request id">
            {failure.requestId !== undefined && <Copyable value={failure.requestId} label="request id" />}
          </Fact>
        </dl>
      </Box>
    </Flex>
  );
}

interface Violation {
  field: string | undefined;
  message: string;
}

/** `{ field, message }` as the field notes show them; anything else is shown as it is. */
export function violationsOf(value: JsonValue | undefined): Violation[] {
  if (!Array.isArray(value)) {
    return [];
  }
  return value.map((entry) => {
    if (!isObject(entry)) {
      return { field: undefined, message: typeof entry === 'string' ? entry : JSON.stringify(entry) };
    }
    const { field, message } = entry;
    return {
      field: typeof field === 'string' ? field : undefined,
      message: typeof message === 'string' ? message : JSON.stringify(entry),
    };
  });
}

interface QuestionProps {
  /** The consequence of the act. */
  text: string;
  /** The label of the button that does it. */
  action: string;
  busy: boolean;
  onConfirm(): void;
  onCancel(): void;
}

/** Asks before something that cannot be taken back, in place of the button that asked for it. “Cancel” has the focus. In a grid it takes a row of its own. */
export function Question({ text, action, busy, onConfirm, onCancel }: QuestionProps) {
  return (
    <Stack align="flex-start" gap={10} style={{ gridColumn: '1 / -1' }}>
      <Text maw={736} role="alert">
        {text}
      </Text>
      <Group gap={10}>
        <Button variant="filled" color="red" loading={busy} onClick={onConfirm}>
          {action}
        </Button>
        <Button autoFocus onClick={onCancel}>
          Cancel
        </Button>
      </Group>
    </Stack>
  );
}

interface EmptyStateProps {
  title: string;
  icon?: ReactNode;
  /** Why it is empty and what would fill it. */
  children?: ReactNode;
  actions?: ReactNode;
}

export function EmptyState({ title, icon, children, actions }: EmptyStateProps) {
  return (
    <Stack gap={4} align="flex-start" py={16} maw={640}>
      {icon !== undefined && (
        <span className={layout.quiet} aria-hidden>
          {icon}
        </span>
      )}
      <Text fw={650}>{title}</Text>
      {children !== undefined && <Box c="dimmed">{children}</Box>}
      {actions !== undefined && <Group mt={8}>{actions}</Group>}
    </Stack>
  );
}
