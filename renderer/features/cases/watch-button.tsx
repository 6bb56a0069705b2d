import { Button } from '@mantine/core';
import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { useAction } from '../../actions/use-action.ts';
import { withShortcut } from '../../ui/shortcut-hint.tsx';

interface WatchButtonProps {
  watched: boolean;
  busy: boolean;
  onWatch(watched: boolean): void;
}

/** Starts or stops watching a case until it is final. */
export function WatchButton({ watched, busy, onWatch }: WatchButtonProps) {
  const Icon = watched ? IconEyeOff : IconEye;
  // Not disabled meanwhile, since a disabled control loses the focus.
  const toggle = () => {
    if (!busy) {
      onWatch(!watched);
    }
  };
  useAction({
    id: 'case.watch',
    group: 'Conversation',
    label: watched ? 'Stop watching' : 'Watch until final',
    shortcut: 'w',
    keywords: ['poll', 'notify', 'follow'],
    run: toggle,
  });
  return (
    <Button
      size="compact-sm"
      leftSection={<Icon size={14} aria-hidden />}
      {...withShortcut('w')}
      title={
        watched ? 'It is read again until it is final' : 'Read it again until it is final, then notify me'
      }
      onClick={toggle}
    >
      {watched ? 'Stop watching' : 'Watch'}
    </Button>
  );
}
