import { useBridgeAction, useBridgeQuery } from '../../bridge/use-bridge.tsx';

/** Said where the rest of a queue is with others of the team. */
export const othersHaveTheRest = 'Others of the team work on the remaining cases, or have decided them';

/** Returns what gives each person of a team another case of a queue. Without a team that is always the first. */
export function useClaims(environmentId: string) {
  const taking = useBridgeAction('team.takeNext', { environmentId });
  return {
    /** Returns the first of the cases that nobody else works on. */
    takeNext: async (conversationIds: readonly string[]) =>
      (await taking.run({ conversationIds: [...conversationIds] }))?.conversationId,
    /** Gives up the case that was taken last. */
    release: () => void taking.run({ conversationIds: [] }),
  };
}

/** Returns whether the console is in a team, and who of it works on a case. */
export function useHolder(environmentId: string, conversationId: string) {
  const { data } = useBridgeQuery('team.holder', { environmentId, conversationId });
  return { isTeam: data?.isTeam ?? false, holder: data?.holder };
}
