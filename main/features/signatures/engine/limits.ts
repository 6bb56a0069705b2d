/** The limits that a search reached, each as one sentence, since what was left out must not appear as tried. */
export class Limits {
  readonly #texts = new Set<string>();

  reach(sentence: string): void {
    this.#texts.add(sentence);
  }

  /** Returns the sentences in the order in which the limits were reached. */
  sentences(): string[] {
    return [...this.#texts];
  }
}
