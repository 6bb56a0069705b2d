import { LRUCache } from 'lru-cache';
import type { DeletionMode } from '../../../preload/contract/deletion.ts';
import type { EnvironmentSettings } from '../../../preload/contract/environments.ts';
import { outdated } from './failures.ts';
import { forecastOutcome } from './rules.ts';
import type { Identity } from './runs/preview/identity.ts';

/** The time for which a preview is valid, in milliseconds. */
export const previewLifeMs = 10 * 60_000;
const maxPreviews = 64;

/** The state that the user saw before a deletion. */
export interface KeptPreview {
  environmentId: string;
  settings: EnvironmentSettings;
  conversationId: string;
  mode: DeletionMode;
  status: string | undefined;
  subscriptionActive: boolean;
  /** True if it could not be read, so that neither its status nor whose data it is was checked. */
  isUnreadable: boolean;
  /** A position of `SentRequests`, taken before the conversation was read. */
  moment: number;
  identity: Identity;
  /** Milliseconds since the epoch. */
  at: number;
}

/** The previews from which a deletion may be started. They hold no personal data and live in memory only. */
export class Previews {
  readonly #kept = new LRUCache<string, KeptPreview>({ max: maxPreviews });
  readonly #now: () => number;
  readonly #newId: () => string;

  constructor(deps: { now(): number; newId(): string }) {
    this.#now = deps.now;
    this.#newId = deps.newId;
  }

  keep(preview: Omit<KeptPreview, 'at'>): string {
    const previewId = this.#newId();
    this.#kept.set(previewId, { ...preview, at: this.#now() });
    return previewId;
  }

  /**
   * Finds a preview that is still valid for this environment and its present settings.
   * @throws Failure preview-outdated
   */
  find(previewId: string, environmentId: string, settings: EnvironmentSettings): KeptPreview {
    const preview = this.#kept.get(previewId);
    if (preview === undefined || preview.environmentId !== environmentId) {
      throw outdated('the preview is no longer available');
    }
    if (Math.abs(this.#now() - preview.at) > previewLifeMs) {
      throw outdated('the preview is too old');
    }
    const { baseUrl, name, kind } = preview.settings;
    if (baseUrl !== settings.baseUrl || name !== settings.name || kind !== settings.kind) {
      throw outdated('the settings of the environment were changed since the preview');
    }
    return preview;
  }

  /** Removes a preview that was used, so that it cannot be used again. */
  forget(previewId: string): void {
    this.#kept.delete(previewId);
  }
}

/** Refuses a deletion whose result would differ from the preview. @throws Failure preview-outdated */
export function refuseChanged(
  preview: KeptPreview,
  { status, subscriptionActive, identity }: Pick<KeptPreview, 'status' | 'subscriptionActive' | 'identity'>,
): void {
  if (identity.of !== preview.identity.of || identity.tail !== preview.identity.tail) {
    throw outdated('the conversation has a different user key now');
  }
  if (status === preview.status && subscriptionActive === preview.subscriptionActive) {
    return;
  }
  const before = forecastOutcome(preview.mode, preview.status, preview.subscriptionActive);
  const now = forecastOutcome(preview.mode, status, subscriptionActive);
  if (before.statusDetail !== undefined && before.statusDetail === now.statusDetail) {
    return;
  }
  if (status !== preview.status) {
    throw outdated(`the conversation is ${status ?? 'without a status'} now`);
  }
  throw outdated(`AML monitoring is ${subscriptionActive ? 'active' : 'not active'} now`);
}
