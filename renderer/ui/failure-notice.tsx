import { Box, Button, Flex, Group, Text } from '@mantine/core';
import { IconAlertCircle, IconRefresh } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { FailureView } from '../../preload/contract/envelope.ts';
import type { JsonValue } from '../../preload/contract/json.ts';
import { isObject } from '../../preload/contract/objects.ts';
import { Copyable } from './copyable.tsx';
import classes from './failure-notice.module.css';
import { Fact } from './field-list.tsx';
import layout from './layout.module.css';
import { OutsideText } from './outside-text.tsx';
import { ProposeAct, refusedActOf } from './propose-act.tsx';

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
