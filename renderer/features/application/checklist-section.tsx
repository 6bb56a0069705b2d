import { MultiSelect, Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import {
  type ChecklistItem,
  checklistChecks,
  checklistItem,
} from '../../../preload/contract/case-settings.ts';
import { knownProducts } from '../../../preload/contract/service/products.ts';
import { checklistCheckLabels } from '../../../preload/wording/checklist.ts';
import { productTerm } from '../../../preload/wording/products.ts';
import { useFormCheck, useTexts } from '../../ui/use-form-check.ts';
import { type FormParts, newCode, OwnForm, OwnList, useCaseSettings } from './own-list.tsx';

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
        allowDeselect={false}
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
