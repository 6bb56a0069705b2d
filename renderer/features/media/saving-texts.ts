import type { MissingFile, SaveResult } from '../../../preload/contract/application.ts';
import type { FailureView } from '../../../preload/contract/envelope.ts';
import type { MediaItem } from '../../../preload/contract/service/metadata.ts';
import { counted } from '../../../preload/wording/terms.ts';
import type { SavedText, Saving } from './media-state.ts';
import { titleOf } from './media-titles.ts';

/** @param files the number of saved files of a folder */
export function savedText(
  result: Exclude<SaveResult, { kind: 'cancelled' }>,
  missing: readonly MissingFile[],
  media: readonly MediaItem[],
  files?: number,
): SavedText {
  const where =
    result.kind === 'download'
      ? `Downloaded as ${result.fileName}.`
      : files === undefined
        ? `Saved as ${result.path}.`
        : `${counted(files, 'file')} saved in ${result.path}.`;
  return {
    text: [where, ...missingTexts(missing, media)].join(' '),
    tone: missing.length > 0 ? 'bad' : 'good',
  };
}

/** Returns the text of a failure, or of a save that the user stopped; files saved in a folder before are complete and stay. */
export function failedText(failure: FailureView, files: Saving['files']): SavedText {
  const { code, message, hint } = failure;
  const before =
    files && files.done > 0 ? [`${files.done} of ${files.of} files were saved before and are complete.`] : [];
  return code === 'cancelled'
    ? {
        text: ['Stopped.', ...(before.length > 0 ? before : ['Nothing was saved.'])].join(' '),
        tone: 'neutral',
      }
    : { text: [message, hint, ...before].filter(Boolean).join(' '), tone: 'bad', failure };
}

/** Returns each reason once, with the numbers and titles of its files. */
function missingTexts(missing: readonly MissingFile[], media: readonly MediaItem[]): string[] {
  const byReason = Map.groupBy(missing, ({ reason }) => reason);
  return [...byReason].map(([reason, files]) => {
    const names = files.map(({ mediaId }) => {
      const index = media.findIndex(({ id }) => id === mediaId);
      const item = media[index];
      return item ? `${index + 1} ${titleOf(item)}` : mediaId;
    });
    return `Without ${names.join('; ')}: ${reason}`;
  });
}
