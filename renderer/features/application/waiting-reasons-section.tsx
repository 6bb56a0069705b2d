import { Button, Group, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { type WaitingReason, waitingReason } from '../../../preload/contract/case-settings.ts';
import { standardWaitingReasons } from '../../../preload/wording/waiting.ts';
import { useFormCheck } from '../../ui/use-form-check.ts';
import { type FormParts, newCode, OwnForm, OwnList, useCaseSettings } from './own-list.tsx';

/** Shows the reasons to wait for the user, with the texts for them. */
export function WaitingReasonsSection() {
  return (
    <OwnList
      name="waitingReasons"
      title="Waiting for the user"
      items={useCaseSettings().data?.waitingReasons ?? standardWaitingReasons}
      noun="waiting reason"
      detail={({ texts }) =>
        Object.entries(texts)
          .map(([language, text]) => `${language}: ${text}`)
          .join(' · ')
      }
      form={(reason, parts) => <WaitingReasonForm reason={reason} parts={parts} />}
    >
      The name is for colleagues. The texts are for users, in the languages you write to them: say nothing in
      them of suspicions or of causes marked “internal”.
    </OwnList>
  );
}

function WaitingReasonForm({
  reason,
  parts,
}: {
  reason: WaitingReason | undefined;
  parts: FormParts<WaitingReason>;
}) {
  const [label, setLabel] = useState(reason?.label ?? '');
  const [texts, setTexts] = useState<readonly (readonly [language: string, text: string])[]>(
    Object.entries(reason?.texts ?? { en: '' }),
  );
  const [code] = useState(() => reason?.code ?? newCode());
  const written = texts.filter(([, text]) => text.trim() !== '');
  const isUnambiguous = new Set(written.map(([language]) => language)).size === written.length;
  const entered = waitingReason.safeParse({
    ...reason,
    code,
    label,
    texts: Object.fromEntries(written),
  }).data;
  const check = useFormCheck({
    label: label.trim() === '' && 'Enter a name.',
    texts:
      (written.length === 0 && 'Enter a text.') ||
      (!isUnambiguous && 'Each language can have one text.') ||
      (entered === undefined && 'Enter a language code such as en or pt-BR.'),
  });
  const change = (at: number, language: string, text: string) =>
    setTexts(texts.map((one, index) => (index === at ? [language, text] : one)));
  return (
    <OwnForm parts={parts} entered={entered} check={check}>
      <TextInput
        data-autofocus
        label="Name for colleagues"
        w={400}
        maxLength={120}
        value={label}
        error={check.errors.label}
        onChange={(event) => setLabel(event.currentTarget.value)}
      />
      {texts.map(([language, text], index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the language is being typed
        <Group key={index} align="flex-start" gap={10} wrap="nowrap">
          <TextInput
            label="Language"
            w={88}
            maxLength={12}
            placeholder="en"
            value={language}
            error={written.length > 0 && index === texts.length - 1 && check.errors.texts}
            onChange={(event) => change(index, event.currentTarget.value.trim(), text)}
          />
          <Textarea
            label="Text for the user"
            w={480}
            maxLength={2000}
            lang={language}
            value={text}
            error={written.length === 0 && check.errors.texts}
            onChange={(event) => change(index, language, event.currentTarget.value)}
          />
        </Group>
      ))}
      <Button size="compact-xs" onClick={() => setTexts([...texts, ['', '']])}>
        Add a language
      </Button>
    </OwnForm>
  );
}
