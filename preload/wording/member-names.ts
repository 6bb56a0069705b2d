import { documentedNames } from '../contract/service/documented-names.ts';

/**
 * Names of members where personal data is masked. A name that is not documented may itself be personal data, such as a person's name, so
 * it is replaced by a number: the same one for the same name within one report or tree.
 */
export class MemberNames {
  readonly #numbers = new Map<string, number>();

  /** Returns the number of a name that is not documented, counted from 1; undefined for the others. */
  numberOf(name: string): number | undefined {
    if (documentedNames.has(name)) {
      return undefined;
    }
    const number = this.#numbers.get(name) ?? this.#numbers.size + 1;
    this.#numbers.set(name, number);
    return number;
  }
}

/** Returns the text shown instead of such a name. */
export function undocumentedMember(number: number): string {
  return `Undocumented member ${number}`;
}
