import { Button } from '@mantine/core';
import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { useAction } from '../../actions/use-action.ts';
import { useRevealAll } from '../../ui/masked.tsx';

const shortcut = 'mod+shift+s';

/** Shows or masks everything of the case: its data, its pictures and its raw reply. */
export function RevealCase() {
  const { all, toggle } = useRevealAll();
  const label = all ? 'Mask personal data' : 'Show personal data';
  useAction({ id: 'conversation.reveal', group: 'Conversation', label, shortcut, run: toggle });
  return (
    <Button
      size="compact-sm"
      aria-pressed={all}
      title="Data, pictures and raw reply (Ctrl Shift S)"
      leftSection={all ? <IconEyeOff size={14} aria-hidden /> : <IconEye size={14} aria-hidden />}
      onClick={toggle}
    >
      {label}
    </Button>
  );
}
