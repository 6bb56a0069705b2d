import { Flex } from '@mantine/core';
import { createContext, type ReactNode, useContext } from 'react';
import type { MediaItem } from '../../../../preload/contract/service/metadata.ts';
import type { DuplicateMember, Flag } from '../../../../preload/contract/service/reading.ts';
import { isWithin } from '../../../../preload/wording/response-notes.ts';
import layout from '../../../ui/layout.module.css';
import { StatusBadge, toneOf } from '../../../ui/status-badge.tsx';
import type { WellFiles } from '../desk/pictures.ts';
import type { FactsOfValue } from './field-facts.ts';

/** Facts that the panels of a case need of its files and of the notes on its response. */
export interface CaseContext {
  files: readonly MediaItem[];
  /** Brings files into the wells; a well for which none is given keeps its own. */
  show(files: WellFiles): void;
  /** ISO date of the read, by which a document's validity is judged. */
  readOn: string | undefined;
  /** The facts about each value, by its path in the response. */
  facts: ReadonlyMap<string, FactsOfValue>;
  /** Members that are not of the interface's type, and those given more than once. */
  flags: readonly Flag[];
  duplicates: readonly DuplicateMember[];
}

const Context = createContext<CaseContext>({
  files: [],
  show: () => undefined,
  readOn: undefined,
  facts: new Map(),
  flags: [],
  duplicates: [],
});

export const CaseContextProvider = Context.Provider;

export function useCaseContext(): CaseContext {
  return useContext(Context);
}

/** Returns the doubts of one member, of its content and, where it is part of a duplicate, of that. */
export function useDoubtsWithin(path: string): Pick<CaseContext, 'flags' | 'duplicates'> {
  const { flags, duplicates } = useCaseContext();
  return {
    flags: flags.filter((flag) => isWithin(flag.path, path)),
    duplicates: duplicates.filter((member) => isWithin(member.path, path) || isWithin(path, member.path)),
  };
}

/** Shows the facts of the result about the value at a path, beside the value. */
export function FactsAtField({ path }: { path: string }): ReactNode {
  const facts = useCaseContext().facts.get(path);
  return (
    facts && (
      <>
        {' '}
        <Flex component="span" display="inline-flex" gap={4} align="center" wrap="wrap">
          {facts.first.map(({ label, tone, sentence }) => (
            <StatusBadge key={label} status={label} tone={toneOf(tone)} explain={sentence} />
          ))}
          {facts.more > 0 && <span className={layout.quietSmall}>and {facts.more} more in the checks</span>}
        </Flex>
      </>
    )
  );
}
