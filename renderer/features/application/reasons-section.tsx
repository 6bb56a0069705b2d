import { Checkbox, Flex, TextInput } from '@mantine/core';
import { useState } from 'react';
import { type OwnReason, ownReason } from '../../../preload/contract/case-settings.ts';
import { type DecisionKind, decisionKinds } from '../../../preload/contract/cases.ts';
import { decisionVerb } from '../../../preload/wording/decisions.ts';
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
