import { Flex } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { omitUndefined } from '../../preload/contract/objects.ts';
import { visibleText } from '../../preload/contract/service/visible-text.ts';
import iconButton from './icon-button.module.css';
import { Identifier } from './outside-text.tsx';
import { useCopy } from './use-copy.ts';

interface CopyButtonProps {
  value: string;
  /** The name of the value, for the button: "Copy request id". */
  label: string;
  /** The milliseconds after which it is removed from the clipboard: for personal data. */
  clearAfterMs?: number;
}

export function CopyButton({ value, label, clearAfterMs }: CopyButtonProps) {
  const { copy, result } = useCopy();
  const name = `Copy ${visibleText(label, 120)}`;
  const title = result === 'copied' ? 'Copied' : result === 'refused' ? 'Clipboard access denied' : name;
  // A plain button: a case has hundreds of them, and a library tooltip for each costs more than the rest of the case.
  return (
    <button
      type="button"
      aria-label={name}
      onClick={() => void copy(value, { clearAfterMs })}
      className={iconButton.button}
    >
      <span title={title} className={iconButton.face}>
        {result === 'copied' ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />}
      </span>
    </button>
  );
}

/** Shows an id or code: monospaced, whole, ready to copy. */
export function Copyable({ value, label, clearAfterMs }: CopyButtonProps) {
  return (
    <Flex component="span" display="inline-flex" align="center" gap={4} maw="100%">
      <Identifier text={value} />
      <CopyButton value={value} label={label} {...omitUndefined({ clearAfterMs })} />
    </Flex>
  );
}
