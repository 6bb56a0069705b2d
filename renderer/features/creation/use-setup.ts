import { useEnvironmentQuery } from '../../environments/use-environment.ts';

/** Reads the templates, the noted defaults and the mail text of an environment; they have no personal data. */
export const useSetup = () => useEnvironmentQuery('creation.setup', {}, { keep: true });

/** The option of every action that changes them. */
export const setupChange = { changes: ['creation.setup'] } as const;
