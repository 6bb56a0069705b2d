import { ActionIcon, Button, Radio, Textarea } from '@mantine/core';
import { IconChecklist } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import {
  type Finding,
  type Settlement,
  type SettlementKind,
  settlementKinds,
} from '../../../../preload/contract/cases.ts';
import { findingIdentity, settlementLabels } from '../../../../preload/wording/settlements.ts';
import { Form, FormButton } from '../../../ui/form.tsx';
import iconButton from '../../../ui/icon-button.module.css';
import { NumberedReasons } from '../../../ui/numbered-reasons.tsx';
import { useReasonKeys } from '../../../ui/reason-keys.ts';
import { useTextDraft } from '../../../ui/text-drafts.tsx';
import { useFormCheck } from '../../../ui/use-form-check.ts';

/** Settles a finding, or withdraws that (null). Resolves to true once it is on disk. */
export type SettleFinding = (
  finding: Finding,
  settlement: SettlementKind | null,
  reason: string,
) => Promise<boolean>;

interface SettleButtonProps {
  finding: Finding;
  text: string;
  settlement: Settlement | undefined;
  /** True if the key for settling opens its form. */
  isNext: boolean;
  onSettle: SettleFinding;
}

/** Shows a button with a form that settles one finding, or withdraws what was settled. */
export function SettleButton(props: SettleButtonProps) {
  const { finding, text, settlement, isNext, onSettle } = props;
  const label = settlement ? 'Change' : 'Settle';
  return (
    <FormButton
      name={`${label}: ${text}`}
      position="bottom-end"
      action={
        isNext
          ? {
              id: 'finding.settle',
              label: 'Settle the finding',
              keywords: ['false positive', 'confirmed', 'accepted', 'resolve'],
              shortcut: 'o',
            }
          : undefined
      }
      button={(button) => (
        <ActionIcon {...button} aria-label={`${label}: ${text}`}>
          <span title={label} className={iconButton.face}>
            <IconChecklist size={15} aria-hidden />
          </span>
        </ActionIcon>
      )}
    >
      {({ close }) => (
        <SettleForm
          draft={`settle ${findingIdentity(finding)}`}
          settlement={settlement}
          onSettle={async (kind, reason) => {
            const isSettled = await onSettle(finding, kind, reason);
            if (isSettled) {
              close();
            }
            return isSettled;
          }}
        />
      )}
    </FormButton>
  );
}

interface SettleFormProps {
  /** The name of its draft. */
  draft: string;
  settlement: Settlement | undefined;
  onSettle(settlement: SettlementKind | null, reason: string): Promise<boolean>;
}

function SettleForm({ draft, settlement, onSettle }: SettleFormProps) {
  const [kind, setKind] = useState<string | undefined>(settlement?.kind);
  const { text: reason, field: reasonField, end } = useTextDraft(draft);
  const [isBusy, setBusy] = useState(false);
  const choice = settlementKinds.find((one) => one === kind);
  const check = useFormCheck({
    kind: choice === undefined && 'Choose what the finding is.',
    reason: reason.trim() === '' && 'Enter a reason.',
  });
  const field = useRef<HTMLTextAreaElement>(null);
  const choose = (index: number) => {
    setKind(settlementKinds[index]);
    field.current?.focus();
  };
  useReasonKeys({
    form: check.root,
    count: settlementKinds.length,
    choose,
    // Each needs a reason of its own.
    save: (index) => (index === undefined ? void settle(choice) : choose(index)),
  });
  const settle = async (to: SettlementKind | null | undefined) => {
    if (check.passes(to === null ? 'kind' : undefined) && to !== undefined && !isBusy) {
      setBusy(true);
      if (await onSettle(to, reason.trim())) {
        end();
      }
      setBusy(false);
    }
  };
  return (
    <Form
      check={check}
      action="Settle"
      busy={isBusy}
      onSubmit={() => settle(choice)}
      other={settlement && <Button onClick={() => void settle(null)}>Withdraw</Button>}
    >
      <Radio.Group
        label="This finding is"
        required
        value={kind ?? null}
        onChange={setKind}
        error={check.errors.kind}
      >
        <NumberedReasons
          Control={Radio}
          reasons={settlementKinds.map((code) => ({ code, label: settlementLabels[code] }))}
        />
      </Radio.Group>
      <Textarea ref={field} label="Reason" required {...reasonField(check.errors.reason)} maxLength={4000} />
    </Form>
  );
}
