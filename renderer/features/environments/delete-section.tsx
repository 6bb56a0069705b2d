import { Button, Flex, Stack, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { isOfArea } from '../../../preload/contract/envelope.ts';
import {
  type EnvironmentsView,
  type EnvironmentView,
  needsTypedName,
} from '../../../preload/contract/environments.ts';
import { visibleText } from '../../../preload/contract/service/visible-text.ts';
import { useEnvironment, useEnvironmentAction } from '../../environments/use-environment.ts';
import { ConfirmWithName } from '../../ui/confirm-with-name.tsx';
import { Section } from '../../ui/section.tsx';
import { PartFailure } from './part-failure.tsx';

interface DeleteSectionProps {
  /** Receives the environments that are left. */
  onGone(view: EnvironmentsView): void;
}

/** Deletes the environment from this console with its secrets; in production its name is typed first. */
export function DeleteSection({ onGone }: DeleteSectionProps) {
  const environment = useEnvironment();
  const [confirming, setConfirming] = useState(false);
  const ask = useRef<HTMLButtonElement>(null);
  const keep = useRef<HTMLButtonElement>(null);
  const before = useRef(confirming);
  // The button that was pressed is gone: the focus goes to the harmless answer, and back from there.
  useEffect(() => {
    if (confirming !== before.current) {
      (confirming ? keep : ask).current?.focus();
    }
    before.current = confirming;
  }, [confirming]);
  const { settings } = environment;
  const secrets = countSecrets(environment);
  const { run, busy, failure } = useEnvironmentAction('environments.delete');
  const go = async (leaveSecrets: boolean) => {
    const left = await run({ leaveSecrets }, `${visibleText(settings.name)} deleted from this console`);
    if (left) {
      onGone(left);
    }
  };
  return (
    <Section title="Delete">
      <Stack align="flex-start" gap={10}>
        <Text maw={736}>
          Deletes {visibleText(settings.name)} from this console
          {secrets > 0 && ` with its ${secrets === 1 ? 'secret' : `${secrets} secrets`}`}. Nothing changes at
          the service.
        </Text>
        {!confirming ? (
          <Button ref={ask} variant="outline" color="red" onClick={() => setConfirming(true)}>
            Delete {visibleText(settings.name)}…
          </Button>
        ) : (
          <Flex
            direction={needsTypedName(settings) ? 'column' : 'row'}
            wrap="wrap"
            align={needsTypedName(settings) ? 'flex-start' : 'center'}
            gap={10}
          >
            {needsTypedName(settings) ? (
              <ConfirmWithName
                name={settings.name}
                action={`Delete ${visibleText(settings.name)}`}
                busy={busy}
                onConfirm={() => void go(false)}
              />
            ) : (
              <Button variant="filled" color="red" loading={busy} onClick={() => void go(false)}>
                Delete {visibleText(settings.name)}
              </Button>
            )}
            <Button ref={keep} onClick={() => setConfirming(false)}>
              Cancel
            </Button>
          </Flex>
        )}
        <PartFailure failure={failure}>
          {failure && isOfArea('keychain', failure) && (
            <Button onClick={() => void go(true)}>
              Delete {visibleText(settings.name)} and leave its secrets in the keychain
            </Button>
          )}
        </PartFailure>
      </Stack>
    </Section>
  );
}

/** Counts the secrets that main deletes with the environment. */
export function countSecrets({
  apiKey,
  signingKeys,
  proxyLogin,
  clientCertificate,
}: Pick<EnvironmentView, 'apiKey' | 'signingKeys' | 'proxyLogin' | 'clientCertificate'>): number {
  return signingKeys.length + [apiKey, proxyLogin, clientCertificate].filter(Boolean).length;
}
