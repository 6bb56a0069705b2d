import { Button, Group, Popover, Stack, Textarea } from '@mantine/core';
import { IconMessageReply } from '@tabler/icons-react';
import { useState } from 'react';
import { useAction } from '../../actions/use-action.ts';
import { useAnnounce } from '../../ui/services.tsx';
import { withShortcut } from '../../ui/shortcut-hint.tsx';
import { submitted } from '../../ui/submitted.ts';
import { useFootForm } from '../../ui/use-foot-form.ts';
import { useFormCheck } from '../../ui/use-form-check.ts';
import { maxComment } from './decision-form.tsx';
import { useCaseEntries } from './use-case-entries.ts';

interface AnswerProps {
  environmentId: string;
  conversationId: string;
}

/** Answers the question that somebody of the team asked about a case, in the place and with the key of Escalate. */
export function AnswerButton(props: AnswerProps) {
  const { opened, setOpened, button, open, popover } = useFootForm();
  useAction({
    id: 'case.answer',
    group: 'Decision',
    label: 'Answer the question',
    shortcut: 'e',
    keywords: ['reply', 'escalation', 'colleague'],
    run: open,
  });
  return (
    <Popover {...popover}>
      <Popover.Target>
        <Button
          ref={button}
          leftSection={<IconMessageReply size={15} aria-hidden />}
          {...withShortcut('e')}
          onClick={() => setOpened(!opened)}
        >
          Answer
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Answer">
        <AnswerForm {...props} onClose={() => setOpened(false)} />
      </Popover.Dropdown>
    </Popover>
  );
}

function AnswerForm({ environmentId, conversationId, onClose }: AnswerProps & { onClose(): void }) {
  const { busy, answer } = useCaseEntries(environmentId);
  const announce = useAnnounce();
  const [text, setText] = useState('');
  const check = useFormCheck({ text: text.trim() === '' && 'Enter an answer.' });
  const save = async () => {
    if (check.passes() && (await answer({ conversationId, text: text.trim() }))) {
      announce('Answer sent');
      onClose();
    }
  };
  return (
    <form ref={check.ref} onSubmit={submitted(save)}>
      <Stack gap={10} w={320}>
        <Textarea
          data-autofocus
          label="Answer"
          required
          value={text}
          error={check.errors.text}
          maxLength={maxComment}
          autosize
          minRows={2}
          maxRows={6}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
              event.preventDefault();
              void save();
            }
          }}
        />
        <Group wrap="nowrap" justify="flex-end">
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="filled" type="submit" loading={busy}>
            Answer
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
