import { useState } from 'react';
import type { OperationInput, OperationName, OperationOutput } from '../../preload/contract/operations.ts';
import type { RowSource } from '../ui/table-grid.ts';
import { type BridgeQuery, useBridgeQuery } from './use-bridge.tsx';

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
 * @param size rows asked for at once, of which half are in view at most
 */
export function useRows<N extends OperationName, Row>(
  operation: N,
  input: Omit<OperationInput<N>, 'from' | 'count'>,
  rowsOf: (reply: OperationOutput<N>) => readonly Row[],
  size = 400,
): ReadRows<N, Row> {
  const [from, setFrom] = useState(0);
  const asked = { ...input, from, count: size } as OperationInput<N>;
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
      onView(first, count) {
        if (first < from || first + count > from + size) {
          setFrom(Math.max(0, Math.floor((first - size / 4) / (size / 2)) * (size / 2)));
        }
      },
    },
  };
}
