import { NumberInput, PasswordInput, Text, Textarea, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { FailureView } from '../../../preload/contract/envelope.ts';
import type { OperationInput } from '../../../preload/contract/operations.ts';
import type { TeamView } from '../../../preload/contract/team.ts';
import { useBridgeAction } from '../../bridge/use-bridge.tsx';
import { useKeychain } from '../../environments/use-keychain.ts';
import { Form } from '../../ui/form.tsx';
import { type FormCheck, useFormCheck, useTexts } from '../../ui/use-form-check.ts';
import { PartFailure } from '../environments/part-failure.tsx';

/** Names, addresses and invitations are not checked for their spelling. */
const plain = { spellCheck: false };

const missing = (text: string, message: string) => text.trim() === '' && message;

/** Asks for the database and the login of the first member. */
export function CreateTeam({ onClose }: { onClose(): void }) {
  const { texts, field } = useTexts({ name: '' }, plain);
  const create = useBridgeAction('team.create', {}, { changes: ['team.view'] });
  return (
    <DatabaseForm
      action="Create team"
      onClose={onClose}
      faults={{ name: missing(texts.name, 'Enter your name.') }}
      fields={(errors) => (
        <TextInput
          data-autofocus
          autoFocus
          label="Your name in the team"
          {...field('name', errors)}
          maxLength={80}
        />
      )}
      onSave={(address) => create.run({ ...address, ...texts }, 'Team created')}
      {...create}
    />
  );
}

/** Asks for another address or login of the team's database. */
export function Reconnect({ address, onClose }: { address: TeamView['address']; onClose(): void }) {
  const reconnect = useBridgeAction('team.reconnect', {}, { changes: ['team.view'] });
  return (
    <DatabaseForm
      action="Save connection"
      address={address}
      onClose={onClose}
      onSave={async (changed) => {
        if (await reconnect.run(changed, 'Connection saved')) {
          onClose();
        }
      }}
      {...reconnect}
    />
  );
}

export interface DatabaseFormProps {
  action: string;
  address?: TeamView['address'];
  /** The errors of the fields before those of the database, and of these fields. */
  faults?: Record<string, string | false>;
  fields?(errors: Record<string, string | false | undefined>): ReactNode;
  busy: boolean;
  failure: FailureView | undefined;
  onSave(address: OperationInput<'team.reconnect'>): Promise<unknown>;
  onClose(): void;
}

/** Asks for a database and a login, after what else is needed. */
export function DatabaseForm({ action, address, faults, fields, onSave, ...form }: DatabaseFormProps) {
  const { host = '', database = '', user = '', authority = '' } = address ?? {};
  const { texts, field } = useTexts({ host, database, user, password: '', authority }, plain);
  const [port, setPort] = useState<string | number>(address?.port ?? 5432);
  const check = useFormCheck<string>({
    ...faults,
    host: missing(texts.host, 'Enter the computer of the database.'),
    database: missing(texts.database, 'Enter the database.'),
    user: missing(texts.user, 'Enter the user.'),
  });
  const save = () => {
    const { authority: certificates, ...login } = texts;
    const authorities = certificates.trim() === '' ? {} : { authority: certificates };
    return onSave({ ...login, ...authorities, port: Number(port) });
  };
  return (
    <TeamForm check={check} action={action} onSave={save} {...form}>
      {fields?.(check.errors)}
      <TextInput {...field('host', check.errors)} label="Computer of the database" maxLength={255} />
      <NumberInput
        label="Port"
        value={port}
        onChange={setPort}
        min={1}
        max={65_535}
        hideControls
        clampBehavior="strict"
      />
      <TextInput {...field('database', check.errors)} label="Database" maxLength={63} />
      <Login field={field} error={check.errors.user} />
      <Textarea
        {...field('authority')}
        label="Certificates of your company’s authority (PEM)"
        description="Only where the database’s certificate is not from a public authority. A database on this computer needs none."
        minRows={3}
        maxLength={12_000}
      />
    </TeamForm>
  );
}

/** Asks for an invitation and the login of the new member. */
export function JoinTeam({ onClose }: { onClose(): void }) {
  const { texts, field } = useTexts({ line: '', name: '', user: '', password: '' }, plain);
  const join = useBridgeAction('team.join', {}, { changes: ['team.view'] });
  const check = useFormCheck({
    line: missing(texts.line, 'Paste the invitation.'),
    name: missing(texts.name, 'Enter your name.'),
    user: missing(texts.user, 'Enter the user.'),
  });
  const save = () => join.run(texts, 'Asked to join');
  return (
    <TeamForm check={check} action="Ask to join" onSave={save} onClose={onClose} {...join}>
      <Textarea
        {...field('line', check.errors)}
        data-autofocus
        autoFocus
        label="Invitation"
        minRows={3}
        maxLength={20_000}
      />
      <TextInput {...field('name', check.errors)} label="Your name in the team" maxLength={80} />
      <Login field={field} error={check.errors.user} />
    </TeamForm>
  );
}

interface LoginProps {
  field(name: 'user' | 'password'): { value: string };
  error: string | false | undefined;
}

function Login({ field, error }: LoginProps) {
  const { keychain } = useKeychain();
  const hasKeychain = keychain === undefined || (keychain.state === 'available' && !keychain.sessionOnly);
  return (
    <>
      <TextInput
        {...field('user')}
        label="Your user at the database"
        description="The administrator of the database gives it to you."
        error={error}
        maxLength={63}
      />
      <PasswordInput
        {...field('password')}
        label="Password"
        maxLength={1000}
        visibilityToggleButtonProps={{ 'aria-label': 'Show the password', tabIndex: 0 }}
      />
      <Text c="dimmed">
        {hasKeychain
          ? 'The password is kept in the keychain.'
          : 'No keychain can be used: the password, the cases and the membership are kept in memory and end when the console closes.'}
      </Text>
    </>
  );
}

interface TeamFormProps extends Pick<DatabaseFormProps, 'action' | 'busy' | 'failure' | 'onClose'> {
  check: FormCheck;
  onSave(): Promise<unknown>;
  children: ReactNode;
}

/** Shows the fields of a form with its buttons. */
export function TeamForm({ check, action, busy, failure, onSave, onClose, children }: TeamFormProps) {
  return (
    <Form check={check} action={action} busy={busy} isInPage maw={480} onSubmit={onSave} onCancel={onClose}>
      {children}
      <PartFailure failure={failure} />
    </Form>
  );
}
