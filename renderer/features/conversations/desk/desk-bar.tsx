import { Group } from '@mantine/core';
import {
  IconId,
  IconLayoutBottombar,
  IconLayoutSidebar,
  IconLayoutSidebarRight,
  IconListDetails,
  IconMaximize,
  IconUserScan,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { type StoreApi, useStore } from 'zustand';
import type { DeskPart, DeskPreset } from '../../../../preload/contract/application.ts';
import { useAction } from '../../../actions/use-action.ts';
import { IconTool, ToolDivider } from '../../../ui/icon-tool.tsx';
import type { DeskState } from './desk-store.ts';

const presets: readonly { id: DeskPreset; label: string; shortcut: string; icon: ReactNode }[] = [
  { id: 'front-back', label: 'Front and back', shortcut: 'shift+b', icon: <IconId size={16} /> },
  { id: 'document-face', label: 'Document and face', shortcut: 'shift+f', icon: <IconUserScan size={16} /> },
  {
    id: 'data-document',
    label: 'Data and document',
    shortcut: 'shift+d',
    icon: <IconListDetails size={16} />,
  },
  { id: 'one-large', label: 'One large', shortcut: 'shift+o', icon: <IconMaximize size={16} /> },
];

const parts: readonly { id: DeskPart; label: string; shortcut: string; icon: ReactNode }[] = [
  { id: 'data', label: 'findings and data', shortcut: 'shift+q', icon: <IconLayoutSidebar size={16} /> },
  { id: 'right', label: 'right picture', shortcut: 'shift+p', icon: <IconLayoutSidebarRight size={16} /> },
  { id: 'strip', label: 'strip of files', shortcut: 'shift+s', icon: <IconLayoutBottombar size={16} /> },
];

interface DeskBarProps {
  store: StoreApi<DeskState>;
  /** Called when a preset was chosen, to show its files. */
  onPreset(preset: DeskPreset): void;
}

/** Chooses the arrangement and folds parts. */
export function DeskBar({ store, onPreset }: DeskBarProps) {
  const { arrangement, preset, toggle, isRightShown, unfoldRight, ask, settle } = useStore(store);
  return (
    <Group gap={2} role="toolbar" aria-label="Arrangement">
      {presets.map(({ id, label, shortcut, icon }) => (
        <Tool
          key={id}
          id={`desk.${id}`}
          label={label}
          shortcut={shortcut}
          icon={icon}
          isOn={preset === id}
          hasState
          onClick={() => onPreset(id)}
        />
      ))}
      <ToolDivider />
      {parts.map(({ id, label, shortcut, icon }) => {
        // The right picture may be wanted and not fit: it is then shown in place of the data.
        const hasNoRoom = id === 'right' && !isRightShown;
        const isFolded = hasNoRoom || arrangement.folded.includes(id);
        const showRight = () => {
          unfoldRight();
          ask('right');
          settle();
        };
        return (
          <Tool
            key={id}
            id={`desk.fold-${id}`}
            label={`${isFolded ? 'Unfold' : 'Fold'} the ${label}`}
            shortcut={shortcut}
            icon={icon}
            isOn={!isFolded}
            onClick={() => (hasNoRoom ? showRight() : toggle(id))}
          />
        );
      })}
    </Group>
  );
}

interface ToolProps {
  id: string;
  label: string;
  shortcut: string;
  icon: ReactNode;
  isOn: boolean;
  /** True if the label stays the same. */
  hasState?: boolean;
  onClick(): void;
}

function Tool({ id, label, shortcut, icon, isOn, hasState = false, onClick }: ToolProps) {
  useAction({
    id,
    group: 'Arrangement',
    label,
    shortcut,
    keywords: ['desk', 'layout', 'preset', 'pictures'],
    run: onClick,
  });
  return (
    <IconTool
      label={label}
      shortcut={shortcut}
      onClick={onClick}
      data-on={isOn}
      {...(hasState && { 'aria-pressed': isOn })}
    >
      {icon}
    </IconTool>
  );
}
