/** The limits that a search reached, each as one sentence, since what was left out must not appear as tried. */
export class Limits {
  readonly #reached = new Set<string>();

  reach(sentence: string): void {
    this.#reached.add(sentence);
  }

  /** In the order reached. */
  sentences(): string[] {
    return [...this.#reached];
  }
}
