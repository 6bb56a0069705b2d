import { keyBytes, sameBytes } from './bytes.ts';
import type { AlgorithmChange } from './changes/algorithms.ts';
import type { BodyChange } from './changes/body-change.ts';
import { type BodyView, bodyView } from './changes/body-view.ts';
import type { KeyForm, KeySource, NamedKey } from './changes/keys.ts';
import type { Frame, MessageChange } from './changes/messages.ts';
import type { TimestampChange } from './changes/timestamps.ts';
import { type Dimensions, dimensionsOf } from './dimensions.ts';
import { maxWritten } from './json/write.ts';
import { once } from './once.ts';
import { type Attempt, type Trial, type TriedFrame, type TriedKey, triedFrame, triedKey } from './trial.ts';

/** A search that yields after every trial, so that the caller can pause or end it. */
export type Steps = Generator<void, void, void>;

/** Bytes of an HMAC-SHA256: a signature of another length needs another algorithm. */
const hmacLength = 32;

const canonical = (timestamp: string): Frame => [`${timestamp}:`];

/** The search over one callback: single changes first, then pairs. */
export class Search {
  tried = 0;
  readonly view: BodyView;
  /** The limits that were reached, each as one sentence, since what was left out must not appear as tried. */
  readonly limits = new Set<string>();
  readonly #trial: Trial;
  readonly #timestamp: string;
  readonly #dimensions: Dimensions;
  readonly #key: Attempt<TriedKey>;
  readonly #frame: Attempt<TriedFrame>;
  readonly #body: Attempt<Uint8Array>;
  /** Digests under the expected key of every body tried, so that equal bytes are paired once. */
  readonly #digests = new Set<string>();
  /** The changes that gave a new body. */
  readonly #effective: BodyChange[] = [];
  #pairsTotal = 0;
  #triedBeforePairs = 0;
  readonly #singlesTotal = once(() =>
    Object.values<() => unknown[]>({ ...this.#dimensions }).reduce((sum, list) => sum + list().length, 0),
  );

  constructor(
    trial: Trial,
    timestamp: string,
    body: Uint8Array,
    key: NamedKey,
    candidates: readonly NamedKey[],
  ) {
    this.#trial = trial;
    this.#timestamp = timestamp;
    this.view = bodyView(body, this.limits);
    this.#dimensions = dimensionsOf(timestamp, this.view, key, candidates);
    this.#key = triedKey(keyBytes(key.value), []);
    this.#frame = triedFrame(canonical(timestamp), []);
    this.#body = { value: body, changes: [] };
  }

  /** Returns how many variants of a stage are done, and how many it has. */
  progress(stage: 'single' | 'pairs'): { tried: number; total: number } {
    if (stage === 'single') {
      return { tried: this.tried, total: this.#singlesTotal() };
    }
    return { tried: this.tried - this.#triedBeforePairs, total: this.#pairsTotal };
  }

  /** All single changes, likeliest first (field notes), the slow ones late. */
  *singles(): Steps {
    const d = this.#dimensions;
    this.#digests.add(this.#trial.hmac(this.#key, this.#frame, this.#body).toString('latin1'));
    yield;
    // Before JSON written again, which may give the same bytes: the simpler cause is the likelier one.
    yield* this.#bodies(d.lineEndBodies());
    yield* this.#bodies(d.likelyBodies());
    yield* this.#keys(sourcesTried(d.apiKeys()));
    yield* this.#bodies(d.newlineBodies());
    yield* this.#frames(this.#timestampFrames(d.seconds()));
    yield* this.#keys(this.#forms(d.copiedForms(), this.#key));
    yield* this.#keys(sourcesTried(d.otherKeys()));
    yield* this.#bodies(d.readingBodies());
    yield* this.#frames(this.#messageFrames(d.messages()));
    yield* this.#algorithms(d.algorithms(), [this.#key], [this.#frame], this.#body);
    yield* this.#bodies(d.frameworkBodies());
    yield* this.#frames(this.#timestampFrames(d.timestamps()));
    yield* this.#keys(this.#forms(d.decodedForms(), this.#key));
    yield* this.#keys(sourcesTried(d.missingKeys()));
    yield* this.#keys(this.#forms(d.cutForms(), this.#key));
    yield* this.#bodies(d.bodies());
    yield* this.#bodies(d.numberBodies());
    yield* this.#frames(this.#timestampFrames(d.lostMilliseconds()));
  }

  /** Pairs of changes. Yields after each group, where a search with findings may end. */
  *pairs(): Generator<'trial' | 'group', void, void> {
    const d = this.#dimensions;
    const sources = distinct(sourcesTried([...d.apiKeys(), ...d.otherKeys(), ...d.missingKeys()]));
    const forms = distinct(compact(this.#forms([...d.copiedForms(), ...d.decodedForms()], this.#key)));
    const keys = [...sources, ...forms];
    const stamps = [...d.seconds(), ...d.timestamps()];
    const frames = [...this.#timestampFrames(stamps), ...this.#messageFrames(d.messages())];
    const algorithms = d.algorithms().filter(({ length }) => this.#trial.wants(length));
    const formsOfKeys = keys.length * (d.copiedForms().length + d.decodedForms().length);
    const around = keys.length + frames.length + algorithms.length;
    const changes = [
      ...d.lineEndBodies(),
      ...d.likelyBodies(),
      ...d.newlineBodies(),
      ...d.readingBodies(),
      ...d.frameworkBodies(),
      ...d.bodies(),
    ];
    this.#triedBeforePairs = this.tried;
    this.#pairsTotal =
      formsOfKeys +
      keys.length * frames.length +
      stamps.length * d.messages().length +
      algorithms.length * (keys.length + frames.length) +
      this.#effective.length * (around + changes.length);

    yield* this.#group(
      this.#keys(keys.flatMap((key) => this.#forms([...d.copiedForms(), ...d.decodedForms()], key))),
    );
    yield* this.#group(this.#grid(keys, frames, this.#body));
    yield* this.#group(this.#frames(stamps.flatMap((stamp) => this.#messageFrames(d.messages(), stamp))));
    yield* this.#group(this.#algorithms(algorithms, keys, [this.#frame], this.#body));
    yield* this.#group(this.#algorithms(algorithms, [this.#key], frames, this.#body));
    for (const change of this.#effective) {
      const body = this.#attempt(change);
      if (!body) {
        continue;
      }
      yield* this.#group(this.#around(body, keys, frames, algorithms));
    }
    for (const change of this.#effective) {
      const body = this.#attempt(change);
      if (!body) {
        continue;
      }
      const view = bodyView(body.value, this.limits);
      const next = changes.map((other) => (idle(change, other) ? undefined : this.#next(body, view, other)));
      yield* this.#group(this.#lazily(next));
    }
  }

  *#group(steps: Steps): Generator<'trial' | 'group', void, void> {
    for (const _ of steps) {
      yield 'trial';
    }
    yield 'group';
  }

  *#lazily(steps: ((() => void) | undefined)[]): Steps {
    for (const step of steps) {
      this.tried++;
      if (!step) {
        continue;
      }
      step();
      yield;
    }
  }

  *#around(
    body: Attempt<Uint8Array>,
    keys: Attempt<TriedKey>[],
    frames: Attempt<TriedFrame>[],
    algorithms: AlgorithmChange[],
  ): Steps {
    yield* this.#grid(keys, [this.#frame], body);
    yield* this.#grid([this.#key], frames, body);
    yield* this.#algorithms(algorithms, [this.#key], [this.#frame], body);
  }

  *#grid(keys: Attempt<TriedKey>[], frames: Attempt<TriedFrame>[], body: Attempt<Uint8Array>): Steps {
    for (const key of keys) {
      for (const frame of frames) {
        this.tried++;
        if (!this.#trial.wants(hmacLength)) {
          continue;
        }
        this.#trial.hmac(key, frame, body);
        yield;
      }
    }
  }

  *#keys(keys: (Attempt<TriedKey> | undefined)[]): Steps {
    for (const key of keys) {
      this.tried++;
      if (!key || !this.#trial.wants(hmacLength)) {
        continue;
      }
      this.#trial.hmac(key, this.#frame, this.#body);
      yield;
    }
  }

  *#frames(frames: Attempt<TriedFrame>[]): Steps {
    yield* this.#grid([this.#key], frames, this.#body);
  }

  *#algorithms(
    algorithms: AlgorithmChange[],
    keys: Attempt<TriedKey>[],
    frames: Attempt<TriedFrame>[],
    body: Attempt<Uint8Array>,
  ): Steps {
    for (const algorithm of algorithms) {
      for (const key of keys) {
        for (const frame of frames) {
          this.tried++;
          this.#trial.algorithm(algorithm, key, frame, body);
          yield;
        }
      }
    }
  }

  *#bodies(changes: BodyChange[]): Steps {
    for (const change of changes) {
      this.tried++;
      const body = this.#attempt(change);
      if (!body) {
        continue;
      }
      const isNew = this.#isNew(this.#trial.hmac(this.#key, this.#frame, body));
      if (isNew && !change.alone) {
        this.#effective.push(change);
      }
      yield;
    }
  }

