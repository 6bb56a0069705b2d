import { useState } from 'react';
import type { OperationInput, OperationName, OperationOutput } from '../../preload/contract/operations.ts';
import type { RowSource } from '../ui/table-grid.ts';
import { type BridgeQuery, useBridgeQuery } from './use-bridge.tsx';

/** Rows read at once, of which half are in view at most. */
export const partSize = 400;

/** Returns the place of the first row of the part to read: the part there is while it has the rows in view. */
export function partFrom(from: number, first: number, count: number): number {
  const isWithin = first >= from && first + count <= from + partSize;
  const step = partSize / 4;
  return isWithin ? from : Math.max(0, Math.floor(first / step) - 1) * step;
}

/** The part of a list that was read, and the place of its first row. */
type Part<N extends OperationName> = OperationOutput<N> & { from: number };

interface ReadRows<N extends OperationName, Row> {
  query: BridgeQuery<Part<N>>;
  /** The rows, of which those in view are read. */
  source: RowSource<Row>;
}

/**
 * Reads the part of a long list that is in view. The part before is shown until the new one is there.
 *
 * @param rowsOf returns the rows of a reply
 */
export function useRows<N extends OperationName, Row>(
  operation: N,
  input: Omit<OperationInput<N>, 'from' | 'count'>,
  rowsOf: (reply: OperationOutput<N>) => readonly Row[],
): ReadRows<N, Row> {
  const [from, setFrom] = useState(0);
  const asked = { ...input, from, count: partSize } as OperationInput<N>;
  const query = useBridgeQuery<N, Part<N>>(operation, asked, {
    keepPrevious: true,
    read: async (ask) => ({ ...(await ask(asked)), from }),
  });
  const { data } = query;
  return {
    query,
    source: {
      count: data && 'total' in data ? Number(data.total) : 0,
      at: (index) => data && rowsOf(data)[index - data.from],
      onView: (first, count) => setFrom(partFrom(from, first, count)),
    },
  };
}
