import { Box, Stack } from '@mantine/core';
import type { Difference as DifferenceView } from '../../../preload/contract/signatures.ts';
import { changedBytes } from './byte-changes.ts';
import { fromHexadecimal } from './bytes.ts';
import classes from './difference.module.css';
import { DifferingBytes } from './differing-bytes.tsx';
import { Runs } from './runs.tsx';
import shared from './signatures.module.css';
import { type Stretch, stretches } from './text-difference.ts';

/** Shows the first difference between the present and the signed text, and on demand its bytes. */
export function Difference({ difference }: { difference: DifferenceView }) {
  const { of, offset, from, received, signed, receivedLength, signedLength } = difference;
  const here = fromHexadecimal(received);
  const there = fromHexadecimal(signed);
  const changes = changedBytes(here, there);
  return (
    <Stack gap={6}>
      <p className={classes.head}>
        The first difference is at byte <strong>{offset.toLocaleString('en')}</strong> of the{' '}
        {of === 'body' ? 'body' : 'signed message (timestamp, colon, body)'}.
      </p>
      <dl className={classes.texts}>
        <Text
          name="Received"
          bytes={here}
          differing={changes.one}
          from={from}
          length={receivedLength}
          otherIsCut={from + there.length < signedLength && changes.other.at(-1) === false}
        />
        <Text
          name="Signed"
          bytes={there}
          differing={changes.other}
          from={from}
          length={signedLength}
          otherIsCut={from + here.length < receivedLength && changes.one.at(-1) === false}
        />
      </dl>
      <details className={shared.more}>
        <summary>Show the bytes</summary>
        <DifferingBytes difference={difference} />
      </details>
    </Stack>
  );
}

interface TextProps {
  name: string;
  bytes: Uint8Array;
  differing: readonly boolean[];
  from: number;
  length: number;
  /** True if the other side goes on, and its last byte here is one that both have. */
  otherIsCut: boolean;
}

/** Removes a differing last stretch if the other side is cut: nothing is left there to compare it with. */
function comparable(stretches: Stretch[], otherIsCut: boolean): Stretch[] {
  return otherIsCut && stretches.at(-1)?.differs ? stretches.slice(0, -1) : stretches;
}

function Text({ name, bytes, differing, from, length, otherIsCut }: TextProps) {
  const goesOn = from + bytes.length < length;
  return (
    <>
      <dt>{name}</dt>
      <dd className={classes.text} dir="ltr">
        {from > 0 && '…'}
        {comparable(stretches(bytes, differing), otherIsCut).map(({ at, differs, runs }) =>
          differs ? (
            <mark key={at}>
              <Runs runs={runs} />
            </mark>
          ) : (
            <span key={at}>
              <Runs runs={runs} />
            </span>
          ),
        )}
        {goesOn ? (
          '…'
        ) : (
          <Box component="span" pl={6} ff="text" fz={12} c="dimmed">
            end
          </Box>
        )}
      </dd>
    </>
  );
}
