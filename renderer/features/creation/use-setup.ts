import { useBridgeQuery } from '../../bridge/use-bridge.tsx';

/** Reads the templates, the noted defaults and the mail text of an environment; they have no personal data. */
export const useSetup = (environmentId: string) =>
  useBridgeQuery('creation.setup', { environmentId }, { keep: true });

/** The option of every action that changes them. */
export const setupChange = { changes: ['creation.setup'] } as const;
