import { Button, Checkbox, Flex, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconListCheck } from '@tabler/icons-react';
import type { CaseChecklistItem } from '../../../preload/wording/checklist.ts';
import { useEnvironmentAction } from '../../environments/use-environment.ts';
import { FormButton } from '../../ui/form.tsx';
import layout from '../../ui/layout.module.css';
import { FailureNotice } from '../../ui/notices.tsx';
import { OutsideText } from '../../ui/outside-text.tsx';
import { keyShortcuts } from '../../ui/shortcut-hint.tsx';

const shortcut = 'shift+c';

interface ChecklistProps {
  conversationId: string;
  items: readonly CaseChecklistItem[];
}

/** Shows the items that are asked before a case is approved; those that the console checks are ticked by it. */
export function Checklist({ conversationId, items }: ChecklistProps) {
  const tick = useEnvironmentAction('cases.tick', { conversationId });
  const first = items.findIndex(({ item: { check }, isDone }) => check === undefined && !isDone);
  return items.length === 0 ? null : (
    <Stack gap={8} role="group" aria-label="Checklist">
      <Text fw={550} aria-hidden>
        Checklist
      </Text>
      {items.map(({ item: { code, label, check }, isDone }, index) =>
        check === undefined ? (
          <Checkbox
            key={code}
            label={<OutsideText text={label} max={200} />}
            {...(index === Math.max(0, first) && { 'data-autofocus': true })}
            checked={isDone}
            disabled={tick.busy}
            onChange={(event) => void tick.run({ item: code, ticked: event.currentTarget.checked })}
          />
        ) : (
          <Flex key={code} gap={10} align="flex-start" data-tone={isDone ? 'good' : 'caution'}>
            <ConsoleMark isDone={isDone} />
            <span>
              <OutsideText text={label} max={200} />{' '}
              <span className={layout.quietSmall}>checked by the console</span>
            </span>
          </Flex>
        ),
      )}
      {tick.failure && <FailureNotice failure={tick.failure} />}
    </Stack>
  );
}

function ConsoleMark({ isDone }: { isDone: boolean }) {
  const Icon = isDone ? IconCircleCheck : IconAlertTriangle;
  return <Icon size={18} color="var(--tone)" role="img" aria-label={isDone ? 'Done' : 'Open'} />;
}

/** Opens the checklist of a case. */
export function ChecklistButton(props: ChecklistProps) {
  const { items } = props;
  return items.length === 0 ? null : (
    <FormButton
      name="Checklist"
      width={340}
      action={{
        id: 'case.checklist',
        label: 'Open the checklist',
        keywords: ['tick', 'items', 'approve', 'before'],
        shortcut,
      }}
      button={(button) => (
        <Button {...button} leftSection={<IconListCheck size={15} aria-hidden />} {...keyShortcuts(shortcut)}>
          Checklist {items.filter(({ isDone }) => isDone).length}/{items.length}
        </Button>
      )}
    >
      {() => <Checklist {...props} />}
    </FormButton>
  );
}
