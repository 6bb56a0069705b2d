import { Failure } from '../../common/failure.ts';
import type { CaseEntry } from './entries.ts';
import { type IndexConnection, maintenanceMs } from './index/index-connection.ts';
import type { Act } from './index/opened-index.ts';
import type { Selection } from './index/results.ts';

/** Cases changed per request, so that requests of the window are answered in between. */
const atOnce = 500;
/** The most entries of one action; more would be a mistake. */
const maxEntries = 1_000_000;

/** The number of cases changed, and of named cases that are not in the list. */
export interface Affected {
  affected: number;
  unknown?: number;
}

export interface ActionProgress {
  done: number;
  total: number;
}

export interface ActionsDeps {
  index: IndexConnection;
  act(): Act;
  /** Called when cases of an environment changed. */
  changed(environmentId: string): void;
  /** @throws Failure if one of the cases must not be forgotten yet */
  checkForget(environmentId: string, conversationIds: readonly string[]): void | Promise<void>;
  onForgotten(environmentId: string, conversationIds: readonly string[]): void;
}

/** Actions on many cases, in steps. Each step is on disk before the next begins. */
export class CaseActions {
  readonly #parts: ActionsDeps;

  constructor(parts: ActionsDeps) {
    this.#parts = parts;
  }

  /**
   * Writes an entry about each selected case to the journal and applies it.
   * @throws Failure invalid-input if none of the named cases is in the list, limit-exceeded, result-expired
   */
  async act(
    environmentId: string,
    selection: Selection,
    entries: readonly CaseEntry[],
    progress?: (progress: ActionProgress) => void,
  ): Promise<Affected> {
    const { index } = this.#parts;
    const ids = await index.request('selected', { environmentId, selection });
    checkKnown(selection, ids);
    if (ids.length * entries.length > maxEntries) {
      throw new Failure({
        code: 'limit-exceeded',
        message: 'These are too many changes at once. Nothing was changed.',
        hint: 'Change fewer cases, or fewer labels, at a time.',
      });
    }
    let affected = 0;
    await this.#inSteps(ids, progress, async (some) => {
      const input = { environmentId, selection: { ids: some }, entries, ...this.#parts.act() };
      affected += await index.request('act', input, { timeoutMs: maintenanceMs });
      this.#parts.changed(environmentId);
    });
    return { affected, ...unknownOf(selection, ids) };
  }

  /**
   * Deletes every trace of the cases from this console.
   * @throws Failure not-supported-here if the list on disk cannot be opened, since it would still contain them; as `checkForget`
   */
  async forget(
    environmentId: string,
    selection: Selection,
    progress?: (progress: ActionProgress) => void,
  ): Promise<Affected> {
    const { index, checkForget, onForgotten } = this.#parts;
    const known = await index.request('selected', { environmentId, selection });
    // The journal may contain cases that are not in the list.
    const ids = 'ids' in selection ? [...new Set(selection.ids)] : known;
    await checkForget(environmentId, ids);
    if (index.isSealed) {
      throw new Failure({
        code: 'not-supported-here',
        message: 'Nothing was forgotten: the list on disk is encrypted, and its key cannot be read now.',
        hint: 'Unlock the keychain, or turn off “for this session only” in Settings, and try again.',
      });
    }
    let affected = 0;
    await this.#inSteps(ids, progress, async (some, hasMore) => {
      const input = { environmentId, selection: { ids: some }, hasMore, ...this.#parts.act() };
      affected += await index.request('forget', input, { timeoutMs: maintenanceMs });
      onForgotten(environmentId, some);
      this.#parts.changed(environmentId);
    });
    return { affected, ...unknownOf(selection, known) };
  }

  async #inSteps(
    ids: readonly string[],
    progress: ((progress: ActionProgress) => void) | undefined,
    step: (some: string[], hasMore: boolean) => Promise<void>,
  ): Promise<void> {
    for (let from = 0; from < ids.length; from += atOnce) {
      const to = Math.min(ids.length, from + atOnce);
      await step(ids.slice(from, to), to < ids.length);
      if (ids.length > atOnce) {
        progress?.({ done: to, total: ids.length });
      }
    }
  }
}

function checkKnown(selection: Selection, known: readonly string[]): void {
  if ('ids' in selection && known.length === 0) {
    throw new Failure({
      code: 'invalid-input',
      message:
        new Set(selection.ids).size === 1
          ? 'This case is not in the list: it was removed meanwhile, or never opened. Nothing was changed.'
          : 'None of these cases is in the list. Nothing was changed.',
    });
  }
}

function unknownOf(selection: Selection, known: readonly string[]): { unknown?: number } {
  const unknown = 'ids' in selection ? new Set(selection.ids).size - known.length : 0;
  return unknown > 0 ? { unknown } : {};
}
