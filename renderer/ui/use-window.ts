import { useState } from 'react';

/**
 * Returns the part of a long list to ask for, which follows what is in view.
 *
 * @param size rows asked for at once, of which half are in view at most
 */
export function useWindow(size = 400) {
  const [from, setFrom] = useState(0);
  return {
    page: { from, count: size },
    onView(first: number, count: number) {
      if (first < from || first + count > from + size) {
        setFrom(Math.max(0, Math.floor((first - size / 4) / (size / 2)) * (size / 2)));
      }
    },
    reset: () => setFrom(0),
  };
}
