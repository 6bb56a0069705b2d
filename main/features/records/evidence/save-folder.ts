import type { SaveProgress } from '../../../../preload/contract/application.ts';
import type { FilesResult } from '../../../../preload/contract/evidence.ts';
import { omitUndefined } from '../../../../preload/contract/objects.ts';
import type { MediaItem } from '../../../../preload/contract/service/metadata.ts';
import type { Host } from '../../../bridge/host.ts';
import { cancelledFailure, Failure } from '../../../common/failure.ts';
import { FilesProgress } from './files-progress.ts';
import { eachMedium, type MediaSource } from './media-files.ts';

/**
 * Saves media into a folder that the user chooses: each whole or not at all, and no file is replaced. One that cannot be received is left
 * out and named; those saved before a failure of the disk, or before the user stops, stay.
 *
 * @throws Failure not-supported-here, file-not-written, cancelled
 */
export async function saveIntoFolder(
  host: Pick<Host, 'chooseFolder'>,
  items: readonly Pick<MediaItem, 'id'>[],
  source: MediaSource,
  report: (progress: SaveProgress) => void,
): Promise<FilesResult> {
  if (!host.chooseFolder) {
    throw new Failure({
      code: 'not-supported-here',
      message: 'Folders are written by the page itself on this host.',
    });
  }
  const folder = await host.chooseFolder();
  if (source.signal.aborted) {
    throw cancelledFailure();
  }
  if (!folder) {
    return { result: { kind: 'cancelled' }, missing: [] };
  }
  const progress = new FilesProgress(items.length, report);
  let bytes = 0;
  await eachMedium(items, source, progress, async ({ fileName, ...medium }) => {
    const written = await folder.write(
      fileName,
      { body: medium.body, ...omitUndefined({ bytes: medium.bytes }) },
      { signal: source.signal, progress: () => undefined },
    );
    bytes += written.bytes;
  });
  return { result: { kind: 'saved', path: folder.path, bytes }, missing: [...progress.missing] };
}
