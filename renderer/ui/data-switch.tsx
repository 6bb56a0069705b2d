import { Button, type ButtonProps, Text } from '@mantine/core';
import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { counted } from '../../preload/wording/terms.ts';
import { switchData } from './mask-all.ts';
import { isShown, maskAfter } from './mask-store.ts';
import { refusalText, usePolicy, useRefusal } from './policy.tsx';
import { useMask, useUiServices } from './services.tsx';
import { keyShortcuts } from './shortcut-hint.tsx';
import { useNow } from './time.tsx';

const showLabel = 'Show personal data';
export const dataSwitchShortcut = 'mod+shift+s';

/** Shows the switch for personal data, and while it is shown the time until it is masked without use. */
export function DataSwitch() {
  const services = useUiServices();
  const isOn = useMask(isShown);
  const policy = usePolicy();
  const refusal = useRefusal('show');
  const label = isOn ? 'Mask personal data' : showLabel;
  return (
    <Button
      size="compact-sm"
      flex="none"
      disabled={refusal !== undefined}
      title={
        refusal !== undefined
          ? refusalText(refusal)
          : isOn
            ? `Masked after ${counted(policy?.maskAfterMinutes ?? 10, 'minute')} without use`
            : 'In the whole console'
      }
      aria-label={isOn ? `Data shown. ${label}` : label}
      {...keyShortcuts(dataSwitchShortcut)}
      leftSection={isOn ? <IconEyeOff size={14} aria-hidden /> : <IconEye size={14} aria-hidden />}
      onClick={() => switchData(services)}
    >
      {isOn ? <TimeLeft /> : label}
    </Button>
  );
}

/** Offers the switch where something is masked as a whole. */
export function ShowData({ onShown, ...rest }: ButtonProps & { onShown?(): void }) {
  const services = useUiServices();
  const refusal = useRefusal('show');
  return (
    <Button
      leftSection={<IconEye size={14} aria-hidden />}
      {...rest}
      disabled={refusal !== undefined}
      title={refusal && refusalText(refusal)}
      onClick={() => {
        switchData(services);
        onShown?.();
      }}
    >
      {showLabel}
    </Button>
  );
}

/** Shows the minutes and seconds until personal data is masked. */
function TimeLeft() {
  const until = useMask(({ shownUntil }) => shownUntil) ?? 0;
  const now = useNow(1000);
  // Between two ticks a use of the window has moved the end.
  const seconds = Math.ceil(Math.min(Math.max(until - now, 0), maskAfter) / 1000);
  return (
    <>
      Data shown
      <Text span inherit display="inline-block" ml={4} miw="2.5em" ta="right">
        {Math.floor(seconds / 60)}:{String(seconds % 60).padStart(2, '0')}
      </Text>
    </>
  );
}
