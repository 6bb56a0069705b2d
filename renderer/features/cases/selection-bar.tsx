import { Button, Checkbox, Group, Menu, Modal, Popover, Stack, Text } from '@mantine/core';
import {
  IconChevronUp,
  IconColumns,
  IconDownload,
  IconPlayerPlay,
  IconRefresh,
  IconTag,
  IconTrash,
  IconUserShare,
} from '@tabler/icons-react';
import { useLayoutEffect, useRef, useState } from 'react';
import { type StoreApi, useStore } from 'zustand';
import { visibleText } from '../../../preload/contract/service/visible-text.ts';
import { counted } from '../../../preload/wording/terms.ts';
import { Bar } from '../../ui/bar.tsx';
import { HoldForm } from '../../ui/hold-form.tsx';
import { UnderPolicy } from '../../ui/policy.tsx';
import { useAnnounce } from '../../ui/services.tsx';
import { withShortcut } from '../../ui/shortcut-hint.tsx';
import { usePick } from '../../ui/use-pick.ts';
import { actKeys } from './act-keys.ts';
import { AssignForm } from './assign-form.tsx';
import { AuditDialog } from './audit-dialog.tsx';
import type { CaseListState } from './case-list-store.ts';
import { LabelPicker, useLabels } from './label-picker.tsx';
import { type SelectionInput, selectedCount, selectionInput } from './selection.ts';
import classes from './selection-bar.module.css';
import type { ActForm, CaseActs } from './use-case-acts.ts';
import { type CaseEntries, useCaseEntry } from './use-case-entries.ts';

interface SelectionBarProps {
  list: StoreApi<CaseListState>;
  entries: CaseEntries;
  acts: CaseActs;
  isTeam: boolean;
  /** Shows two cases side by side. */
  onCompare(conversationId: string, otherId: string): void;
}

/** Shows the actions on the selected cases, at the foot of the list. */
export function SelectionBar(props: SelectionBarProps) {
  const count = useStore(props.list, (state) => selectedCount(state.selection));
  return count === 0 ? null : <Actions {...props} count={count} />;
}

