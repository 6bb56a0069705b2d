import { Button, Flex, Group, NumberInput, Select, Title } from '@mantine/core';
import { useState } from 'react';
import { faultTargets, sandboxFaults } from '../../../preload/contract/sandbox.ts';
import { counted } from '../../../preload/wording/terms.ts';
import { submitted } from '../../ui/use-form-check.ts';
import { faultLabels, targetLabels } from './sandbox-wording.ts';
import { useSandboxCommand } from './use-sandbox.ts';

interface FaultPartProps {
  /** Set if a conversation is open; faults can then be limited to it. */
  conversationId: string | undefined;
  /** Pending faults. */
  waiting: number;
}

/** Causes faults in the next requests. */
export function FaultPart({ conversationId, waiting }: FaultPartProps) {
  const { command, busy } = useSandboxCommand();
  const [fault, setFault] = useState<(typeof sandboxFaults)[number]>('unavailable');
  const [target, setTarget] = useState<(typeof faultTargets)[number]>('conversation');
  const [times, setTimes] = useState(1);
  const forOne = target !== 'token' && conversationId !== undefined;
  return (
    <Flex component="section" direction="column" gap={8} aria-label="Fault">
      <Title order={2}>Fault</Title>
      <Flex
        component="form"
        direction="column"
        gap={8}
        onSubmit={submitted(() =>
          command({ kind: 'fault', target, fault, times, ...(forOne ? { conversationId } : {}) }),
        )}
      >
        <Select
          label="What goes wrong"
          value={fault}
          onChange={(value) => setFault(sandboxFaults.find((one) => one === value) ?? fault)}
          data={sandboxFaults.map((value) => ({ value, label: faultLabels[value] }))}
        />
        <Group align="flex-end">
          <Select
            label={forOne ? 'Requests for this conversation' : 'Requests'}
            flex="1"
            miw={144}
            value={target}
            onChange={(value) => setTarget(faultTargets.find((one) => one === value) ?? target)}
            data={faultTargets.map((value) => ({ value, label: targetLabels[value] }))}
          />
          <NumberInput
            label="Times"
            w={80}
            min={1}
            max={1000}
            value={times}
            onChange={(value) => setTimes(typeof value === 'number' ? value : 1)}
          />
          <Button type="submit" disabled={busy}>
            Set fault
          </Button>
        </Group>
      </Flex>
      {waiting > 0 && (
        <Group align="flex-end">
          <span role="status">{counted(waiting, 'fault')} waiting</span>
          <Button
            variant="subtle"
            size="compact-sm"
            disabled={busy}
            onClick={() => command({ kind: 'clear-faults' })}
          >
            Clear
          </Button>
        </Group>
      )}
    </Flex>
  );
}
