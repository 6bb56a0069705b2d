import { Button, Flex } from '@mantine/core';
import type { ReactNode } from 'react';
import type { PreviewGroup, PreviewRow } from '../../../preload/contract/deletion-runs.ts';
import type { OperationInput } from '../../../preload/contract/operations.ts';
import { sinceText } from '../../../preload/wording/approvals.ts';
import { detailText, groupLabels, planText } from '../../../preload/wording/deletion-runs.ts';
import { earlyTerms } from '../../../preload/wording/due.ts';
import layout from '../../ui/layout.module.css';
import { OutsideText } from '../../ui/outside-text.tsx';
import type { Tone } from '../../ui/status-badge.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';

export type Change = OperationInput<'deletionRuns.choose'>['change'];

/** Returns whether a conversation of a group cannot be included. */
export const isFixed = (group: PreviewGroup) => ['missing', 'gone', 'unread', 'refused'].includes(group);

export const tones: Readonly<Record<PreviewGroup, Tone>> = {
  works: 'active',
  'expire-first': 'active',
  'expire-only': 'active',
  refused: 'caution',
  unclear: 'caution',
  missing: 'caution',
  gone: 'good',
  unread: 'neutral',
};

interface HappensProps {
  row: PreviewRow;
  canEndMonitoring: boolean;
  choose(change: Change): void;
}

/** Shows what will happen to a conversation, and why; of a proposal, that it changed since. */
export function Outlook({ row, children }: { row: PreviewRow; children?: ReactNode }) {
  const { group, detail, plan, included, early, proposedStatus } = row;
  const isLeftOut = !included && !isFixed(group);
  return (
    <Flex direction="column" align="flex-start" gap={4}>
      <StatusBadge
        tone={isLeftOut ? 'neutral' : tones[group]}
        status={isLeftOut ? 'Left out' : groupLabels[group]}
      />
      {included && plan.length > 1 && <span>{planText(plan)}</span>}
      {detail !== undefined && group !== 'expire-first' && (
        <span className={layout.quiet}>
          <OutsideText text={detailText(detail)} />
        </span>
      )}
      {included && early !== undefined && <StatusBadge tone="caution" status={earlyTerms[early]} />}
      {proposedStatus !== undefined && <StatusBadge tone="caution" status={sinceText(row)} />}
      {children}
    </Flex>
  );
}

/** Shows the same, and what else can be done with it. */
export function Happens({ row, canEndMonitoring, choose }: HappensProps) {
  const { conversationId, choice, group, detail } = row;
  const put = (chosen: PreviewRow['choice']) => choose({ choice: chosen, ids: [conversationId] });
  return (
    <Outlook row={row}>
      {group === 'expire-first' && (
        <Button size="compact-xs" onClick={() => put('expire')}>
          Expire only
        </Button>
      )}
      {(group === 'expire-only' || (group === 'refused' && choice === 'expire')) && (
        <Button size="compact-xs" onClick={() => put('delete')}>
          Delete the data
        </Button>
      )}
      {detail === 'ActiveSubscriptionExists' && canEndMonitoring && (
        <Button size="compact-xs" onClick={() => put('end-monitoring')}>
          End AML monitoring, then delete
        </Button>
      )}
    </Outlook>
  );
}