function Actions({ list, entries, acts, isTeam, count, onCompare }: SelectionBarProps & { count: number }) {
  const { selection, layout } = usePick(list, 'selection', 'layout');
  const { selectAll, clearSelection } = list.getState();
  const labels = useLabels();
  const { busy } = entries;
  const { run: assign } = useCaseEntry('cases.assign');
  const announce = useAnnounce();
  const target = { input: selectionInput(selection), count };
  const [one, other, ...more] = 'ids' in target.input ? target.input.ids : [];
  const { form, setForm } = acts;
  const formProps = (name: ActForm) => ({
    opened: form === name,
    onChange: (opened: boolean) => setForm(opened ? name : undefined),
    position: 'top-start' as const,
  });
  const bar = useRef<HTMLDivElement>(null);
  // In a low window the bar scrolls with the page, and a form is not shown beside a bar that is out of view.
  useLayoutEffect(() => {
    if (form !== undefined) {
      bar.current?.scrollIntoView({ block: 'nearest' });
    }
  }, [form]);
  const toggle = (name: ActForm) => () => setForm(form === name ? undefined : name);
  return (
    <Bar ref={bar} className={classes.bar} isFoot gap={6} name="Selection">
      <Text span mr={6} fw={600} role="status">
        {count.toLocaleString('en')} selected
      </Text>
      {count < layout.total && (
        <Button variant="subtle" onClick={selectAll}>
          Select all {layout.total.toLocaleString('en')}
        </Button>
      )}
      <Button
        variant="filled"
        leftSection={<IconPlayerPlay size={14} aria-hidden />}
        {...withShortcut(actKeys.queue)}
        onClick={() => acts.queue(target)}
      >
        Open as queue
      </Button>
      <Button leftSection={<IconRefresh size={14} aria-hidden />} onClick={() => acts.refresh(target)}>
        Refresh
      </Button>
      {one !== undefined && other !== undefined && more.length === 0 && (
        <Button leftSection={<IconColumns size={14} aria-hidden />} onClick={() => onCompare(one, other)}>
          Compare
        </Button>
      )}
      {acts.mayEnter && (
        <>
          <Popover {...formProps('labels')} shadow="md" trapFocus returnFocus>
            <Popover.Target>
              <Button
                leftSection={<IconTag size={14} aria-hidden />}
                {...withShortcut(actKeys.label)}
                onClick={toggle('labels')}
              >
                Label
              </Button>
            </Popover.Target>
            <Popover.Dropdown aria-label="Labels">
              <LabelPicker
                labels={labels}
                busy={busy}
                onAdd={(name) => acts.label(target, { add: [name] })}
                onRemove={(name) => acts.label(target, { remove: [name] })}
              />
            </Popover.Dropdown>
          </Popover>
          <Menu {...formProps('states')}>
            <Menu.Target>
              <Button {...withShortcut(actKeys.state)}>State</Button>
            </Menu.Target>
            <Menu.Dropdown>
              {acts.states.map(({ label, set }) => (
                <Menu.Item key={label} onClick={() => set(target)}>
                  {visibleText(label, 140)}
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
          <Popover {...formProps('hold')} shadow="md" trapFocus returnFocus>
            <Popover.Target>
              <Button title="Keep on purpose" onClick={toggle('hold')}>
                Hold…
              </Button>
            </Popover.Target>
            <Popover.Dropdown aria-label="Keep on purpose">
              <HoldForm
                selection={target.input}
                hold="some"
                onDone={() => setForm(undefined)}
                onClose={() => setForm(undefined)}
              />
            </Popover.Dropdown>
          </Popover>
        </>
      )}
      {isTeam && acts.mayEnter && (
        <Popover {...formProps('assign')} shadow="md" trapFocus returnFocus>
          <Popover.Target>
            <Button leftSection={<IconUserShare size={14} aria-hidden />} onClick={toggle('assign')}>
              Assign…
            </Button>
          </Popover.Target>
          <Popover.Dropdown aria-label="Assign">
            <AssignForm
              busy={busy}
              onAssign={async (input, done) => {
                const said = `${done}: ${counted(count, 'case')}`;
                if (await assign({ selection: target.input, ...input }, said)) {
                  setForm(undefined);
                }
              }}
              onClose={() => setForm(undefined)}
            />
          </Popover.Dropdown>
        </Popover>
      )}
      <Popover {...formProps('export')} shadow="md" trapFocus returnFocus>
        <Popover.Target>
          <Button leftSection={<IconDownload size={14} aria-hidden />} onClick={toggle('export')}>
            Export
          </Button>
        </Popover.Target>
        <Popover.Dropdown aria-label="Export">
          <ExportForm
            entries={entries}
            input={target.input}
            onDone={() => setForm(undefined)}
            onAudit={() => setForm('audit')}
          />
        </Popover.Dropdown>
      </Popover>
      <Button leftSection={<IconTrash size={14} aria-hidden />} onClick={() => acts.remove(target)}>
        Expire or delete…
      </Button>
      <Menu position="top-end">
        <Menu.Target>
          <Button rightSection={<IconChevronUp size={13} aria-hidden />}>More</Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item {...withShortcut(actKeys.watch)} onClick={() => acts.watch(target, true)}>
            Watch until final
          </Menu.Item>
          <Menu.Item {...withShortcut(actKeys.unwatch)} onClick={() => acts.watch(target, false)}>
            Stop watching
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item onClick={() => setForm('forget')}>Forget…</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Button variant="subtle" color="gray" {...withShortcut('escape')} onClick={clearSelection} ml="auto">
        Clear
      </Button>
      <AuditDialog target={form === 'audit' ? target : undefined} onClose={() => setForm(undefined)} />
      <ForgetDialog
        opened={form === 'forget'}
        count={count}
        busy={busy}
        onClose={() => setForm(undefined)}
        onForget={async () => {
          setForm(undefined);
          clearSelection();
          if (await entries.forget(target.input, count)) {
            announce(`Forgotten: ${counted(count, 'case')}`);
          }
        }}
      />
    </Bar>
  );
}

interface ExportFormProps {
  entries: CaseEntries;
  input: SelectionInput;
  onDone(): void;
  onAudit(): void;
}

/** Saves the selected cases as a file. */
function ExportForm({ entries, input, onDone, onAudit }: ExportFormProps) {
  const [withUserKeys, setWithUserKeys] = useState(false);
  const save = (format: 'csv' | 'json') => {
    onDone();
    void entries.save({ selection: input, format, withUserKeys });
  };
  return (
    <Stack gap={10}>
      <Checkbox
        label="With user keys"
        description="User keys are personal data. The file is not encrypted."
        checked={withUserKeys}
        onChange={(event) => setWithUserKeys(event.currentTarget.checked)}
      />
      <UnderPolicy rule="export">
        <Group gap={10}>
          <Button onClick={() => save('csv')}>CSV</Button>
          <Button onClick={() => save('json')}>JSON</Button>
        </Group>
        <Button onClick={onAudit}>Pack for an auditor…</Button>
      </UnderPolicy>
    </Stack>
  );
}

interface ForgetDialogProps {
  opened: boolean;
  count: number;
  busy: boolean;
  onClose(): void;
  onForget(): void;
}

/** Confirms deleting cases from this console. The service is not called. */
function ForgetDialog({ opened, count, busy, onClose, onForget }: ForgetDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title={`Forget ${counted(count, 'case')}?`}>
      <Text mb={14}>
        Decisions, notes, labels and saved reads are deleted from this console. The history only records that{' '}
        {counted(count, 'case')} {count === 1 ? 'was' : 'were'} forgotten. Nothing changes at the service.
      </Text>
      <Group wrap="nowrap" justify="flex-end">
        <Button onClick={onClose} data-autofocus>
          Cancel
        </Button>
        <Button variant="filled" color="red" loading={busy} onClick={onForget}>
          Forget {counted(count, 'case')}
        </Button>
      </Group>
    </Modal>
  );
}