  #attempt(change: BodyChange): Attempt<Uint8Array> | undefined {
    const bytes = this.#apply(change, this.view);
    return bytes && !sameBytes(bytes, this.view.bytes) ? { value: bytes, changes: [change] } : undefined;
  }

  /** Applies a change; a variant that is too large is not tried, which is reported. */
  #apply(change: BodyChange, view: BodyView): Uint8Array | undefined {
    try {
      return change.make(view);
    } catch (error) {
      if (!(error instanceof RangeError)) {
        throw error;
      }
      this.limits.add(
        `Some other ways of writing the body were not tried: each would have more than ${maxWritten / 1024 / 1024} MiB.`,
      );
      return undefined;
    }
  }

  #isNew(digest: Buffer): boolean {
    const name = digest.toString('latin1');
    if (this.#digests.has(name)) {
      return false;
    }
    this.#digests.add(name);
    return true;
  }

  #next(body: Attempt<Uint8Array>, view: BodyView, change: BodyChange): () => void {
    return () => {
      const bytes = this.#apply(change, view);
      if (bytes && !sameBytes(bytes, body.value)) {
        this.#trial.hmac(this.#key, this.#frame, { value: bytes, changes: [...body.changes, change] });
      }
    };
  }

  #forms(forms: KeyForm[], key: Attempt<TriedKey>): (Attempt<TriedKey> | undefined)[] {
    const bytes = Buffer.from(key.value.bytes);
    return forms.map((form) => {
      const bytesToSign = form.make(bytes);
      return bytesToSign && !sameBytes(bytesToSign, bytes)
        ? triedKey(bytesToSign, [...key.changes, form.change])
        : undefined;
    });
  }

  #timestampFrames(stamps: TimestampChange[]): Attempt<TriedFrame>[] {
    return stamps.map(({ text, change }) => triedFrame(canonical(text), [change]));
  }

  #messageFrames(messages: MessageChange[], stamp?: TimestampChange): Attempt<TriedFrame>[] {
    return messages.map(({ frame, change }) =>
      triedFrame(frame(stamp?.text ?? this.#timestamp), stamp ? [stamp.change, change] : [change]),
    );
  }
}

