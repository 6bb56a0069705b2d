import { Button, Flex, Group, Stack } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import type { EnvironmentView } from '../../../preload/contract/environments.ts';
import type { SecretInput, SecretKind } from '../../../preload/contract/secrets.ts';
import type { BridgeAction } from '../../bridge/use-bridge.tsx';
import { useEnvironment, useEnvironmentAction } from '../../environments/use-environment.ts';
import layout from '../../ui/layout.module.css';
import { Notice } from '../../ui/notices.tsx';
import { Section } from '../../ui/section.tsx';
import { Time } from '../../ui/time.tsx';
import { PartFailure } from './part-failure.tsx';
import type { SecretFormState } from './secret-form.tsx';

export type SecretValues<Kind extends SecretKind> = Omit<Extract<SecretInput, { kind: Kind }>, 'kind'>;

interface Secret<Kind extends SecretKind> {
  busy: boolean;
  save: BridgeAction<'credentials.save', { environmentId: string; kind: Kind }>;
  /** Saves what was entered and announces it; returns whether that was done. The texts are not kept. */
  enter(values: SecretValues<Kind>, announcement: string): Promise<boolean>;
  /** @param id of a signing key */
  remove(announcement: string, id?: string): Promise<boolean>;
  /** Shows warnings about the secret last saved, and the last failure. */
  outcome: ReactNode;
}

/** Saves and removes secrets of one kind of an environment. A check of the connection before that is out of date. */
export function useSecret<const Kind extends SecretKind>(kind: Kind): Secret<Kind> {
  const save = useEnvironmentAction('credentials.save', { kind });
  const removal = useEnvironmentAction('credentials.remove', { kind });
  const check = useEnvironmentAction('connection.check');
  const done = (environment: EnvironmentView | undefined) => {
    if (environment) {
      check.stop();
      check.reset();
    }
    return environment !== undefined;
  };
  return {
    busy: save.busy || removal.busy,
    save,
    async enter(values, announcement) {
      removal.reset();
      const copy = { ...values };
      const environment = await save.run(copy as never, announcement);
      // The library holds what an action was given for as long as its outcome.
      for (const name of Object.keys(copy)) {
        Reflect.deleteProperty(copy, name);
      }
      return done(environment);
    },
    async remove(announcement, id) {
      save.reset();
      return done(await removal.run(id === undefined ? {} : { id }, announcement));
    },
    outcome: (
      <>
        {save.data?.warnings.map((text) => (
          <Notice key={text} role="status">
            {text}
          </Notice>
        ))}
        <PartFailure failure={save.failure ?? removal.failure} saving />
      </>
    ),
  };
}

interface SecretSectionProps<Kind extends SecretKind> {
  kind: Kind;
  /** Names the secret in the middle of a sentence, such as “proxy login”. */
  name: string;
  title: string;
  /** The secret as it is kept; undefined without one. */
  secret: { since: string; store: 'keychain' | 'session'; heldBack?: boolean } | undefined;
  /** Says what it is for or where it is sent, and why it is not used. */
  about: ReactNode;
  remarks?: readonly string[];
  /** Renders the form; undefined where none can be entered. */
  form: ((state: SecretFormState<SecretValues<Kind>>) => ReactNode) | undefined;
  /** True if the form is there at once while there is no secret. */
  opensEmpty?: boolean;
  /** Counts how often the secret was asked for: its form then opens and takes the focus. */
  requests?: number;
  onSaved?(): void;
}

/** Shows a secret of an environment: entered once, never shown again, replaced and removed. */
export function SecretSection<Kind extends SecretKind>(props: SecretSectionProps<Kind>) {
  const { builtIn } = useEnvironment();
  const { kind, name, title, secret, about, remarks = [], form, requests = 0 } = props;
  const { busy, enter, remove, outcome } = useSecret(kind);
  const [entering, setEntering] = useState(false);
  const [isRemoved, setRemoved] = useState(false);
  useEffect(() => {
    if (requests > 0) {
      setEntering(true);
    }
  }, [requests]);
  const isOpen = entering || (props.opensEmpty === true && !secret);
  const heldBack = secret?.heldBack === true;
  return (
    <Section title={title} aside={secret && <Present secret={secret} />}>
      <Stack align="flex-start" gap={10}>
        {remarks.map((text) => (
          <Notice key={text} role="status">
            {text}
          </Notice>
        ))}
        {!isOpen && about !== undefined && <div className={layout.explanation}>{about}</div>}
        {isOpen && form
          ? form({
              busy,
              takesFocus: entering || isRemoved,
              async onSave(values) {
                const isSaved = await enter(values, `${title} saved`);
                if (isSaved) {
                  setEntering(false);
                  props.onSaved?.();
                }
                return isSaved;
              },
              onCancel: entering ? () => setEntering(false) : undefined,
            })
          : !builtIn &&
            (form || secret) && (
              <Group gap={10}>
                {form && (
                  <Button variant={heldBack ? 'filled' : 'default'} onClick={() => setEntering(true)}>
                    {heldBack ? 'Enter it again…' : secret ? 'Replace…' : `Add ${name}…`}
                  </Button>
                )}
                {secret && (
                  <Button
                    color="red"
                    loading={busy}
                    onClick={async () => setRemoved(await remove(`${title} removed`))}
                  >
                    Remove
                  </Button>
                )}
              </Group>
            )}
        {outcome}
      </Stack>
    </Section>
  );
}

/** Shows when a secret was saved, and whether it outlasts the session. */
export function Present({ secret }: { secret: { since: string; store: 'keychain' | 'session' } }) {
  return (
    <Flex component="span" wrap="wrap" align="center" columnGap={10} rowGap={6}>
      <IconKey size={14} aria-hidden />
      <span>
        Saved <Time at={secret.since} relative={false} />
        {secret.store === 'session' ? ', for this session only' : ', in the keychain'}
      </span>
    </Flex>
  );
}
