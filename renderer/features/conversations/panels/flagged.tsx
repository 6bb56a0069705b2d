import { createContext, type ReactNode, useContext } from 'react';
import type { DuplicateMember, Flag } from '../../../../preload/contract/service/reading.ts';
import { isWithin } from '../../../../preload/wording/headline.ts';

interface Doubts {
  flags: readonly Flag[];
  duplicates: readonly DuplicateMember[];
}

const Context = createContext<Doubts>({ flags: [], duplicates: [] });

/** Gives the panels inside the members that are not of the interface's type, and those given more than once. */
export function FlagsProvider({ flags, duplicates, children }: Doubts & { children: ReactNode }) {
  return <Context.Provider value={{ flags, duplicates }}>{children}</Context.Provider>;
}

/** Returns the doubts of one member, of its content and, where it is part of a duplicate, of that. */
export function useDoubtsWithin(path: string): Doubts {
  const { flags, duplicates } = useContext(Context);
  return {
    flags: flags.filter((flag) => isWithin(flag.path, path)),
    duplicates: duplicates.filter((member) => isWithin(member.path, path) || isWithin(path, member.path)),
  };
}
