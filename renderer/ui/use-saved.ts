import type { SaveResult } from '../../preload/contract/application.ts';
import { savedText, startDownload } from './download.ts';
import { useAnnounce } from './services.tsx';

/** Starts the download of a saved file where the host needs one, and announces the result with a note such as “, without secrets”. */
export function useSaved(note = ''): (result: SaveResult | undefined) => void {
  const announce = useAnnounce();
  return (result) => {
    const text = savedText(startDownload(result));
    if (text !== undefined) {
      announce(`${text}${note}`);
    }
  };
}
