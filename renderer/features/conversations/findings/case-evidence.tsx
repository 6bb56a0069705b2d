import { createContext, type ReactNode, useContext } from 'react';
import type { MediaItem } from '../../../../preload/contract/service/metadata.ts';
import type { WellFiles } from '../desk/pictures.ts';

/** The parts of the files that the data beside them need. */
export interface CaseEvidence {
  files: readonly MediaItem[];
  /** Brings files into the wells; a well for which none is given keeps its own. */
  show(files: WellFiles): void;
  /** ISO date of the read, by which a document's validity is judged. */
  readOn: string | undefined;
}

const Context = createContext<CaseEvidence>({ files: [], show: () => undefined, readOn: undefined });

export function CaseEvidenceProvider({ value, children }: { value: CaseEvidence; children: ReactNode }) {
  return <Context.Provider value={value}>{children}</Context.Provider>;
}

export function useCaseEvidence(): CaseEvidence {
  return useContext(Context);
}
