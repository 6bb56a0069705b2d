import { createContext, type ReactNode, useContext } from 'react';
import { isWithin } from '../../../preload/contract/service/headline.ts';
import type { Flag } from '../../../preload/contract/service/reading.ts';

const Flags = createContext<readonly Flag[]>([]);

/** Tells the panels inside which members of the reply are not of the interface's type. */
export function FlagsProvider({ flags, children }: { flags: readonly Flag[]; children: ReactNode }) {
  return <Flags.Provider value={flags}>{children}</Flags.Provider>;
}

/** The flags of one member and of all that is in it. */
export function useFlagsWithin(path: string): readonly Flag[] {
  return useContext(Flags).filter((flag) => isWithin(flag.path, path));
}
