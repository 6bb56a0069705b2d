import { Button } from '@mantine/core';
import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { createContext, type ReactNode, useContext, useEffect, useId, useRef } from 'react';
import { visibleText } from '../../preload/contract/service/visible-text.ts';
import { maskShape, spokenShape } from '../../preload/wording/mask-shape.ts';
import { clearCopiesAfter } from './clipboard.ts';
import { CopyButton } from './copyable.tsx';
import iconButton from './icon-button.module.css';
import { isAllRevealed, isRevealed } from './mask-store.ts';
import classes from './masked.module.css';
import { OutsideText } from './outside-text.tsx';
import { useMask, useUiServices } from './services.tsx';
import { withShortcut } from './shortcut-hint.tsx';

/** In the names of buttons, in characters. */
const maxLabel = 120;

const Scope = createContext('window');

/** The scope of one case: "show all" reveals only its data, and leaving it masks everything again. */
export function MaskScope({ scope, children }: { scope: string; children: ReactNode }) {
  const { mask } = useUiServices();
  useEffect(() => () => mask.getState().hideAll(scope), [mask, scope]);
  return <Scope.Provider value={scope}>{children}</Scope.Provider>;
}

/** Returns whether one field of the scope is shown, for things other than text, such as a photograph. */
export function useRevealed(field: string) {
  const scope = useContext(Scope);
  const { mask } = useUiServices();
  const revealed = useMask((state) => isRevealed(state, scope, field));
  const all = useMask((state) => isAllRevealed(state, scope));
  return {
    revealed,
    /** True if all of the scope is shown: one field alone cannot be hidden then. */
    all,
    reveal: () => mask.getState().reveal(scope, field),
    hide: () => mask.getState().hide(scope, field),
  };
}

interface MaskedProps {
  value: string;
  /** The field's path, unique in its scope. */
  field: string;
  /** The name of the value, for the buttons: "Show first name". */
  label: string;
  /** The content shown when revealed, if not the value itself. */
  children?: ReactNode;
  /** True if it can be copied when revealed. */
  copy?: boolean;
  /** Shows the shape of the value while it is masked, such as J••• or •••345. */
  shape?: boolean;
}

/** Shows a value that is masked until requested. The mask does not reveal its length, and the value is not in the page. */
export function Masked({ value, field, label: given, children, copy = true, shape = false }: MaskedProps) {
  const label = visibleText(given, maxLabel);
  const { revealed, all, reveal, hide } = useRevealed(field);
  // The pressed button is replaced by its opposite, which takes the focus and is described by the value.
  const shownId = useId();
  const pressed = useRef(false);
  const takeFocus = (button: HTMLButtonElement | null) => {
    if (!button || !pressed.current) {
      return;
    }
    pressed.current = false;
    button.focus();
  };
  const press = (act: () => void) => () => {
    pressed.current = true;
    act();
  };
  if (!revealed) {
    return (
      <span className={classes.root}>
        <button
          ref={takeFocus}
          type="button"
          className={classes.mask}
          onClick={press(reveal)}
          aria-label={`Show ${label}`}
          aria-description={shape ? spokenShape(maskShape(value)) : 'masked'}
        >
          <span aria-hidden className={classes.dots}>
            {shape ? <OutsideText text={maskShape(value)} /> : '••••••'}
          </span>
          <IconEye size={14} aria-hidden className={classes.eye} />
        </button>
      </span>
    );
  }
  return (
    <span className={classes.root}>
      <span className={classes.value} id={shownId} data-personal>
        {children ?? <OutsideText text={value} max={2000} />}
      </span>
      {!all && (
        <button
          ref={takeFocus}
          type="button"
          className={iconButton.button}
          onClick={press(hide)}
          aria-label={`Mask ${label}`}
          aria-describedby={shownId}
        >
          <IconEyeOff size={14} aria-hidden />
        </button>
      )}
      {copy && (
        <span className={classes.copy}>
          <CopyButton value={value} label={label} clearAfterMs={clearCopiesAfter} />
        </span>
      )}
    </span>
  );
}

/** Shows or hides everything in the scope, and whether all of it is shown. */
export function useRevealAll(label = 'personal data'): { all: boolean; toggle(): void } {
  const scope = useContext(Scope);
  const { mask, announce } = useUiServices();
  const all = useMask((state) => isAllRevealed(state, scope));
  return {
    all,
    toggle() {
      if (all) {
        mask.getState().hideAll(scope);
      } else {
        mask.getState().revealAll(scope);
      }
      announce(all ? `Masked: ${label}` : `Shown: ${label}`);
    },
  };
}

/** Shows the button that reveals all. */
export function RevealAll({ label = 'personal data', shortcut }: { label?: string; shortcut?: string }) {
  const { all, toggle } = useRevealAll(label);
  return (
    <Button
      leftSection={all ? <IconEyeOff size={14} /> : <IconEye size={14} />}
      {...(shortcut !== undefined && withShortcut(shortcut))}
      onClick={toggle}
    >
      {all ? `Mask ${label}` : `Show ${label}`}
    </Button>
  );
}
