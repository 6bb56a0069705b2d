import { Button, Checkbox, Menu, Popover } from '@mantine/core';
import {
  IconChevronUp,
  IconDownload,
  IconEye,
  IconPlayerPlay,
  IconTag,
  IconTrash,
} from '@tabler/icons-react';
import { useState } from 'react';
import { useStore } from 'zustand';
import type { StoreApi } from 'zustand/vanilla';
import { caseStates } from '../../preload/contract/cases.ts';
import { caseStateLabels } from '../../preload/wording/cases.ts';
import { useAction } from '../actions/use-action.ts';
import { useAnnounce } from '../ui/services.tsx';
import { ShortcutHint } from '../ui/shortcut-hint.tsx';
import type { CaseListState } from './case-list-store.ts';
import type { CaseWorkState } from './case-work-store.ts';
import { ForgetDialog } from './forget-dialog.tsx';
import { LabelPicker } from './label-picker.tsx';
import { selectedCount, selectionInput } from './selection.ts';
import classes from './selection-bar.module.css';

interface SelectionBarProps {
  list: StoreApi<CaseListState>;
  work: StoreApi<CaseWorkState>;
  onQueue(selection: ReturnType<typeof selectionInput>): void;
  /** Takes a single case. */
  onDelete(conversationId: string): void;
}

/** The actions on the selected cases, at the foot of the list. */
export function SelectionBar(props: SelectionBarProps) {
  const count = useStore(props.list, (state) => selectedCount(state.selection));
  return count === 0 ? null : <Bar {...props} count={count} />;
}

function Bar({ list, work, onQueue, onDelete, count }: SelectionBarProps & { count: number }) {
  const { selection, layout, selectAll, clearSelection } = useStore(list);
  const { busy, labels, watch, setState, label } = useStore(work);
  const announce = useAnnounce();
  const [labelling, setLabelling] = useState(false);
  const [forgetting, setForgetting] = useState(false);
  const input = selectionInput(selection);
  const say = (text: string) => (done: boolean) => done && announce(`${text}: ${count.toLocaleString('en')}`);
  const only = selection.kind === 'some' && count === 1 ? [...selection.ids][0] : undefined;
  const begin = () => onQueue(input);
  useAction({
    id: 'selection.queue',
    group: 'Selection',
    label: 'Work through the selection',
    shortcut: 'q',
    run: begin,
  });
  useAction({
    id: 'selection.label',
    group: 'Selection',
    label: 'Label the selection',
    shortcut: 'l',
    run: () => setLabelling(true),
  });
  return (
    <section className={classes.bar} aria-label="Selection">
      <span className={classes.count} role="status">
        {count.toLocaleString('en')} selected
      </span>
      {count < layout.total && (
        <Button variant="subtle" onClick={selectAll}>
          Select all {layout.total.toLocaleString('en')}
        </Button>
      )}
      <Button
        leftSection={<IconPlayerPlay size={14} aria-hidden />}
        rightSection={<ShortcutHint shortcut="q" />}
        onClick={begin}
      >
        Open as queue
      </Button>
      <Popover
        opened={labelling}
        onChange={setLabelling}
        position="top-start"
        shadow="md"
        trapFocus
        returnFocus
      >
        <Popover.Target>
          <Button
            variant="default"
            leftSection={<IconTag size={14} aria-hidden />}
            rightSection={<ShortcutHint shortcut="l" />}
            onClick={() => setLabelling(!labelling)}
          >
            Label
          </Button>
        </Popover.Target>
        <Popover.Dropdown aria-label="Labels">
          <LabelPicker
            labels={labels}
            busy={busy}
            onAdd={(name) => void label(input, { add: [name] }).then(say(`Label ${name} added`))}
            onRemove={(name) => void label(input, { remove: [name] }).then(say(`Label ${name} removed`))}
          />
        </Popover.Dropdown>
      </Popover>
      <Menu position="top-start">
        <Menu.Target>
          <Button variant="default" rightSection={<IconChevronUp size={13} aria-hidden />}>
            State
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {caseStates.map((state) => (
            <Menu.Item
              key={state}
              onClick={() => void setState(input, state).then(say(`State ${caseStateLabels[state]}`))}
            >
              {caseStateLabels[state]}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <Menu position="top-start">
        <Menu.Target>
          <Button
            variant="default"
            leftSection={<IconEye size={14} aria-hidden />}
            rightSection={<IconChevronUp size={13} aria-hidden />}
          >
            Watch
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => void watch(input, true).then(say('Watched'))}>
            Watch until final
          </Menu.Item>
          <Menu.Item onClick={() => void watch(input, false).then(say('No longer watched'))}>
            Stop watching
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <ExportButton work={work} input={input} />
      <Button
        variant="default"
        leftSection={<IconTrash size={14} aria-hidden />}
        disabled={only === undefined}
        title={only === undefined ? 'Select a single case to expire or delete' : undefined}
        onClick={() => only !== undefined && onDelete(only)}
      >
        Expire or delete…
      </Button>
      <Button variant="default" onClick={() => setForgetting(true)}>
        Forget…
      </Button>
      <Button
        variant="subtle"
        color="gray"
        rightSection={<ShortcutHint shortcut="escape" />}
        onClick={clearSelection}
        className={classes.clear ?? ''}
      >
        Clear
      </Button>
      <ForgetDialog
        opened={forgetting}
        count={count}
        busy={busy}
        onClose={() => setForgetting(false)}
        onForget={async () => {
          if (await work.getState().forget(input)) {
            announce(`Forgotten: ${count.toLocaleString('en')}`);
            clearSelection();
          }
          setForgetting(false);
        }}
      />
    </section>
  );
}

interface ExportButtonProps {
  work: StoreApi<CaseWorkState>;
  input: ReturnType<typeof selectionInput>;
}

function ExportButton({ work, input }: ExportButtonProps) {
  const [opened, setOpened] = useState(false);
  const [withUserKeys, setWithUserKeys] = useState(false);
  const announce = useAnnounce();
  const save = async (format: 'csv' | 'json') => {
    setOpened(false);
    const said = await work.getState().export(input, format, withUserKeys);
    if (said !== undefined) {
      announce(said);
    }
  };
  return (
    <Popover opened={opened} onChange={setOpened} position="top-start" shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <Button
          variant="default"
          leftSection={<IconDownload size={14} aria-hidden />}
          onClick={() => setOpened(!opened)}
        >
          Export
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Export">
        <div className={classes.export}>
          <Checkbox
            label="With user keys"
            description="User keys are personal data. The file is not encrypted."
            checked={withUserKeys}
            onChange={(event) => setWithUserKeys(event.currentTarget.checked)}
          />
          <div className={classes.formats}>
            <Button variant="default" onClick={() => void save('csv')}>
              CSV
            </Button>
            <Button variant="default" onClick={() => void save('json')}>
              JSON
            </Button>
          </div>
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
