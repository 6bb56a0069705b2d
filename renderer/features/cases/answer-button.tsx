import { Button, Textarea } from '@mantine/core';
import { IconMessageReply } from '@tabler/icons-react';
import { Form, FormButton } from '../../ui/form.tsx';
import { withShortcut } from '../../ui/shortcut-hint.tsx';
import { useTextDraft } from '../../ui/text-drafts.tsx';
import { useFormCheck } from '../../ui/use-form-check.ts';
import { maxComment } from './decision-form.tsx';
import { useCaseEntry } from './use-case-entries.ts';

interface AnswerProps {
  conversationId: string;
}

/** Answers the question that somebody of the team asked about a case, in the place and with the key of Escalate. */
export function AnswerButton(props: AnswerProps) {
  return (
    <FormButton
      name="Answer"
      action={{
        id: 'case.answer',
        label: 'Answer the question',
        shortcut: 'e',
        keywords: ['reply', 'escalation', 'colleague'],
      }}
      button={(button) => (
        <Button {...button} leftSection={<IconMessageReply size={15} aria-hidden />} {...withShortcut('e')}>
          Answer
        </Button>
      )}
    >
      {({ close }) => <AnswerForm {...props} onClose={close} />}
    </FormButton>
  );
}

function AnswerForm({ conversationId, onClose }: AnswerProps & { onClose(): void }) {
  const answer = useCaseEntry('cases.answer');
  const { text, field, end } = useTextDraft('answer');
  const check = useFormCheck({ text: text.trim() === '' && 'Enter an answer.' });
  const close = () => {
    end();
    onClose();
  };
  const save = async () => {
    if (await answer.run({ conversationId, text: text.trim() }, 'Answer sent')) {
      close();
    }
  };
  return (
    <Form check={check} action="Answer" busy={answer.busy} onSubmit={save} onCancel={close}>
      <Textarea data-autofocus label="Answer" required maxLength={maxComment} {...field(check.errors.text)} />
    </Form>
  );
}
