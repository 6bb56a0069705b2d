import { VisuallyHidden } from '@mantine/core';
import { useEffect, useState } from 'react';
import { type StoreApi, useStore } from 'zustand';
import type { AnnouncementState } from './announcements.ts';

/** An odd number, so that a text differs from the last one, and from the one before it in its place. */
const places = [0, 1, 2, 3, 4];
/** Milliseconds for which a text is in the page: a screen reader that is behind drops what is gone when it comes to it. */
const remains = 5000;

/**
 * Shows the one polite live region of the window: each text in a place of its own, so that it is read alone, and again when it is repeated. Every
 * other one ends with a space, since Orca drops a text that equals the last, and nothing changes where a place has the text already.
 */
export function LiveRegion({ store }: { store: StoreApi<AnnouncementState> }) {
  return (
    <VisuallyHidden>
      <div role="status" aria-live="polite" aria-atomic={false}>
        {places.map((place) => (
          <Place key={place} store={store} place={place} />
        ))}
      </div>
    </VisuallyHidden>
  );
}

function Place({ store, place }: { store: StoreApi<AnnouncementState>; place: number }) {
  /** The text with its number, by which it differs from an equal one before. */
  const own = useStore(store, ({ text, count }) =>
    count % places.length === place ? `${count} ${text}` : '',
  );
  const [content, setShown] = useState('');
  useEffect(() => {
    if (own !== '') {
      setShown(own);
    }
  }, [own]);
  useEffect(() => {
    if (content === '') {
      return;
    }
    const timer = setTimeout(() => setShown(''), remains);
    return () => clearTimeout(timer);
  }, [content]);
  const text = content.slice(content.indexOf(' ') + 1);
  const isOdd = Number.parseInt(content, 10) % 2 === 1;
  return <p>{isOdd ? `${text}\u00a0` : text}</p>;
}
