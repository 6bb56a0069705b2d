import type {
  CaseDetails,
  CaseFilter,
  CaseQueryResult,
  CaseRow,
  CaseSort,
  DayStarts,
} from '../../preload/contract/cases.ts';
import type { Conversation } from '../../preload/contract/service/conversation.ts';
import type { SealingKey } from '../store/sealing.ts';
import type { Recorded, RecordedReading } from './case-recorder.ts';

interface InEnvironment {
  environmentId: string;
}
interface Target extends InEnvironment {
  conversationId: string;
}

/** How the index is to be opened. */
export type OpenIndex =
  | { storage: 'memory' }
  | {
      storage: 'disk';
      directory: string;
      /** Names the index in the keychain. */
      indexId: string;
      /** The first seals, all open. */
      keys: [SealingKey, ...SealingKey[]];
      /** Milliseconds since the epoch. */
      at: number;
    };

/** What main asks of the worker that holds the index. */
export interface IndexRequests {
  /** The id of the index kept in a directory; undefined where there is none yet. @throws Failure settings-newer */
  identify(input: { directory: string; at: number }): { indexId: string | undefined };
  /** Opens the index; one in memory is then merged into it. Answers what people should know. @throws Failure settings-newer */
  open(input: OpenIndex): { notices: string[] };
  count(input: InEnvironment): number;
  record(input: RecordedReading): Recorded;
  query(input: InEnvironment & { filter: CaseFilter; sort: CaseSort; dayStarts: DayStarts }): CaseQueryResult;
  /** @throws Failure result-expired */
  rows(input: InEnvironment & { resultId: string; from: number; count: number }): (CaseRow | null)[];
  /** @throws Failure result-expired */
  position(input: Target & { resultId: string }): number | undefined;
  get(input: Target): CaseDetails | undefined;
  reading(input: Target & { readId: number }): { at: number; conversation: Conversation } | undefined;
  /** Closes the file, so that nothing is left beside it. */
  close(input: Record<string, never>): void;
}
