import { Stack } from '@mantine/core';
import type { Difference } from '../../../preload/contract/signatures.ts';
import layout from '../../ui/layout.module.css';
import { runsOf } from './body-rows.ts';
import { changedBytes } from './byte-changes.ts';
import { fromHexadecimal } from './bytes.ts';
import classes from './differing-bytes.module.css';
import { Runs } from './runs.tsx';

const perRow = 16;
/** The bytes shown of each side; some more are compared, so that the last ones are not taken for changed. */
const maxBytes = perRow * 4;

/** Shows the bytes of both sides around their first difference, in hexadecimal and as text. */
export function DifferingBytes({ difference }: { difference: Difference }) {
  const { offset, from, received, signed, receivedLength, signedLength } = difference;
  const here = fromHexadecimal(received);
  const there = fromHexadecimal(signed);
  const changes = changedBytes(here, there);
  return (
    <Stack gap={6}>
      <Side
        name={`Received · ${receivedLength.toLocaleString('en')} bytes`}
        bytes={here}
        changes={changes.one}
        from={from}
        offset={offset}
        length={receivedLength}
      />
      <Side
        name={`Signed · ${signedLength.toLocaleString('en')} bytes`}
        bytes={there}
        changes={changes.other}
        from={from}
        offset={offset}
        length={signedLength}
      />
    </Stack>
  );
}

interface SideProps {
  name: string;
  bytes: Uint8Array;
  changes: boolean[];
  from: number;
  offset: number;
  length: number;
}

function Side({ name, bytes: slice, changes, from, offset, length }: SideProps) {
  const bytes = slice.subarray(0, maxBytes);
  const rows = [];
  for (let at = 0; at < bytes.length; at += perRow) {
    rows.push(at);
  }
  return (
    <figure className={classes.side}>
      <figcaption>{name}</figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it may scroll, so the keyboard must be able to reach it */}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for what one fills in */}
      <div className={classes.dump} role="group" tabIndex={0} aria-label={name}>
        {rows.map((at) => (
          <div key={at} className={classes.row}>
            <span className={classes.offset}>{(from + at).toLocaleString('en')}</span>
            <span className={classes.hex}>
              {[...bytes.subarray(at, at + perRow)].map((byte, index) => {
                const position = from + at + index;
                return (
                  <span key={position} data-differs={changes[at + index]}>
                    {byte.toString(16).padStart(2, '0')}{' '}
                  </span>
                );
              })}
            </span>
            <span>
              <Runs runs={runsOf(bytes.subarray(at, at + perRow))} />
            </span>
          </div>
        ))}
        {from + bytes.length >= length && (
          <div className={classes.row}>
            <span className={classes.offset}>{length.toLocaleString('en')}</span>
            <span className={layout.quiet} data-differs={from + bytes.length === offset}>
              end
            </span>
          </div>
        )}
      </div>
    </figure>
  );
}
