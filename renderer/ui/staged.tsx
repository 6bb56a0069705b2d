import { Children, createContext, type ReactNode, useContext, useEffect, useState } from 'react';

const Large = createContext(false);

/** Says that what is inside may be a lot: its parts then come one after the other, a frame each, and not all at once. */
export function LargeContent({ large, children }: { large: boolean; children: ReactNode }) {
  return <Large.Provider value={large}>{children}</Large.Provider>;
}

/** Parts that come one after the other where the content is large, so that no frame has to make all of them. */
export function Staged({ children }: { children: ReactNode }) {
  const large = useContext(Large);
  const parts = Children.toArray(children);
  const [count, setCount] = useState(1);
  const isWhole = !large || count >= parts.length;
  useEffect(() => {
    if (isWhole) return;
    // A task of its own after the frame, so that input and painting come in between.
    const frame = requestAnimationFrame(() => setTimeout(() => setCount(count + 1)));
    return () => cancelAnimationFrame(frame);
  }, [count, isWhole]);
  return large ? parts.slice(0, count) : parts;
}
