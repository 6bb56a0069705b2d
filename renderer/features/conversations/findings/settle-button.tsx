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
import { submitted } from '../../../ui/submitted.ts';

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
        <ActionIcon aria-label={`${label}: ${text}`} title={label} onClick={() => setOpened(!opened)}>
          <IconChecklist size={15} aria-hidden />
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
  const settle = async (to: SettlementKind | null | undefined) => {
    if (to !== undefined && reason.trim() !== '' && !isBusy) {
      setBusy(true);
      await onSettle(to, reason.trim());
      setBusy(false);
    }
  };
  return (
    <form onSubmit={submitted(() => settle(chosen))}>
      <Stack gap={10} w={300}>
        <Radio.Group label="This finding is" value={kind ?? null} onChange={setKind}>
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
            <Button mr="auto" disabled={reason.trim() === ''} onClick={() => void settle(null)}>
              Withdraw
            </Button>
          )}
          <Button
            variant="filled"
            type="submit"
            disabled={chosen === undefined || reason.trim() === ''}
            loading={isBusy}
          >
            Settle
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
