import { useCallback, useEffect, useState } from 'react';
import { omitUndefined } from '../../preload/contract/objects.ts';
import { useUiServices } from './services.tsx';

/** Milliseconds for which a control shows that it copied. */
const shownFor = 1600;

interface CopyOptions {
  /** Announced once it is copied. */
  said?: string;
  /** The milliseconds after which it is removed from the clipboard: for personal data. */
  clearAfterMs?: number | undefined;
}

/** Returns what copies a text and says so, and for a moment the result. `copy` resolves to whether it was copied, and stays the same function. */
export function useCopy() {
  const { clipboard, announce } = useUiServices();
  const [result, setResult] = useState<'copied' | 'refused'>();
  useEffect(() => {
    const timer = result && setTimeout(() => setResult(undefined), shownFor);
    return () => clearTimeout(timer);
  }, [result]);
  const copy = useCallback(
    async (text: string, { said, clearAfterMs }: CopyOptions = {}): Promise<boolean> => {
      const cleared =
        clearAfterMs === undefined ? '' : `. The clipboard is cleared in ${clearAfterMs / 1000} seconds`;
      const isCopied = await clipboard.copy(text, omitUndefined({ clearAfterMs })).then(
        () => true,
        () => false,
      );
      setResult(isCopied ? 'copied' : 'refused');
      announce(isCopied ? (said ?? `Copied${cleared}`) : 'Not copied: clipboard access was denied');
      return isCopied;
    },
    [clipboard, announce],
  );
  return { copy, result };
}
