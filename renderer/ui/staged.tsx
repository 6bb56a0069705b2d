import {
  Children,
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useRef,
  useState,
} from 'react';

const Large = createContext(false);

/** Marks content that may be large: only the parts in view are then in the page, and they come one after the other. */
export function LargeContent({ large, children }: { large: boolean; children: ReactNode }) {
  return <Large.Provider value={large}>{children}</Large.Provider>;
}

export function useLargeContent(): boolean {
  return useContext(Large);
}

/** Parts of a view. In a large view each is in the page only while it is in view or near it. */
export function Staged({ children }: { children: ReactNode }) {
  const large = useLargeContent();
  const parts = Children.toArray(children);
  return large ? parts.map((part, index) => <InView key={keyOf(part, index)}>{part}</InView>) : parts;
}

function keyOf(part: ReactNode, index: number): string | number {
  return typeof part === 'object' && part !== null && 'key' in part && part.key !== null ? part.key : index;
}

/** Pixels a part takes before it was measured, and how near the view it is made. */
const estimate = 320;
const near = 240;

function InView({ children }: { children: ReactNode }) {
  const [isShown, setShown] = useState(false);
  const height = useRef(estimate);
  const stop = useRef<() => void>(undefined);
  const watch = useCallback((element: HTMLDivElement | null) => {
    stop.current?.();
    stop.current = undefined;
    if (!element) {
      return;
    }
    let frame = 0;
    const observer = new IntersectionObserver(
      (entries) => {
        const inView = entries.at(-1)?.isIntersecting === true;
        cancelAnimationFrame(frame);
        if (!inView) {
          height.current = element.offsetHeight || height.current;
        }
        // A task of its own for each part: several come into view at once.
        frame = requestAnimationFrame(() => setTimeout(() => setShown(inView)));
      },
      { scrollMargin: `${near}px` } as IntersectionObserverInit,
    );
    observer.observe(element);
    stop.current = () => {
      cancelAnimationFrame(frame);
      observer.disconnect();
    };
  }, []);
  useEffect(() => () => stop.current?.(), []);
  return (
    <div ref={watch} {...(isShown ? {} : { style: { minHeight: height.current } })}>
      {isShown && children}
    </div>
  );
}
