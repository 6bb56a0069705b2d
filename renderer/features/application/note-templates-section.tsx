import { Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { type NoteTemplate, noteTemplate } from '../../../preload/contract/case-settings.ts';
import { useFormCheck, useTexts } from '../../ui/use-form-check.ts';
import { type FormParts, newCode, OwnForm, OwnList, useCaseSettings } from './own-list.tsx';

/** Shows the templates of notes. */
export function NoteTemplatesSection() {
  return (
    <OwnList
      name="noteTemplates"
      title="Templates of notes"
      items={useCaseSettings().data?.noteTemplates ?? []}
      noun="template"
      detail={({ text }) => text}
      form={(template, parts) => <TemplateForm template={template} parts={parts} />}
    >
      They are offered beside a new note, in every environment.
    </OwnList>
  );
}

interface TemplateFormProps {
  template: NoteTemplate | undefined;
  parts: FormParts<NoteTemplate>;
}

function TemplateForm({ template, parts }: TemplateFormProps) {
  const { texts, field } = useTexts({ label: template?.label ?? '', text: template?.text ?? '' });
  const [code] = useState(() => template?.code ?? newCode());
  const check = useFormCheck({
    label: texts.label.trim() === '' && 'Enter a name.',
    text: texts.text.trim() === '' && 'Enter the text.',
  });
  return (
    <OwnForm
      parts={parts}
      entered={noteTemplate.safeParse({ ...template, ...texts, code }).data}
      check={check}
    >
      <TextInput data-autofocus label="Name" w={400} maxLength={120} {...field('label', check.errors)} />
      <Textarea label="Text" w={480} maxLength={4000} {...field('text', check.errors)} />
    </OwnForm>
  );
}
