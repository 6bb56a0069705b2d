import { useEffect, useState } from 'react';

/** Screen pixels per page pixel; updated when the window is zoomed or moved to another screen. */
export function useDevicePixelRatio(): number {
  const [density, setDensity] = useState(() => window.devicePixelRatio || 1);
  useEffect(() => {
    const query = matchMedia(`(resolution: ${density}dppx)`);
    const hear = () => setDensity(window.devicePixelRatio || 1);
    query.addEventListener('change', hear);
    return () => query.removeEventListener('change', hear);
  }, [density]);
  return density;
}
