import { ActionIcon, Button, Group, Popover, Radio, Stack, Textarea } from '@mantine/core';
import { IconChecklist } from '@tabler/icons-react';
import { useState } from 'react';
import {
  type Finding,
  type Settlement,
  type SettlementKind,
  settlementKinds,
} from '../../../../preload/contract/cases.ts';
import { settlementLabels } from '../../../../preload/wording/settlements.ts';
import iconButton from '../../../ui/icon-button.module.css';
import { submitted } from '../../../ui/submitted.ts';
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
  onSettle: SettleFinding;
}

/** Shows a button with a form that settles one finding, or withdraws what was settled. */
export function SettleButton({ finding, text, settlement, onSettle }: SettleButtonProps) {
  const [opened, setOpened] = useState(false);
  const label = settlement ? 'Change' : 'Settle';
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <ActionIcon aria-label={`${label}: ${text}`} onClick={() => setOpened(!opened)}>
          <span title={label} className={iconButton.face}>
            <IconChecklist size={15} aria-hidden />
          </span>
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={`${label}: ${text}`}>
        <SettleForm
          settlement={settlement}
          onSettle={async (kind, reason) => {
            if (await onSettle(finding, kind, reason)) {
              setOpened(false);
            }
          }}
        />
      </Popover.Dropdown>
    </Popover>
  );
}

interface SettleFormProps {
  settlement: Settlement | undefined;
  onSettle(settlement: SettlementKind | null, reason: string): Promise<void>;
}

function SettleForm({ settlement, onSettle }: SettleFormProps) {
  const [kind, setKind] = useState<string | undefined>(settlement?.kind);
  const [reason, setReason] = useState('');
  const [isBusy, setBusy] = useState(false);
  const chosen = settlementKinds.find((one) => one === kind);
  const check = useFormCheck({
    kind: chosen === undefined && 'Choose what the finding is.',
    reason: reason.trim() === '' && 'Enter a reason.',
  });
  const settle = async (to: SettlementKind | null | undefined) => {
    if (check.passes(to === null ? 'kind' : undefined) && to !== undefined && !isBusy) {
      setBusy(true);
      await onSettle(to, reason.trim());
      setBusy(false);
    }
  };
  return (
    <form ref={check.ref} onSubmit={submitted(() => settle(chosen))}>
      <Stack gap={10} w={300}>
        <Radio.Group
          label="This finding is"
          required
          value={kind ?? null}
          onChange={setKind}
          error={check.errors.kind}
        >
          <Stack gap={8} pt={4}>
            {settlementKinds.map((one, index) => (
              <Radio
                key={one}
                value={one}
                label={settlementLabels[one]}
                {...(index === 0 ? { 'data-autofocus': true } : {})}
              />
            ))}
          </Stack>
        </Radio.Group>
        <Textarea
          label="Reason"
          required
          value={reason}
          error={check.errors.reason}
          onChange={(event) => setReason(event.currentTarget.value)}
          maxLength={4000}
          autosize
          minRows={2}
          maxRows={6}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
              event.preventDefault();
              void settle(chosen);
            }
          }}
        />
        <Group wrap="nowrap" justify="flex-end">
          {settlement && (
            <Button mr="auto" onClick={() => void settle(null)}>
              Withdraw
            </Button>
          )}
          <Button variant="filled" type="submit" loading={isBusy}>
            Settle
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
