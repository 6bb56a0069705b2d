import {
  maxPlausibilityFindings,
  type Plausibility,
  type PlausibilityFinding,
} from '../../preload/contract/plausibility.ts';

/** Collects what the checks of one conversation find, up to a limit. */
export class Report {
  readonly #findings: PlausibilityFinding[] = [];
  #comparisons = 0;
  #complete = true;

  /** A comparison could be made. */
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

  /** A check could not be carried out to its end. */
  interrupted(): void {
    this.#complete = false;
  }

  result(): Plausibility {
    const order = ['differs', 'does-not-fit', 'note'];
    return {
      findings: this.#findings.toSorted(
        (one, other) => order.indexOf(one.severity) - order.indexOf(other.severity),
      ),
      comparisons: this.#comparisons,
      complete: this.#complete,
    };
  }
}
