import { Button, Flex, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { type StoreApi, useStore } from 'zustand';
import { userIp } from '../../../preload/contract/headless.ts';
import { Field, FieldList } from '../../ui/field-list.tsx';
import { Masked } from '../../ui/masked.tsx';
import classes from './headless-page.module.css';
import type { HeadlessState } from './headless-state.ts';

/** Shows the applicant's IP address, which the service requires with every step (interface 4.6, 4.7). */
export function AddressPart({ store }: { store: StoreApi<HeadlessState> }) {
  const { view, busy, read } = useStore(store);
  const [typed, setTyped] = useState('');
  const [isChanging, setChanging] = useState(false);
  const [problem, setProblem] = useState<string>();
  const known = view?.userIp;
  if (known !== undefined && !isChanging) {
    return (
      <div className={classes.row}>
        <FieldList>
          <Field label="IP address" code="X-User-IP">
            <Masked value={known} field="userIp" label="IP address" />
          </Field>
        </FieldList>
        <Button size="compact-sm" onClick={() => setChanging(true)}>
          Change
        </Button>
      </div>
    );
  }
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const parsed = userIp.safeParse(typed.trim());
    if (!parsed.success) {
      setProblem('Enter an IPv4 or IPv6 address, such as 203.0.113.7.');
      return;
    }
    setProblem(undefined);
    setChanging(false);
    void read(parsed.data);
  };
  return (
    <Flex onSubmit={submit} noValidate component="form" direction="column" gap={12}>
      <TextInput
        label="The person’s IP address"
        description="The service requires it with every step, as X-User-IP. Enter the address of the person’s device, not of this computer. It is kept in memory for this flow and never written to disk."
        value={typed}
        error={problem}
        spellCheck={false}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <div className={classes.row}>
        <Button variant="filled" type="submit" disabled={busy !== undefined} loading={busy === 'read'}>
          Read the current step
        </Button>
        {known !== undefined && <Button onClick={() => setChanging(false)}>Keep the address</Button>}
      </div>
    </Flex>
  );
}
