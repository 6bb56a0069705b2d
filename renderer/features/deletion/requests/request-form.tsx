import { Group, TextInput } from '@mantine/core';
import { ticketNumber } from '../../../../preload/contract/deletion.ts';
import { useEnvironmentAction } from '../../../environments/use-environment.ts';
import { Form } from '../../../ui/form.tsx';
import { useFormCheck, useTexts } from '../../../ui/use-form-check.ts';

interface RequestFormProps {
  today: string;
  onSaved(requestId: string): void;
  onClose(): void;
}

/** Enters a new request: who asked, when, and where the answer goes. */
export function RequestForm({ today, onSaved, onClose }: RequestFormProps) {
  const { texts, field } = useTexts({ person: '', contact: '', ticket: '', receivedOn: today });
  const { person, contact, ticket, receivedOn } = texts;
  const save = useEnvironmentAction('erasure.save', {}, { changes: ['erasure.list'], once: true });
  const isTicketValid = ticket.trim() === '' || ticketNumber.safeParse(ticket).success;
  const check = useFormCheck({
    person: person.trim() === '' && 'Enter who asked.',
    receivedOn: receivedOn === '' && 'Enter a day.',
    ticket: !isTicketValid && 'Letters, digits and # / _ . : - only',
  });
  const submit = async () => {
    const entries = {
      person: person.trim(),
      receivedOn,
      items: [],
      ...(contact.trim() === '' ? {} : { contact: contact.trim() }),
      ...(ticket.trim() === '' ? {} : { ticket: ticket.trim() }),
    };
    const saved = await save.run({ entries }, 'Request saved');
    if (saved) {
      onSaved(saved.requestId);
    }
  };
  return (
    <Form
      check={check}
      action="Save request"
      busy={save.busy}
      failure={save.failure}
      isInPage
      align="flex-start"
      onSubmit={submit}
      onCancel={onClose}
    >
      <Group align="start">
        <TextInput
          data-autofocus
          label="Asked by"
          required
          w={280}
          maxLength={300}
          {...field('person', check.errors)}
        />
        <TextInput label="Address for the answer (optional)" w={280} maxLength={300} {...field('contact')} />
        <TextInput
          type="date"
          label="Received on"
          required
          max={today}
          {...field('receivedOn', check.errors)}
        />
        <TextInput label="Ticket (optional)" maxLength={40} {...field('ticket', check.errors)} />
      </Group>
    </Form>
  );
}
