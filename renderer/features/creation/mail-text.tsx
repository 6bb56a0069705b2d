import { Button, Group, Paper, Textarea } from '@mantine/core';
import { useState } from 'react';
import { mailAddressMark, maxMailText } from '../../../preload/contract/creation.ts';
import { visibleText } from '../../../preload/contract/service/visible-text.ts';
import { useEnvironmentAction } from '../../environments/use-environment.ts';
import { CopyButton } from '../../ui/copyable.tsx';
import { Form } from '../../ui/form.tsx';
import layout from '../../ui/layout.module.css';
import { useFormCheck } from '../../ui/use-form-check.ts';
import { setupChange, useSetup } from './use-setup.ts';

const ownText = [
  'Hello,',
  '',
  'please confirm your identity here:',
  mailAddressMark,
  '',
  'Have your identity document ready. The address is meant for you only.',
].join('\n');

/** Shows a message with the address, to paste into a mail. Its text is kept for the environment, in the language of its users. */
export function MailText({ address }: { address: string }) {
  const { data: setup } = useSetup();
  const { run, busy, failure } = useEnvironmentAction('creation.saveMailText', {}, setupChange);
  const [draft, setDraft] = useState<string>();
  const template = setup?.mailText ?? ownText;
  const check = useFormCheck({
    text: draft?.includes(mailAddressMark) === false && `The text needs ${mailAddressMark}.`,
  });
  const save = async (text: string) => {
    // The console's own text is not kept, so that a later version of it is used.
    if (await run({ mailText: text.trim() === ownText ? '' : text }, 'Mail text saved')) {
      setDraft(undefined);
    }
  };
  if (draft === undefined) {
    const text = template.replaceAll(mailAddressMark, () => address);
    return (
      <Group align="flex-start" wrap="nowrap">
        <Paper
          component="pre"
          withBorder
          flex={1}
          m={0}
          p={8}
          ff="text"
          className={layout.preformatted ?? ''}
        >
          {text
            .split('\n')
            .map((line) => visibleText(line))
            .join('\n')}
        </Paper>
        <CopyButton value={text} label="mail text" clearAfterMs={60_000} />
        <Button size="compact-sm" disabled={setup === undefined} onClick={() => setDraft(template)}>
          Change
        </Button>
      </Group>
    );
  }
  return (
    <Form
      check={check}
      busy={busy}
      failure={failure}
      action="Save text"
      isInPage
      onSubmit={() => save(draft)}
      onCancel={() => setDraft(undefined)}
      other={
        template !== ownText && (
          <Button disabled={busy} onClick={() => void save('')}>
            Use Assay’s own text
          </Button>
        )
      }
    >
      <Textarea
        label="Mail text"
        description={`${mailAddressMark} is replaced by the address. The text is kept unencrypted for this environment: write no personal data into it.`}
        error={check.errors.text}
        minRows={5}
        maxRows={16}
        maxLength={maxMailText}
        data-autofocus
        value={draft}
        onChange={({ currentTarget }) => setDraft(currentTarget.value)}
      />
    </Form>
  );
}
