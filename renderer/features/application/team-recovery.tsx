import { Button, FileInput, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { OperationInput } from '../../../preload/contract/operations.ts';
import { useBridgeAction } from '../../bridge/use-bridge.tsx';
import { usePassphrase } from '../../ui/passphrase-field.tsx';
import { useFormCheck, useTexts } from '../../ui/use-form-check.ts';
import { DatabaseForm, type DatabaseFormProps, TeamForm } from './team-forms.tsx';

const changes = ['team.view'] as const;

/** Saves the file by which somebody becomes an admin where all are lost. */
export function RecoveryFile({ isRecoverable }: { isRecoverable: boolean }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Text maw={736} c="dimmed">
        {isRecoverable
          ? 'There is a recovery file. If all admins are lost, it makes a new one, once.'
          : 'There is no recovery file: where all admins are lost, nobody can be admitted any more.'}
      </Text>
      {isOpen ? (
        <SaveForm isRecoverable={isRecoverable} onClose={() => setOpen(false)} />
      ) : (
        <Button onClick={() => setOpen(true)}>Make a recovery file…</Button>
      )}
    </>
  );
}

function SaveForm({ isRecoverable, onClose }: { isRecoverable: boolean; onClose(): void }) {
  const save = useBridgeAction('team.saveRecovery', {}, { changes, saves: true });
  const { passphrase, fault, field } = usePassphrase(false);
  const again = usePassphrase(false);
  const check = useFormCheck({
    passphrase: fault,
    again: again.passphrase !== passphrase && 'Enter the same passphrase.',
  });
  const act = async () => {
    const result = await save.run({ passphrase });
    if (result !== undefined && result.kind !== 'cancelled') {
      onClose();
    }
  };
  return (
    <TeamForm check={check} action="Save the recovery file" onSave={act} onClose={onClose} {...save}>
      <Text>
        {`Who has the file, the passphrase and a login at the database can read everything of the team and become an admin, which every console says. Keep file and passphrase in two places, neither of them a computer of an admin.${isRecoverable ? ' The file that was made before counts no more.' : ''}`}
      </Text>
      {field('Passphrase', 'The file is encrypted with it in the age format.', check.errors.passphrase)}
      {again.field('Passphrase again', 'Nobody can open the file without it.', check.errors.again)}
    </TeamForm>
  );
}

/** Asks for a recovery file, by which the member of this console becomes an admin, or a new one with a login. */
export function UseRecovery({ isMember, onClose }: { isMember: boolean; onClose(): void }) {
  const recover = useBridgeAction('team.recover', {}, { changes });
  const [file, setFile] = useState<File | null>(null);
  const { texts, field: nameField } = useTexts({ name: '' }, { spellCheck: false });
  const { passphrase, fault, field } = usePassphrase(false);
  const act = async (address?: OperationInput<'team.reconnect'>) => {
    const bytes = new Uint8Array((await file?.arrayBuffer()) ?? []);
    const newMember = address === undefined ? {} : { newMember: { ...address, ...texts } };
    const said = 'You are an admin of the team';
    if (await recover.run({ file: bytes, passphrase, ...newMember }, said)) {
      onClose();
    }
  };
  const form = {
    action: 'Become an admin',
    onClose,
    ...recover,
    onSave: act,
    faults: {
      file: file === null && 'Choose the file.',
      passphrase: fault,
      ...(isMember ? {} : { name: texts.name.trim() === '' && 'Enter your name.' }),
    },
    fields: (errors: Record<string, string | false | undefined>) => (
      <>
        <FileInput
          label="Recovery file"
          placeholder="Choose a file"
          value={file}
          onChange={setFile}
          error={errors.file}
        />
        {field('Passphrase of the file', 'It was entered when the file was made.', errors.passphrase)}
        {!isMember && (
          <TextInput label="Your name in the team" {...nameField('name', errors)} maxLength={80} />
        )}
      </>
    ),
  };
  return isMember ? <FileForm {...form} /> : <DatabaseForm {...form} />;
}

interface FileFormProps extends Omit<DatabaseFormProps, 'onSave'> {
  onSave(): Promise<unknown>;
}

function FileForm({ faults = {}, fields, onSave, ...form }: FileFormProps) {
  const check = useFormCheck<string>(faults);
  return (
    <TeamForm check={check} onSave={() => onSave()} {...form}>
      {fields?.(check.errors)}
    </TeamForm>
  );
}
