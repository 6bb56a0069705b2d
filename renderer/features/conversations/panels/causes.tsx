import { Flex } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { type Cause, causeTerm } from '../../../../preload/wording/causes.ts';
import { weighed } from '../../../../preload/wording/finding-weights.ts';
import { safeCode } from '../../../../preload/wording/findings.ts';
import { CopyButton } from '../../../ui/copyable.tsx';
import layout from '../../../ui/layout.module.css';
import { LongList } from '../../../ui/long-list.tsx';
import { OutsideText } from '../../../ui/outside-text.tsx';
import { ToneIcon, toneOf } from '../../../ui/status-badge.tsx';
import { Table } from '../../../ui/table.tsx';
import classes from '../conversations.module.css';
import { placeOf } from '../findings/evidence.ts';

/** Cause codes with their meaning and whether a retry can help. */
export function Causes({ codes, of, product }: { codes: readonly string[]; of: string; product: string }) {
  if (codes.length === 0) {
    return null;
  }
  return (
    <Table
      caption="Causes"
      columns={[
        {
          heading: 'Cause',
          isName: true,
          cell: ({ code, count }) => <CauseText cause={causeTerm(code)} of={of} count={count} />,
        },
        { heading: 'Group', cell: ({ code }) => causeTerm(code).groupLabel },
        { heading: 'Can retrying help?', cell: ({ code }) => causeTerm(code).anotherTry },
      ]}
      rows={countedCauses(codes)}
      estimate={56}
      attributes={({ code }) => ({ 'data-evidence': placeOf.cause(product, safeCode(code)) })}
    />
  );
}

/** Shows the same without a separate table, for a row of another one. */
export function CauseList({ codes, of }: { codes: readonly string[]; of: string }) {
  return (
    <LongList
      as="ul"
      label={`Causes of ${of}`}
      className={classes.causes}
      items={countedCauses(codes)}
      estimate={60}
      row={({ code, count }, attributes) => {
        const cause = causeTerm(code);
        return (
          <li {...attributes}>
            <CauseText cause={cause} of={of} count={count} />
            <p className={layout.quiet}>
              {cause.groupLabel} · Can retrying help? {cause.anotherTry}
            </p>
          </li>
        );
      }}
    />
  );
}

/** Returns each code once, with its number of occurrences, the most serious first. */
function countedCauses(codes: readonly string[]): { code: string; count: number }[] {
  const counts = [...Map.groupBy(codes, (code) => code)].map(([code, same]) => ({
    code,
    count: same.length,
    weight: weighed({ kind: 'cause', code }).weight,
  }));
  return counts.sort((one, other) => other.weight - one.weight);
}

function CauseText({ cause, of, count }: { cause: Cause; of: string; count: number }) {
  return (
    <>
      <span className={classes.inline}>
        <ToneIcon tone={toneOf(cause.tone)} />
        {cause.known && <span className={layout.strong}>{cause.label}</span>}
        {count > 1 && <span className={layout.quiet}>×{count}</span>}
        <Flex component="span" display="inline-flex" gap={4} align="center">
          <code className={classes.code}>
            <OutsideText text={cause.code} />
          </code>
          <CopyButton value={cause.code} label={`cause code of ${of}`} />
        </Flex>
      </span>
      <p className={layout.quiet}>{cause.sentence}</p>
      {cause.internalOnly && (
        <span className={classes.internal}>
          <IconLock size={13} aria-hidden /> Internal only
        </span>
      )}
    </>
  );
}
