import { useMemo } from 'react';
import layout from '../../ui/layout.module.css';
import { useVirtualRows } from '../../ui/virtual-rows.ts';
import { hexRows, runsOf, textRows } from './body-rows.ts';
import text from './body-text.module.css';
import classes from './byte-view.module.css';
import { toHexadecimal } from './bytes.ts';
import { Runs } from './runs.tsx';

/** Pixels; the style sheet says the same. */
const rowHeight = 18;

interface ByteViewProps {
  bytes: Uint8Array;
  as: 'text' | 'hexadecimal';
}

/** Bytes of any length; only the rows in view are in the page. */
export function ByteView({ bytes, as }: ByteViewProps) {
  const rows = useMemo(() => (as === 'text' ? textRows(bytes) : hexRows(bytes)), [bytes, as]);
  const { scroller, indexes, before, after } = useVirtualRows({
    count: rows.total,
    height: rowHeight,
    isFixed: true,
  });
  const digits = String(bytes.length).length;
  return (
    <section
      className={`${text.text} ${classes.view}`}
      ref={scroller}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must be able to reach it
      tabIndex={0}
      aria-label={as === 'text' ? 'Bytes of the body as text' : 'Bytes of the body in hexadecimal'}
    >
      <div className={layout.widestLine} style={{ paddingTop: before, paddingBottom: after }}>
        {indexes.map((index) => {
          const from = rows.from(index);
          const row = bytes.subarray(from, rows.to(index));
          return (
            <div key={index} className={classes.row}>
              <span className={classes.offset} style={{ width: `${digits}ch` }}>
                {from}
              </span>
              {as === 'hexadecimal' && <span className={classes.hex}>{toHexadecimal(row)}</span>}
              <span>
                <Runs runs={runsOf(row)} />
              </span>
            </div>
          );
        })}
      </div>
    </section>
  );
}
