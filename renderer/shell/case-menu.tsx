import { ActionIcon, Box, Menu, Popover } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useState } from 'react';
import type { Hold } from '../../preload/contract/cases.ts';
import { rolesAtService } from '../../preload/contract/team-roles.ts';
import { useAction } from '../actions/use-action.ts';
import { HoldForm } from '../ui/hold-form.tsx';
import { useRoleRefusal } from '../ui/policy.tsx';

interface CaseMenuProps {
  conversationId: string;
  /** True if the case is in the list: only then can it be kept on purpose. */
  isListed: boolean;
  hold: Hold | undefined;
  /** Opens the headless flow of a conversation that is active. */
  onHeadless: (() => void) | undefined;
  /** Prepares a new conversation like one that has ended. */
  onCreateSame: (() => void) | undefined;
}

/** Shows the less common actions of a case behind one button. */
export function CaseMenu({ conversationId, isListed, hold, onHeadless, onCreateSame }: CaseMenuProps) {
  const [isHolding, setHolding] = useState(false);
  const refusal = useRoleRefusal(rolesAtService);
  const mayHold = isListed && refusal === undefined;
  const holdLabel = hold === undefined ? 'Keep on purpose…' : 'Change or end the hold…';
  useAction({
    id: 'case.hold',
    group: 'Conversation',
    label: hold === undefined ? 'Keep on purpose' : 'Change or end the hold',
    keywords: ['legal hold', 'court', 'litigation', 'retention', 'freeze', 'preserve'],
    disabled: !mayHold,
    run: () => setHolding(true),
  });
  return (
    <Popover
      opened={isHolding}
      onChange={setHolding}
      position="bottom-end"
      // In a low window, as at 200 % zoom, it covers its button rather than end below the edge.
      middlewares={{ flip: true, shift: { crossAxis: true, padding: 5 } }}
      shadow="md"
      trapFocus
      returnFocus
      withRoles={false}
    >
      <Popover.Target>
        <Box component="span" display="inline-flex">
          <Menu position="bottom-end">
            <Menu.Target>
              <ActionIcon variant="default" aria-label="More actions" title="More actions">
                <IconDots size={16} aria-hidden />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item disabled={!mayHold} title={refusal} onClick={() => setHolding(true)}>
                {holdLabel}
              </Menu.Item>
              {onHeadless && <Menu.Item onClick={onHeadless}>Headless flow</Menu.Item>}
              {onCreateSame && (
                <Menu.Item title="With the same user key and products" onClick={onCreateSame}>
                  New conversation…
                </Menu.Item>
              )}
            </Menu.Dropdown>
          </Menu>
        </Box>
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label="Keep on purpose">
        <HoldForm
          selection={{ ids: [conversationId] }}
          hold={hold}
          onDone={() => setHolding(false)}
          onClose={() => setHolding(false)}
        />
      </Popover.Dropdown>
    </Popover>
  );
}
