import { useEffect, useMemo, useState } from 'react';
import { useEnvironmentAction, useEnvironmentQuery } from '../../environments/use-environment.ts';

/** Said where the rest of a queue is with others of the team. */
export const othersHaveTheRest = 'Others of the team work on the remaining cases, or have decided them';

/** The milliseconds without input after which a case is free for others, and after which that is said before. */
export const freeAfter = 30 * 60_000;
const warnedAfter = 25 * 60_000;
/** The shortest time between two requests that keep a case, in milliseconds. */
const keptEvery = 60_000;

/** Returns what gives each person of a team another case of a queue. Without a team that is always the first. */
export function useClaims() {
  const taking = useEnvironmentAction('team.takeNext');
  return {
    /** Returns the first of the cases that nobody else works on. */
    takeNext: async (conversationIds: readonly string[]) =>
      (await taking.run({ conversationIds: [...conversationIds] }))?.conversationId,
  };
}

/** Returns whether the console is in a team, and who else of it works on some cases, by conversation. */
export function useHolders(conversationIds: readonly string[]) {
  const input = { conversationIds: [...conversationIds] };
  const { data } = useEnvironmentQuery('team.holders', input, { keepPrevious: true });
  const holders = useMemo(
    () => new Map(data?.holders.map(({ conversationId, name }) => [conversationId, name])),
    [data],
  );
  return { isTeam: data?.isTeam ?? false, holders };
}

/** Returns whether the cases of the environment are a team's. One query for all cases, so that it is known when the next one is shown. */
export const useIsTeam = () => useHolders([]).isTeam;

/** The end of a claim by itself: near, or past. */
export type Idle = 'soon' | 'ended';

/** Takes a case of a team while it is shown, and keeps it while there is input. Returns whether that is about to end, or has. */
export function useClaim(conversationId: string, isTeam: boolean): Idle | undefined {
  const { run: claim } = useEnvironmentAction('team.claim', { conversationId });
  const { run: release } = useEnvironmentAction('team.release', { conversationId });
  const [idle, setIdle] = useState<Idle>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was taken is given up when another case is shown
  useEffect(() => {
    if (!isTeam) {
      return undefined;
    }
    let keptAt = 0;
    let timers: ReturnType<typeof setTimeout>[] = [];
    const keep = () => {
      keptAt = Date.now();
      void claim();
    };
    const stop = () => {
      for (const timer of timers) {
        clearTimeout(timer);
      }
    };
    const wait = () => {
      stop();
      timers = [
        setTimeout(() => setIdle('soon'), warnedAfter),
        setTimeout(() => {
          setIdle('ended');
          keptAt = 0;
          void release();
        }, freeAfter),
      ];
    };
    const used = () => {
      setIdle(undefined);
      wait();
      if (Date.now() - keptAt >= keptEvery) {
        keep();
      }
    };
    keep();
    wait();
    const events = ['keydown', 'pointerdown', 'wheel'] as const;
    for (const event of events) {
      window.addEventListener(event, used, { capture: true, passive: true });
    }
    return () => {
      stop();
      for (const event of events) {
        window.removeEventListener(event, used, { capture: true });
      }
      setIdle(undefined);
      void release();
    };
  }, [isTeam, conversationId]);
  return idle;
}
