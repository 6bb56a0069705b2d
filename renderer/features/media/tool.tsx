import type { TablerIcon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { omitUndefined } from '../../../preload/contract/objects.ts';
import { useAction } from '../../actions/use-action.ts';
import { IconTool } from '../../ui/icon-tool.tsx';

interface ToolActionProps {
  id: string;
  label: string;
  shortcut: string;
  alias?: string;
  disabled?: boolean;
  /** The shortcut repeats while the key is held. */
  repeats?: boolean;
  onClick(): void;
}

interface ToolProps extends ToolActionProps {
  icon: ReactNode;
  isPressed?: boolean;
  /** Shortcuts act on this well; buttons work in both. */
  isActive: boolean;
}

/** Shows a button in a well's toolbar, with its shortcut in the tooltip, the palette and the list of shortcuts. */
export function Tool(props: ToolProps) {
  const { label, shortcut, icon, isPressed, disabled = false, isActive, onClick } = props;
  return (
    <>
      {isActive && <ToolAction {...props} />}
      <IconTool
        label={label}
        shortcut={shortcut}
        disabled={disabled}
        onClick={onClick}
        aria-pressed={isPressed}
      >
        {icon}
      </IconTool>
    </>
  );
}

/** A tool whose button does what its key does. */
type KeyTool = Omit<ToolProps, 'icon' | 'isActive' | 'onClick'> & { Icon: TablerIcon };

interface ToolsProps extends Pick<ToolProps, 'isActive'> {
  tools: readonly KeyTool[];
  /** The action of each key. */
  keys: Readonly<Record<string, () => void>>;
}

/** Shows tools side by side. */
export function Tools({ tools, keys, isActive }: ToolsProps) {
  return tools.map(({ Icon, ...tool }) => (
    <Tool
      key={tool.id}
      {...tool}
      isActive={isActive}
      onClick={() => keys[tool.shortcut]?.()}
      icon={<Icon size={16} />}
    />
  ));
}

/** Registers the shortcut and command of a tool. Only the active well registers it, so that each shortcut is listed once. */
export function ToolAction(props: ToolActionProps) {
  const { id, label, shortcut, alias, disabled = false, repeats, onClick } = props;
  useAction({
    id: `medium.${id}`,
    group: 'File',
    label,
    shortcut,
    disabled,
    run: onClick,
    ...omitUndefined({ alias, repeats }),
  });
  return null;
}
