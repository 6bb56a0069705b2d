import { Button, Checkbox, Flex, Group, MultiSelect, Select, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import {
  type ChecklistItem,
  checklistChecks,
  checklistItem,
  type NoteTemplate,
  noteTemplate,
  type OwnReason,
  ownReason,
  type WaitingReason,
  waitingReason,
} from '../../../preload/contract/case-settings.ts';
import { type DecisionKind, decisionKinds } from '../../../preload/contract/cases.ts';
import { knownProducts } from '../../../preload/contract/service/products.ts';
import { checklistCheckLabels } from '../../../preload/wording/checklist.ts';
import { decisionVerb } from '../../../preload/wording/decisions.ts';
import { productTerm } from '../../../preload/wording/products.ts';
import { standardWaitingReasons } from '../../../preload/wording/waiting.ts';
import { useFormCheck, useTexts } from '../../ui/use-form-check.ts';
import { type FormParts, newCode, OwnForm, OwnList, useCaseSettings } from './own-list.tsx';

/** Shows the user's own reasons for decisions. */
export function ReasonsSection() {
  return (
    <OwnList
      name="reasons"
      title="Your own decision reasons"
      items={useCaseSettings().data?.reasons ?? []}
      noun="reason"
      detail={({ kinds }) => kinds.map(decisionVerb).join(', ')}
      form={(reason, parts) => <ReasonForm reason={reason} parts={parts} />}
    >
      They are offered in addition to the built-in reasons, in every environment. A retired reason is no
      longer offered; decisions made with it keep its name.
    </OwnList>
  );
}

function ReasonForm({ reason, parts }: { reason: OwnReason | undefined; parts: FormParts<OwnReason> }) {
  const { texts, field } = useTexts({ label: reason?.label ?? '' });
  const [kinds, setKinds] = useState<readonly DecisionKind[]>(reason?.kinds ?? []);
  const [code] = useState(() => reason?.code ?? newCode());
  const check = useFormCheck({
    label: texts.label.trim() === '' && 'Enter the reason.',
    kinds: kinds.length === 0 && 'Choose for which decisions.',
  });
  return (
    <OwnForm
      parts={parts}
      entered={ownReason.safeParse({ ...reason, ...texts, code, kinds }).data}
      check={check}
    >
      <TextInput data-autofocus label="Reason" maxLength={120} {...field('label', check.errors)} />
      <Checkbox.Group
        label="Offered for"
        value={[...kinds]}
        onChange={(chosen) => setKinds(decisionKinds.filter((kind) => chosen.includes(kind)))}
        error={check.errors.kinds}
      >
        <Flex wrap="wrap" align="center" columnGap={20} rowGap={8} mih={30}>
          {decisionKinds.map((kind) => (
            <Checkbox key={kind} value={kind} label={decisionVerb(kind)} />
          ))}
        </Flex>
      </Checkbox.Group>
    </OwnForm>
  );
}

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

/** Shows the checklist that is gone through before a case is approved. */
export function ChecklistSection() {
  return (
    <OwnList
      name="checklist"
      title="Checklist before Approve"
      items={useCaseSettings().data?.checklist ?? []}
      noun="checklist item"
      detail={({ products, check }) =>
        [
          products.length === 0 ? 'All cases' : products.map((name) => productTerm(name).label).join(', '),
          check === undefined
            ? 'ticked by the reviewer'
            : `checked by the console: ${checklistCheckLabels[check]}`,
        ].join(' · ')
      }
      form={(item, parts) => <ItemForm item={item} parts={parts} />}
    >
      It is shown before a case is approved, and each tick is in the history. Each environment says whether
      open items prevent approval.
    </OwnList>
  );
}

function ItemForm({ item, parts }: { item: ChecklistItem | undefined; parts: FormParts<ChecklistItem> }) {
  const { texts, field } = useTexts({ label: item?.label ?? '' });
  const [products, setProducts] = useState<string[]>(item?.products ?? []);
  const [check, setCheck] = useState(item?.check);
  const [code] = useState(() => item?.code ?? newCode());
  const form = useFormCheck({ label: texts.label.trim() === '' && 'Enter what must be checked.' });
  return (
    <OwnForm
      parts={parts}
      entered={checklistItem.safeParse({ ...item, ...texts, code, products, check }).data}
      check={form}
    >
      <TextInput
        data-autofocus
        label="What must be checked"
        w={480}
        maxLength={200}
        {...field('label', form.errors)}
      />
      <MultiSelect
        label="For cases with"
        w={480}
        placeholder={products.length === 0 ? 'All cases' : ''}
        data={knownProducts.map((value) => ({ value, label: productTerm(value).label }))}
        value={products}
        onChange={setProducts}
      />
      <Select
        label="Ticked by"
        w={480}
        data={[
          { value: '', label: 'The reviewer' },
          ...checklistChecks.map((value) => ({
            value,
            label: `The console: ${checklistCheckLabels[value]}`,
          })),
        ]}
        value={check ?? ''}
        onChange={(value) => setCheck(checklistChecks.find((one) => one === value))}
      />
    </OwnForm>
  );
}

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
