import {
  maxPlausibilityFindings,
  type Plausibility,
  type PlausibilityFinding,
} from '../../../../preload/contract/plausibility.ts';

/** Collects the findings of one conversation, up to a limit. */
export class PlausibilityFindings {
  readonly #findings: PlausibilityFinding[] = [];
  #comparisons = 0;
  #complete = true;

  /** Counts a comparison that could be made. */
  compared(): void {
    this.#comparisons += 1;
  }

  add(finding: PlausibilityFinding): void {
    if (this.#findings.length < maxPlausibilityFindings) {
      this.#findings.push(finding);
    } else {
      this.#complete = false;
    }
  }

  /** Records that a check could not be completed. */
  interrupted(): void {
    this.#complete = false;
  }

  result(): Plausibility {
    const order = ['differs', 'invalid', 'note'];
    return {
      findings: this.#findings.toSorted(
        (one, other) => order.indexOf(one.severity) - order.indexOf(other.severity),
      ),
      comparisons: this.#comparisons,
      complete: this.#complete,
    };
  }
}
