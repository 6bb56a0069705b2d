import { Button, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { type FailureView, isOfArea } from '../../../preload/contract/envelope.ts';
import { useBridgeAction } from '../../bridge/use-bridge.tsx';
import { Copyable } from '../../ui/copyable.tsx';
import layout from '../../ui/layout.module.css';
import { FailureNotice } from '../../ui/notices.tsx';

interface PartFailureProps {
  failure: FailureView | undefined;
  /** True if a secret was being saved, which can be kept in memory instead. */
  saving?: boolean;
  /** Other actions. */
  children?: ReactNode;
}

/** Shows the failure of one part of the page beside its cause; for the keychain, with other actions. */
export function PartFailure({ failure, saving = false, children }: PartFailureProps) {
  const sessionOnly = useBridgeAction('keychain.sessionOnly', {});
  // A request that was stopped is no failure.
  if (!failure || failure.code === 'cancelled') {
    return null;
  }
  const command = failure.details?.command;
  return (
    <FailureNotice failure={failure}>
      {typeof command === 'string' && (
        <Text component="span" display="block" w="100%" className={layout.anywhere}>
          <Copyable value={command} label="command" />
        </Text>
      )}
      {saving && isOfArea('keychain', failure) && !sessionOnly.data?.sessionOnly && (
        <Button onClick={() => void sessionOnly.run({ sessionOnly: true })}>
          Keep secrets for this session only
        </Button>
      )}
      {children}
    </FailureNotice>
  );
}
