import { useDebouncedValue } from '@mantine/hooks';
import type { CaseMatch } from '../../preload/contract/cases.ts';
import { useBridgeQuery } from '../bridge/use-bridge.tsx';

/** The longest text that can be a user key or a document number, in characters. */
const longest = 512;
/** Milliseconds after the last keystroke before the search. */
const pause = 60;
const none: readonly CaseMatch[] = [];

/**
 * Returns the cases of this console whose id, user key, document number or national id is exactly the typed text, and those of people whom it
 * names; undefined until it was searched. A failed search finds nothing: the text can still be opened as an id.
 */
export function useCaseSearch(
  environmentId: string | undefined,
  typed: string,
): readonly CaseMatch[] | undefined {
  const text = typed.trim();
  const [rested] = useDebouncedValue(text, pause);
  const isSearchable = text !== '' && text.length <= longest && rested === text;
  const { data, failure } = useBridgeQuery(
    'cases.search',
    environmentId !== undefined && isSearchable ? { environmentId, text, isTyping: true } : undefined,
  );
  return failure ? none : data?.matches;
}
