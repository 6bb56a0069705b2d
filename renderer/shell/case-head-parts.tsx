import { createContext, type ReactNode, useContext } from 'react';

/** The parts of the frame of a case that stand in its page: two in the head, and the side panel below the head. */
interface CaseHeadParts {
  queue: ReactNode;
  strip: ReactNode;
  panel: ReactNode;
}

const Parts = createContext<CaseHeadParts>({ queue: null, strip: null, panel: null });

export const CaseHeadProvider = Parts.Provider;

/** Shows a part of the frame. The page around it is not drawn again when that changes. */
export function CaseHeadPart({ name }: { name: keyof CaseHeadParts }) {
  return useContext(Parts)[name];
}
