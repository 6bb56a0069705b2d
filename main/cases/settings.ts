import { z } from 'zod';
import {
  type CaseSettings,
  type OwnReason,
  ownReason,
  type RetentionPeriods,
} from '../../preload/contract/cases.ts';
import type { Meta } from '../store/meta.ts';
import { decisionsName, retentionName, retentionNames } from '../store/retention-names.ts';
import { metaPlace, type Sealer } from '../store/sealing.ts';

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
    return { ...this.retention(environmentId), reasons: this.#reasons() };
  }

  /** Nothing is deleted by age until a person chose a period. */
  retention(environmentId: string): RetentionPeriods {
    const days = (name: string) => {
      const kept = this.#meta.number(name) ?? unlimited;
      return kept === unlimited ? null : kept;
    };
    return {
      retentionDays: days(retentionName(environmentId)),
      decisionDays: days(decisionsName(environmentId)),
    };
  }

  setRetention(environmentId: string, { retentionDays, decisionDays }: RetentionPeriods): void {
    this.#meta.set(retentionName(environmentId), retentionDays ?? unlimited);
    this.#meta.set(decisionsName(environmentId), decisionDays ?? unlimited);
  }

  /** Called when the environment was deleted. */
  forget(environmentId: string): void {
    for (const name of retentionNames(environmentId)) {
      this.#meta.delete(name);
    }
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
