import { Button, Flex, Group, TextInput } from '@mantine/core';
import { useState } from 'react';
import { userIp } from '../../../preload/contract/headless.ts';
import { Field, FieldList } from '../../ui/field-list.tsx';
import { Masked } from '../../ui/masked.tsx';
import { submitted } from '../../ui/submitted.ts';
import type { Flow } from './use-flow.ts';

/** Shows the applicant's IP address, which the service requires with every step (interface 4.6, 4.7). */
export function AddressPart({ flow: { view, busy, read } }: { flow: Flow }) {
  const [typed, setTyped] = useState('');
  const [isChanging, setChanging] = useState(false);
  const [problem, setProblem] = useState<string>();
  const known = view?.userIp;
  if (known !== undefined && !isChanging) {
    return (
      <Group gap={10}>
        <FieldList>
          <Field label="IP address" code="X-User-IP">
            <Masked value={known} label="IP address" />
          </Field>
        </FieldList>
        <Button size="compact-sm" onClick={() => setChanging(true)}>
          Change
        </Button>
      </Group>
    );
  }
  const submit = () => {
    const parsed = userIp.safeParse(typed.trim());
    if (!parsed.success) {
      setProblem('Enter an IPv4 or IPv6 address, such as 203.0.113.7.');
      return;
    }
    setProblem(undefined);
    setChanging(false);
    read(parsed.data);
  };
  return (
    <Flex onSubmit={submitted(submit)} noValidate component="form" direction="column" gap={12}>
      <TextInput
        label="The person’s IP address"
        description="The service requires it with every step, as X-User-IP. Enter the address of the person’s device, not of this computer. It is kept in memory for this flow and never written to disk."
        value={typed}
        error={problem}
        spellCheck={false}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <Group gap={10}>
        <Button variant="filled" type="submit" disabled={busy !== undefined} loading={busy === 'read'}>
          Read the current step
        </Button>
        {known !== undefined && <Button onClick={() => setChanging(false)}>Keep the address</Button>}
      </Group>
    </Flex>
  );
}