function sourcesTried(sources: KeySource[]): Attempt<TriedKey>[] {
  return sources.map(({ bytes, change }) => triedKey(bytes, [change]));
}

function compact<T>(list: (T | undefined)[]): T[] {
  return list.filter((item): item is T => item !== undefined);
}

/** Removes keys that have the same bytes as an earlier one. */
function distinct(keys: Attempt<TriedKey>[]): Attempt<TriedKey>[] {
  const variants = new Set<string>();
  return keys.filter(({ value }) => {
    const name = Buffer.from(value.bytes).toString('latin1');
    if (variants.has(name)) {
      return false;
    }
    variants.add(name);
    return true;
  });
}

/** Pairs that give nothing new: the second change reverts the first, or both together equal a single change. */
function idle(first: BodyChange, second: BodyChange): boolean {
  if (second === first) {
    return true;
  }
  const isRewritten = first.code === 'reserialized' && first.reach !== 'numbers';
  if (second.code === 'not-the-body' || second.code === 'empty-body') {
    return !second.variant.includes('repr');
  }
  if (second.code === 'payload-only') {
    return isRewritten || first.code === 'payload-only' || first.reach === 'outer';
  }
  if (second.code === 'reserialized') {
    return (
      isRewritten || (second.reach === 'writer' && (first.code === 'payload-only' || first.reach === 'outer'))
    );
  }
  return second.expensive === true && first.variant.includes('+');
}
