/** The limits a search has reached, each in words once: what was left out must not look as if it had been tried. */
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
