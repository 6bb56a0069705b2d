import type { SaveResult } from '../../../preload/contract/application.ts';
import { download } from '../../ui/download.ts';
import { useAnnounce } from '../../ui/services.tsx';

/** Starts the download of a saved file where the host needs one, and announces the result with a note such as “, without secrets”. */
export function useSaved(note = ''): (result: SaveResult | undefined) => void {
  const announce = useAnnounce();
  return (result) => {
    if (result?.kind === 'saved') {
      announce(`Saved as ${result.path}${note}`);
    } else if (result?.kind === 'download') {
      download(result.address, result.fileName);
      announce(`Download started: ${result.fileName}${note}`);
    }
  };
}
