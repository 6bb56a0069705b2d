import { Button, Text } from '@mantine/core';
import { clearCopiesAfter } from '../../../ui/clipboard.ts';
import { OutsideText } from '../../../ui/outside-text.tsx';
import { useUiServices } from '../../../ui/services.tsx';
import type { RawTools } from './raw-tools.ts';
import classes from './raw-view.module.css';

/** Shows the path of the current line, to be copied, and its value. */
export function PathBar({ place }: Pick<RawTools, 'place'>) {
  const { clipboard, announce } = useUiServices();
  const copyPath = async () => {
    await clipboard.copy(place?.path ?? '').then(
      () => announce('Path copied'),
      () => announce('Not copied: clipboard access was denied'),
    );
  };
  const copyValue = async () => {
    await clipboard.copy(place?.value ?? '', { clearAfterMs: clearCopiesAfter }).then(
      () => announce('Value copied. The clipboard is cleared in 60 seconds'),
      () => announce('Not copied: clipboard access was denied'),
    );
  };
  return (
    <div className={classes.path}>
      <Text component="code" flex="1" miw={0} truncate ff="monospace" fz={12} title={place?.path}>
        {place ? <OutsideText text={place.path} max={400} /> : ' '}
      </Text>
      <Button size="compact-sm" disabled={!place} onClick={() => void copyPath()}>
        Copy path
      </Button>
      <Button
        size="compact-sm"
        disabled={!place || place.isCut}
        title={place?.isCut ? 'Longer than 1,000,000 characters' : undefined}
        onClick={() => void copyValue()}
      >
        Copy value
      </Button>
    </div>
  );
}
