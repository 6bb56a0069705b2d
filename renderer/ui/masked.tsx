import { VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { maskShape, spokenShape } from '../../preload/wording/mask-shape.ts';
import { clearCopiesAfter } from './clipboard.ts';
import { CopyButton } from './copyable.tsx';
import layout from './layout.module.css';
import { isShown } from './mask-store.ts';
import classes from './masked.module.css';
import { OutsideText } from './outside-text.tsx';
import { useMask } from './services.tsx';

/** Returns whether personal data is shown, for things other than text, such as a photograph. */
export function useShown(): boolean {
  return useMask(isShown);
}

interface MaskedProps {
  value: string;
  /** The name of the value, for the button that copies it. */
  label: string;
  /** The content while personal data is shown, if not the value itself. */
  children?: ReactNode;
  /** True if it can be copied while shown. */
  copy?: boolean;
  /** Shows the shape of the value while it is masked, such as J••• or •••345. */
  shape?: boolean;
}

/** Shows a value, masked unless personal data is shown. The mask does not reveal its length, and the value is not in the page. */
export function Masked({ value, label, children, copy = true, shape = false }: MaskedProps) {
  if (!useShown()) {
    return (
      <span className={layout.quiet}>
        {shape ? (
          <MaskShape shape={maskShape(value)} />
        ) : (
          <>
            <span aria-hidden>••••••</span>
            <VisuallyHidden component="span">masked</VisuallyHidden>
          </>
        )}
      </span>
    );
  }
  return (
    <span className={classes.root}>
      <span className={classes.value} data-personal>
        {children ?? <OutsideText text={value} max={2000} />}
      </span>
      {copy && (
        <span className={classes.copy}>
          <CopyButton value={value} label={label} clearAfterMs={clearCopiesAfter} />
        </span>
      )}
    </span>
  );
}

/** Shows the shape of a masked value, in words for screen readers. */
export function MaskShape({ shape }: { shape: string }) {
  return (
    <>
      <span aria-hidden>
        <OutsideText text={shape} max={120} />
      </span>
      <VisuallyHidden component="span">{spokenShape(shape)}</VisuallyHidden>
    </>
  );
}
