import type { PolicyInForce, PolicyOrigin } from '../../../preload/contract/policy.ts';
import { readTeamPolicy } from './read-policy.ts';
import { stricter } from './stricter.ts';

/** The policy that an admin of the team signed last: by whom, and when by their clock. */
export interface SignedPolicy {
  text: string;
  by: string;
  at: number;
}

/** The policy of the company: that of the file, as it was when the console started, and that of the team, as its log has it now. */
export class CompanyPolicy {
  readonly #file: PolicyInForce | undefined;
  readonly #listeners = new Set<() => void>();
  #read: () => Promise<SignedPolicy | undefined> = async () => undefined;
  #signed: SignedPolicy | undefined;
  #team: PolicyInForce | undefined;
  #inForce: PolicyInForce | undefined;

  constructor(file?: PolicyInForce) {
    this.#file = file;
    this.#inForce = file;
  }

  /** The policy that counts, with that of the team as it was read last; undefined where there is none. */
  get inForce(): PolicyInForce | undefined {
    return this.#inForce;
  }

  /** The policies that it is made of. */
  get origins(): PolicyOrigin[] {
    const { text: _text, ...signed } = this.#signed ?? { text: '', by: '', at: 0 };
    return [
      ...(this.#file === undefined ? [] : [{ policy: this.#file }]),
      ...(this.#team === undefined ? [] : [{ policy: this.#team, signed }]),
    ];
  }

  /** Called whenever another policy counts. */
  onChange(listener: () => void): void {
    this.#listeners.add(listener);
  }

  /** Sets how the policy of the team is read. */
  follow(read: () => Promise<SignedPolicy | undefined>): void {
    this.#read = read;
  }

  /** Returns what counts where a policy is that of the team: with that of the file, the stricter of both. */
  besideFile(team: PolicyInForce): PolicyInForce {
    return this.#file === undefined ? team : stricter(this.#file, team);
  }

  /** Returns the policy that counts once that of the team was read. @throws Failure where the list of cases, which has it, cannot be read */
  async current(): Promise<PolicyInForce | undefined> {
    const signed = await this.#read();
    const before = this.#signed;
    if (signed?.text !== before?.text || signed?.by !== before?.by || signed?.at !== before?.at) {
      this.#signed = signed;
      this.#team = signed && readTeamPolicy(signed.text);
      this.#inForce = this.#team === undefined ? this.#file : this.besideFile(this.#team);
      for (const listener of this.#listeners) {
        listener();
      }
    }
    return this.#inForce;
  }
}
