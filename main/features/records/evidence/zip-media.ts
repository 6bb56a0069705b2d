import type { MissingFile } from '../../../../preload/contract/application.ts';
import type { MediaItem } from '../../../../preload/contract/service/metadata.ts';
import { mediaTitle } from '../../../../preload/wording/media.ts';
import { Failure } from '../../../common/failure.ts';
import { MediaSpool } from '../../media/spool/media-spool.ts';
import type { SpoolDirectory } from '../../media/spool/spool-directory.ts';
import type { FilesProgress } from './files-progress.ts';
import { eachMedium, type MediaSource } from './media-files.ts';
import type { ZipWriter } from './zip-writer.ts';

/** The name of the list of files that are not in a ZIP. */
const missingName = 'MISSING.txt';

export interface ZipMedia extends MediaSource {
  spools: Pick<SpoolDirectory, 'create'>;
  progress: FilesProgress;
  /** Returns the entries of the metadata, asked for only where a file is left out: its title says more than its id. */
  titles(): Promise<readonly MediaItem[]>;
}

/**
 * Adds media to a ZIP. What is written to a ZIP cannot be taken back, so each file is received into a sealed temporary file first, and
 * added only if it is whole. Those left out are listed in a text file of the ZIP.
 *
 * @param folders of the files and of that list; they end with a slash
 */
export async function addMedia(
  zip: ZipWriter,
  folders: { files: string; missing: string },
  items: readonly Pick<MediaItem, 'id'>[],
  { spools, progress, titles, ...source }: ZipMedia,
): Promise<void> {
  await eachMedium(items, source, progress, async ({ id, fileName, body, bytes }) => {
    const spool = await receivedWhole(body, bytes, spools, source.signal);
    try {
      const whole = await spool.part(undefined, source.signal);
      if (whole) {
        await zip.addStream(`${folders.files}${fileName}`, whole.body, id);
      }
    } finally {
      await spool.close();
    }
  });
  if (progress.missing.length > 0) {
    zip.addText(`${folders.missing}${missingName}`, missingText(progress.missing, await titles()));
  }
}

/** @throws Failure limit-exceeded, what broke off the body, or the signal's reason */
async function receivedWhole(
  body: ConstructorParameters<typeof MediaSpool>[0]['body'],
  bytes: number | undefined,
  spools: Pick<SpoolDirectory, 'create'>,
  signal: AbortSignal,
): Promise<MediaSpool> {
  const spool = new MediaSpool(
    { body, bytes },
    await spools.create(),
    () => undefined,
    () => undefined,
  );
  try {
    await spool.whole(signal);
    return spool;
  } catch (error) {
    await spool.close();
    throw error instanceof Failure && error.code === 'limit-exceeded' ? tooLarge() : error;
  }
}

function tooLarge(): Failure {
  return new Failure({
    code: 'limit-exceeded',
    message: 'It is too large to be put into a ZIP. Save it on its own or into a folder.',
  });
}

function missingText(missing: readonly MissingFile[], items: readonly MediaItem[]): string {
  const lines = missing.map(({ mediaId, reason }) => {
    const item = items.find(({ id }) => id === mediaId);
    const title = item === undefined ? '' : `${mediaTitle(item)}, `;
    return `${title}id ${mediaId}: ${reason}\r\n`;
  });
  return `These files are not in this ZIP, because they could not be received completely:\r\n\r\n${lines.join('')}`;
}
