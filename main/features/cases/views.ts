import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { type CaseView, caseView } from '../../../preload/contract/cases.ts';
import type { ParsedInput } from '../../../preload/contract/operations.ts';
import { Failure } from '../../common/failure.ts';
import { prepareAll } from '../../store/prepare-all.ts';
import type { Sealer } from '../../store/sealing.ts';

const viewContent = caseView.omit({ id: true });

/** More would not fit into a frame, and each view is counted whenever the list changes. */
const maxViews = 50;

/** Binds a view's sealed content to its id. The name and the search text of a view may identify a person. */
function viewPlace(environmentId: string, id: string) {
  return { table: 'view', column: 'content', environmentId, row: id };
}

/** The saved views, in order. */
export class Views {
  readonly #sealer: Sealer;
  readonly #sql;

  constructor(database: DatabaseSync, sealer: Sealer) {
    this.#sealer = sealer;
    this.#sql = prepareAll(database, {
      list: 'SELECT id, content FROM view WHERE environment_id = ? ORDER BY position, id',
      put: `INSERT INTO view (id, environment_id, position, content) VALUES (?, ?, ${maxViews}, ?)
       ON CONFLICT DO UPDATE SET content = excluded.content`,
      move: 'UPDATE view SET position = ? WHERE id = ? AND environment_id = ?',
      drop: 'DELETE FROM view WHERE id = ? AND environment_id = ?',
    });
  }

  list(environmentId: string): CaseView[] {
    return this.#sql.list.all(environmentId).map(({ id, content }) => {
      const text = this.#sealer.openText(content as Uint8Array, viewPlace(environmentId, String(id)));
      return { id: String(id), ...viewContent.parse(JSON.parse(text)) };
    });
  }

  /**
   * Adds a view (without an id) or changes it, and moves it before the one named.
   * @throws Failure limit-exceeded if there are too many, invalid-input for an unknown id
   */
  save({ environmentId, view: { id: viewId, ...content }, before }: ParsedInput<'cases.saveView'>): void {
    const ids = this.list(environmentId).map((view) => view.id);
    if (viewId !== undefined && !ids.includes(viewId)) {
      throw new Failure({ code: 'invalid-input', message: 'This view was deleted meanwhile.' });
    }
    if (viewId === undefined && ids.length >= maxViews) {
      throw new Failure({
        code: 'limit-exceeded',
        message: `There are ${maxViews} views already.`,
        hint: 'Delete one that is no longer used.',
      });
    }
    const id = viewId ?? randomUUID();
    const sealedView = this.#sealer.seal(JSON.stringify(content), viewPlace(environmentId, id));
    this.#sql.put.run(id, environmentId, sealedView);
    const others = ids.filter((one) => one !== id);
    const at =
      before === undefined
        ? viewId === undefined
          ? others.length
          : ids.indexOf(id)
        : others.indexOf(before);
    others.splice(at < 0 ? others.length : at, 0, id);
    others.forEach((one, position) => {
      this.#sql.move.run(position, one, environmentId);
    });
  }

  delete({ environmentId, viewId }: { environmentId: string; viewId: string }): void {
    this.#sql.drop.run(viewId, environmentId);
  }
}
