import { Button, Text, Textarea } from '@mantine/core';
import { IconUserShare } from '@tabler/icons-react';
import { useState } from 'react';
import type { CaseRow } from '../../../preload/contract/cases.ts';
import type { OperationInput } from '../../../preload/contract/operations.ts';
import { visibleText } from '../../../preload/contract/service/visible-text.ts';
import { Form, FormButton } from '../../ui/form.tsx';
import { useEntryRefusal } from '../../ui/policy.tsx';
import { useFormCheck } from '../../ui/use-form-check.ts';
import { AskWhom, useRecipients } from './ask-whom.tsx';
import { maxComment } from './decision-form.tsx';
import { useCaseEntry } from './use-case-entries.ts';

const nobody = { value: 'nobody', label: 'Nobody', to: null };

interface AssignFormProps {
  busy: boolean;
  /** Assigns to somebody of the team, or to nobody. `done` is said afterwards. */
  onAssign(input: Pick<OperationInput<'cases.assign'>, 'to' | 'note'>, done: string): void;
  onClose(): void;
}

/** Asks for the member of the team or the role that cases are assigned to, and for a note to them. */
export function AssignForm({ busy, onAssign, onClose }: AssignFormProps) {
  const options = [...useRecipients(), nobody];
  const [chosen, setChosen] = useState('');
  const [note, setNote] = useState('');
  const option = options.find(({ value }) => value === chosen);
  const check = useFormCheck({ to: option === undefined && 'Choose a person or a role.' });
  const save = () => {
    const { to = null, label } = option ?? nobody;
    onAssign({ to, ...noteIn(note) }, to === null ? 'No longer assigned' : `Assigned: ${label}`);
  };
  return (
    <Form check={check} action="Assign" busy={busy} onSubmit={save} onCancel={onClose}>
      <AskWhom
        label="Assign to"
        options={options}
        value={chosen}
        error={check.errors.to}
        onChange={setChosen}
      />
      <NoteField label="Note for them" note={note} onNote={setNote} />
    </Form>
  );
}

function NoteField({ label, note, onNote }: { label: string; note: string; onNote(note: string): void }) {
  return (
    <Textarea
      label={label}
      value={note}
      maxLength={maxComment}
      onChange={(event) => onNote(event.currentTarget.value)}
    />
  );
}

/** Returns a note as it is sent; nothing where none was entered. */
function noteIn(note: string): { note?: string } {
  return note.trim() === '' ? {} : { note: note.trim() };
}

interface TakeOverProps {
  conversationId: string;
  /** The member who works on the case. */
  holder: string;
}

/** Takes a case over from the member who works on it, with a note to them. Nothing for a role that does not decide. */
export function TakeOver({ conversationId, holder }: TakeOverProps) {
  const { busy, run: takeOver } = useCaseEntry('cases.takeOver', ['team.holders']);
  const [note, setNote] = useState('');
  if (useEntryRefusal('decided') !== undefined) {
    return null;
  }
  const name = visibleText(holder, 80);
  return (
    <FormButton
      name="Take over"
      position="bottom-start"
      button={(button) => (
        <Button {...button} size="compact-sm" disabled={busy}>
          Take over…
        </Button>
      )}
    >
      {({ close }) => (
        <Form
          action="Take over"
          busy={busy}
          onSubmit={async () => {
            if (await takeOver({ conversationId, ...noteIn(note) }, `Taken over from ${name}`)) {
              close();
            }
          }}
          onCancel={close}
        >
          <Text>{`The case is assigned to you. What ${name} decides about it from now on is kept as a draft.`}</Text>
          <NoteField label={`Note for ${name}`} note={note} onNote={setNote} />
        </Form>
      )}
    </FormButton>
  );
}

/** Assigns a case to somebody of the team, or hands it over. */
export function AssignButton({ row }: { row: CaseRow }) {
  const { busy, run: assign } = useCaseEntry('cases.assign');
  return (
    <FormButton
      name="Assign"
      action={{
        id: 'case.assign',
        label: 'Assign to a person or a role of the team',
        keywords: ['hand over', 'colleague', 'give', 'reassign'],
      }}
      button={(button) => (
        <Button {...button} disabled={busy} leftSection={<IconUserShare size={15} aria-hidden />}>
          Assign…
        </Button>
      )}
    >
      {({ close }) => (
        <AssignForm
          busy={busy}
          onAssign={async (input, done) => {
            if (await assign({ selection: { ids: [row.conversationId] }, ...input }, done)) {
              close();
            }
          }}
          onClose={close}
        />
      )}
    </FormButton>
  );
}
