import { z } from 'zod';
import { type CaseSettings, type OwnReason, ownReason } from '../../preload/contract/cases.ts';
import type { Meta } from '../store/meta.ts';
import { metaPlace, type Sealer } from '../store/sealing.ts';

/** The default retention period, in days. */
const usualRetentionDays = 90;
const unlimited = -1;
const reasonsPlace = metaPlace('reasons');

/** Settings of the list of cases. Labels of reasons are free text, so they are sealed. */
export class CaseSettingsStore {
  readonly #meta: Meta;
  readonly #sealer: Sealer;

  constructor(meta: Meta, sealer: Sealer) {
    this.#meta = meta;
    this.#sealer = sealer;
  }

  read(environmentId: string): CaseSettings {
    return { retentionDays: this.retentionDays(environmentId), reasons: this.#reasons() };
  }

  /** Null if cases are kept until they are deleted by hand. */
  retentionDays(environmentId: string): number | null {
    const days = this.#meta.number(`retention/${environmentId}`) ?? usualRetentionDays;
    return days === unlimited ? null : days;
  }

  setRetention(environmentId: string, days: number | null): void {
    this.#meta.set(`retention/${environmentId}`, days ?? unlimited);
  }

  /** Called when the environment was deleted. */
  forget(environmentId: string): void {
    this.#meta.delete(`retention/${environmentId}`);
  }

  setReasons(reasons: readonly OwnReason[]): void {
    this.#meta.set('reasons', this.#sealer.seal(JSON.stringify(reasons), reasonsPlace));
  }

  #reasons(): OwnReason[] {
    const sealed = this.#meta.bytes('reasons');
    return sealed === undefined
      ? []
      : z.array(ownReason).parse(JSON.parse(this.#sealer.openText(sealed, reasonsPlace)));
  }
}
