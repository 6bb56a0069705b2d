import { Button, NativeSelect, Textarea } from '@mantine/core';
import { IconUserShare } from '@tabler/icons-react';
import { useState } from 'react';
import type { CaseRow } from '../../../preload/contract/cases.ts';
import { visibleText } from '../../../preload/contract/service/visible-text.ts';
import { useBridgeQuery } from '../../bridge/use-bridge.tsx';
import { Form } from '../../ui/form.tsx';
import { FormButton } from '../../ui/form-button.tsx';
import { useAnnounce } from '../../ui/services.tsx';
import { useFormCheck } from '../../ui/use-form-check.ts';
import { useCaseEntries } from './use-case-entries.ts';

const nobody = 'nobody';

interface AssignFormProps {
  busy: boolean;
  /** Assigns to a member of the team, or to nobody. `name` is said afterwards. */
  onAssign(to: string | null, note: string | undefined, name: string): void;
  onClose(): void;
}

/** Asks for the member of the team whom cases are assigned to, and for a note to them. */
export function AssignForm({ busy, onAssign, onClose }: AssignFormProps) {
  const { data: { team } = {} } = useBridgeQuery('team.view', {});
  const [to, setTo] = useState('');
  const [note, setNote] = useState('');
  const check = useFormCheck({ to: to === '' && 'Choose a person.' });
  const members = (team?.members ?? []).filter(({ isRemoved, role }) => !isRemoved && role !== 'auditor');
  const save = () => {
    const name = members.find(({ id }) => id === to)?.name ?? '';
    onAssign(to === nobody ? null : to, note.trim() === '' ? undefined : note.trim(), name);
  };
  return (
    <Form check={check} action="Assign" busy={busy} onSubmit={save} onCancel={onClose}>
      <NativeSelect
        data-autofocus
        label="Assign to"
        required
        value={to}
        error={check.errors.to}
        onChange={(event) => setTo(event.currentTarget.value)}
        data={[
          { value: '', label: 'Choose a person' },
          ...members.map(({ id, name }) => ({
            value: id,
            label: `${visibleText(name, 80)}${id === team?.me ? ' (you)' : ''}`,
          })),
          { value: nobody, label: 'Nobody' },
        ]}
      />
      <Textarea
        label="Note for them"
        value={note}
        maxLength={4000}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
    </Form>
  );
}

/** Returns what is said after an assignment. */
export function assignedText(to: string | null, name: string): string {
  return to === null ? 'No longer assigned' : `Assigned to ${visibleText(name, 80)}`;
}

/** Assigns a case to a member of the team, or hands it over. */
export function AssignButton({ environmentId, row }: { environmentId: string; row: CaseRow }) {
  const { busy, assign } = useCaseEntries(environmentId);
  const announce = useAnnounce();
  return (
    <FormButton
      name="Assign"
      actions={(run) => [
        {
          id: 'case.assign',
          group: 'Decision',
          label: 'Assign to a person of the team',
          keywords: ['hand over', 'colleague', 'give', 'reassign'],
          run,
        },
      ]}
      button={(button) => (
        <Button {...button} disabled={busy} leftSection={<IconUserShare size={15} aria-hidden />}>
          Assign…
        </Button>
      )}
    >
      {({ close }) => (
        <AssignForm
          busy={busy}
          onAssign={async (to, note, name) => {
            const selection = { ids: [row.conversationId] };
            if (await assign({ selection, to, ...(note === undefined ? {} : { note }) })) {
              announce(assignedText(to, name));
              close();
            }
          }}
          onClose={close}
        />
      )}
    </FormButton>
  );
}
