import type { PreviewRow } from '../../../preload/contract/deletion-runs.ts';
import type { EarlyDeletions as EarlyCounts } from '../../../preload/contract/due.ts';
import type { EntryDetails, NewEntry } from '../../../preload/contract/new-entry.ts';
import { omitUndefined } from '../../../preload/contract/objects.ts';
import { earlyText } from '../../../preload/wording/due.ts';
import { Failure } from '../../common/failure.ts';
import type { NewItem, StoredItem } from './runs/store/records.ts';

/** The conversations on hold, before the end of their period, and with a period of unknown start. */
type Early = Record<keyof EarlyCounts, readonly string[]>;

/** A conversation, with its status as it was last read. */
interface Read {
  conversationId: string;
  status: string | undefined;
}

export interface EarlyDeletionsDeps {
  find(environmentId: string, conversations: readonly Read[]): Promise<Early>;
  /** Enters the reasons in the journal. */
  append(entries: readonly NewEntry[]): Promise<void>;
}

/** Entries per request, so that others are answered in between. */
const enteredAtOnce = 500;

/** Asks for a reason before data is deleted that is kept on purpose or must still be kept. */
export class EarlyDeletions {
  readonly #deps: EarlyDeletionsDeps;

  constructor(deps: EarlyDeletionsDeps) {
    this.#deps = deps;
  }

  /** Counts the items whose deletion needs a reason. */
  async count(environmentId: string, items: readonly NewItem[]): Promise<EarlyCounts> {
    const { held, early, unknown } = await this.#deps.find(environmentId, deletedBy(items));
    return { held: held.length, early: early.length, unknown: unknown.length };
  }

  /** Adds to rows of a preview why the deletion of their data needs a reason. */
  async mark(environmentId: string, rows: readonly PreviewRow[]): Promise<PreviewRow[]> {
    const deleted = rows.filter(({ plan }) => plan.includes('DELETE_DATA'));
    const found = await this.#deps.find(
      environmentId,
      deleted.map(({ conversationId, status }) => ({ conversationId, status })),
    );
    const whys = new Map(
      (['unknown', 'early', 'held'] as const).flatMap((why) => found[why].map((id) => [id, why])),
    );
    return rows.map((row) => ({ ...row, ...omitUndefined({ early: whys.get(row.conversationId) }) }));
  }

  /** Enters in the journal that a run was planned. */
  enterPlan(environmentId: string, details: EntryDetails): Promise<void> {
    return this.#deps.append([{ kind: 'deletion-planned', environmentId, details }]);
  }

  /**
   * Enters the reason in the journal of each conversation that needs one, before anything is sent. Returns the items, with which of them have such a reason.
   * @throws Failure confirmation-mismatch if a reason is needed and missing
   */
  async confirm(
    environmentId: string,
    items: readonly NewItem[],
    reason: string | undefined,
  ): Promise<NewItem[]> {
    const { held, early, unknown } = await this.#deps.find(environmentId, deletedBy(items));
    const ids = [...held, ...early, ...unknown];
    if (ids.length > 0 && reason === undefined) {
      throw reasonMissing({ held: held.length, early: early.length, unknown: unknown.length });
    }
    for (let from = 0; from < ids.length; from += enteredAtOnce) {
      await this.#deps.append(
        ids.slice(from, from + enteredAtOnce).map((conversationId) => ({
          kind: 'deleted-early',
          environmentId,
          conversationId,
          details: omitUndefined({ reason }),
        })),
      );
    }
    const isHeld = new Set(held);
    const isEarly = new Set(ids);
    return items.map((item) => {
      const of = (set: ReadonlySet<string>) => (set.has(item.conversationId) ? true : undefined);
      const covered = omitUndefined({ isEarly: of(isEarly), isHeld: of(isHeld) });
      return { ...item, record: { ...item.record, ...covered } };
    });
  }

  /**
   * Returns whether an item has no reason for what needs one by now: its data is kept on purpose, or must still be kept and nothing was sent for it yet.
   */
  async isKept(environmentId: string, item: StoredItem): Promise<boolean> {
    const asked = deletedBy([item]);
    if (asked.length === 0) {
      return false;
    }
    const { held, early, unknown } = await this.#deps.find(environmentId, asked);
    const { isHeld, isEarly } = item.record;
    return held.length > 0
      ? isHeld !== true
      : item.step === 0 && isEarly !== true && early.length + unknown.length > 0;
  }
}

/** Returns the failure of a deletion that needs a reason and has none. */
export function reasonMissing(counts: EarlyCounts): Failure {
  return new Failure({
    code: 'confirmation-mismatch',
    message: `Nothing was sent: this deletion needs a reason. ${earlyText(counts)}`,
    hint: 'Enter why the data is deleted now, or leave these conversations out.',
  });
}

/** Returns the conversations whose data is to be deleted. */
function deletedBy(items: readonly NewItem[]): Read[] {
  return items
    .filter(({ plan }) => plan.includes('DELETE_DATA'))
    .map(({ conversationId, record: { status } }) => ({ conversationId, status }));
}
