import { LRUCache } from 'lru-cache';
import { isoTime } from '../../common/iso-time.ts';

/** The number of callbacks that are remembered, in memory only. */
const maxCallbacks = 2000;

/** The callbacks checked in this session, by their own id (interface 6.2: identical on each resend). */
export type ReplayLog = ReturnType<typeof createReplayLog>;

/** @param now milliseconds since the epoch */
export function createReplayLog(now: () => number) {
  const known = new LRUCache<string, { firstAt: string; deliveries: Set<string> }>({ max: maxCallbacks });
  return {
    /**
     * Records a delivery of a callback. Returns undefined for a new id; otherwise when it was first checked (ISO 8601),
     * and whether every check was of this same delivery.
     */
    register(callbackId: string, delivery: string): { firstAt: string; sameDelivery: boolean } | undefined {
      const before = known.get(callbackId);
      if (before) {
        const sameDelivery = before.deliveries.size === 1 && before.deliveries.has(delivery);
        before.deliveries.add(delivery);
        return { firstAt: before.firstAt, sameDelivery };
      }
      known.set(callbackId, { firstAt: isoTime(now()), deliveries: new Set([delivery]) });
      return undefined;
    },
  };
}
