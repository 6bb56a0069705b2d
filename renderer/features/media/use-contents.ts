import { useEffect, useMemo, useRef } from 'react';
import type { FileMismatch } from '../../../preload/contract/cases.ts';
import type { CheckedFile } from '../../../preload/contract/media.ts';
import { omitUndefined } from '../../../preload/contract/objects.ts';
import type { MediaItem } from '../../../preload/contract/service/metadata.ts';
import { useEnvironmentAction } from '../../environments/use-environment.ts';

/** The facts known from the first bytes of a case's files. */
export interface Contents {
  /** Files that are not what they claim to be, by their ids. */
  mismatches: ReadonlyMap<string, FileMismatch>;
  /** Names and sizes, by the files' ids. */
  files: ReadonlyMap<string, CheckedFile>;
  isChecking: boolean;
  /** True if every file was checked; otherwise others may be wrong too. */
  isComplete: boolean;
  /** True if the check is over, also where it failed. */
  isEnded: boolean;
  /** Reads the first bytes of every file, once for each list. */
  check(media: readonly MediaItem[]): void;
}

export function useContents(conversationId: string): Contents {
  const { run, reset, reports, data, failure, busy } = useEnvironmentAction(
    'media.checkContents',
    { conversationId },
    { latestOnly: true },
  );
  const lastItems = useRef<readonly MediaItem[]>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the check ends when another case or page is shown
  useEffect(() => reset, [conversationId]);
  const facts = useMemo(() => {
    const parts = data ? [...reports, data] : reports;
    return {
      mismatches: new Map(
        parts.flatMap((part) => part.mismatches.map(({ mediaId, ...mismatch }) => [mediaId, mismatch])),
      ),
      files: new Map(parts.flatMap(({ files }) => files.map((file) => [file.mediaId, file]))),
    };
  }, [reports, data]);
  return {
    ...facts,
    isChecking: busy,
    isComplete: data?.isComplete === true,
    isEnded: data !== undefined || (failure !== undefined && failure.code !== 'cancelled'),
    check(media) {
      if (media !== lastItems.current && media.length > 0) {
        lastItems.current = media;
        void run({
          media: media.map(({ id, type, subtype, variant, contentType }) => ({
            mediaId: id,
            ...omitUndefined({ type, subtype, variant, contentType }),
          })),
        });
      }
    },
  };
}
