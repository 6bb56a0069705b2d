import type { MediaList } from '../../../preload/contract/media.ts';
import { JsonTree } from '../../ui/json-tree.tsx';
import { ReadingNotesView } from '../../ui/reading-notes.tsx';
import classes from './media.module.css';

/** Shows the other content of the metadata reply: parts that were not understood, entries without a usable id, unknown members. */
export function MediaListNotes({ list: { withoutId, others, notes } }: { list: MediaList }) {
  return (
    <div className={classes.notes}>
      <ReadingNotesView notes={notes} />
      {withoutId.length > 0 && (
        <section>
          <h2 className={classes.group}>
            {withoutId.length === 1 ? '1 entry' : `${withoutId.length} entries`} without a usable id
          </h2>
          <p className={classes.flags}>
            The id is empty or longer than 512 characters, so the file cannot be fetched.
          </p>
          <div className={classes.flags}>
            <JsonTree value={withoutId} path="media without id" open={0} />
          </div>
        </section>
      )}
      {Object.keys(others).length > 0 && (
        <section>
          <h2 className={classes.group}>Other members of the reply</h2>
          <div className={classes.flags}>
            <JsonTree value={others} path="metadata" />
          </div>
        </section>
      )}
    </div>
  );
}
