import { Button, Group } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useEffect } from 'react';
import { type StoreApi, useStore } from 'zustand';
import type { EnvironmentView } from '../../../preload/contract/environments.ts';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { submitted } from '../../ui/submitted.ts';
import { publicIpOf, useSigningKey } from './receiver-fields.tsx';
import { SendFormView } from './send-form.tsx';
import { SendResult } from './send-result.tsx';
import type { SendState } from './send-store.ts';
import classes from './sending.module.css';

interface SendProps {
  store: StoreApi<SendState>;
  environment: EnvironmentView;
  onSettings(): void;
}

/** Sends signed test callbacks to a receiver, and shows what came back. */
export function Send({ store, environment, onSettings }: SendProps) {
  const state = useStore(store);
  const { choices, form, received, sending, attempts, result, failure } = state;
  const acts = store.getState();
  const { open, change } = acts;
  useEffect(() => open(environment.id), [open, environment.id]);
  const keys = environment.signingKeys;
  const keyId = useSigningKey(keys, form.keyId, change);
  const publicIp = publicIpOf(failure);
  return (
    <div className={classes.columns}>
      <form className={classes.form} onSubmit={submitted(() => acts.send())}>
        <SendFormView
          choices={choices}
          form={{ ...form, keyId }}
          keys={keys}
          received={received}
          onChange={acts.change}
          onSettings={onSettings}
        />
        <Group>
          <Button
            variant="filled"
            type="submit"
            leftSection={<IconSend size={14} />}
            disabled={sending || keyId === null || choices === undefined || form.url.trim() === ''}
          >
            Send
          </Button>
          {sending && <Button onClick={acts.stop}>Stop</Button>}
        </Group>
      </form>
      <section className={classes.result} aria-label="Answer of the receiver">
        {failure && failure.code !== 'cancelled' && (
          <FailureNotice failure={failure} onRetry={() => void acts.send()}>
            {publicIp !== undefined && (
              <Button onClick={() => void acts.send(publicIp)}>Send to {publicIp} anyway</Button>
            )}
          </FailureNotice>
        )}
        <SendResult attempts={attempts} result={result} sending={sending} form={form} />
      </section>
    </div>
  );
}
