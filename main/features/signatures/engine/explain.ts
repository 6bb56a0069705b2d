import { setImmediate } from 'node:timers/promises';
import type { NamedKey } from './changes/keys.ts';
import type { Finding } from './finding.ts';
import { lackOf } from './lack.ts';
import { attempts, collectNext, leftOver, ruledOut } from './ruled-out.ts';
import { Search } from './search.ts';
import { Trial } from './trial.ts';

/** A callback whose signature did not match, and the available keys. */
export interface ExplainInput {
  timestamp: string;
  signature: string;
  body: Uint8Array;
  /** The expected key. */
  key: NamedKey;
  /** All other keys, and the API key's login and password. */
  candidates?: readonly NamedKey[];
  /** True (the default) if pairs of changes are tried when no single one fits. */
  pairs?: boolean;
  /** The limit of processor time in milliseconds; 14 seconds by default. */
  budgetMs?: number;
}

/** The result of a search. */
export interface Explanation {
  /** All proved causes, likeliest first. */
  findings: Finding[];
  /** The signature matched without a change. */
  matches: boolean;
  /** The number of computations, without variants that change nothing or repeat an earlier one. */
  tried: number;
  /** False when the search was stopped; after a proved cause, later stages are skipped. */
  complete: boolean;
  /** `budget`: the limit of processor time was reached. `limit`: everything was tried except what `limits` names. */
  stoppedBy?: 'cancelled' | 'budget' | 'too-large' | 'limit';
  /** Changes that were not tried because the body is too large, as sentences; absent when all were. */
  limits?: string[];
  /** Causes that were ruled out, as sentences; empty when a cause was found. */
  ruledOut: string[];
  /** Kinds of causes of which common ones were tried, as sentences; others of the kind remain possible. */
  attempted: string[];
  /** Causes that remain possible. */
  leaves: string[];
  /** The things to collect next, as sentences. */
  collect: string[];
}

export type SearchEvent =
  | { type: 'finding'; finding: Finding }
  /** `tried` of the stage’s `total` variants; each stage counts from zero. */
  | { type: 'progress'; stage: 'single' | 'pairs'; tried: number; total: number };
export type ExplainEvent = SearchEvent | { type: 'done'; explanation: Explanation };

/** Larger bodies are not explained. Bytes. */
export const maxExplained = 32 * 1024 * 1024;
const defaultBudgetMs = 14_000;
/** The time the search runs before it yields, and between its reports of progress. Milliseconds. */
const sliceMs = 12;
const progressMs = 100;

/**
 * Searches for the change that makes the signature match (interface 6.4, rule 4). Findings are yielded as they are
 * proved; `done` is always last, also after an abort. All single changes are tried; pairs only when none fits, and after
 * a match only its group is completed. Never throws for the input's content.
 */
export async function* explain(
  input: ExplainInput,
  signal?: AbortSignal,
): AsyncGenerator<ExplainEvent, void, void> {
  if (input.body.length > maxExplained) {
    yield { type: 'done', explanation: tooLarge(input) };
    return;
  }
  const { timestamp, body, key, candidates = [] } = input;
  const trial = new Trial(timestamp, body, input.signature);
  const search = new Search(trial, timestamp, body, key, candidates);
  const lack = lackOf({ ...input, length: body.length });
  if (lack) {
    // Only as it is: an empty body may have been signed.
    search.singles().next();
    if (!trial.matches) {
      yield { type: 'done', explanation: notSearched(lack.sentence) };
      return;
    }
  }
  const startedAt = performance.now();
  let reportCount = 0;
  let restAt = startedAt;
  let progressAt = startedAt;
  // The thread's own time, so that a busy machine does not shorten the search.
  const processor = process.threadCpuUsage();
  const budgetMs = input.budgetMs ?? defaultBudgetMs;
  let stoppedBy: Explanation['stoppedBy'];
  let lastStage: 'none' | 'single' | 'pairs' = 'none';

  async function* run(
    stage: 'single' | 'pairs',
    steps: Generator<unknown, void, void>,
  ): AsyncGenerator<ExplainEvent, void, void> {
    for (const step of steps) {
      for (const finding of trial.findings.slice(reportCount)) {
        reportCount++;
        yield { type: 'finding', finding };
      }
      if (trial.matches || (step === 'group' && reportCount > 0)) {
        return;
      }
      const now = performance.now();
      if (now - restAt < sliceMs) {
        continue;
      }
      await setImmediate();
      restAt = performance.now();
      if (signal?.aborted) {
        stoppedBy = 'cancelled';
      } else if (processorMs(processor) > budgetMs) {
        stoppedBy = 'budget';
      }
      if (stoppedBy) {
        return;
      }
      if (restAt - progressAt < progressMs) {
        continue;
      }
      progressAt = restAt;
      yield { type: 'progress', stage, ...search.progress(stage) };
    }
    lastStage = stage;
  }

  if (signal?.aborted) {
    stoppedBy = 'cancelled';
  } else if (trial.forms.length > 0) {
    yield* run('single', search.singles());
    if (!stoppedBy && reportCount === 0 && !trial.matches && input.pairs !== false) {
      yield* run('pairs', search.pairs());
    }
  }
  const { findings, matches } = trial;
  const limits = [...search.limits];
  const none = findings.length === 0 && !matches;
  if (limits.length > 0 && none) {
    stoppedBy ??= 'limit';
  }
  const summary = {
    tooMuchJson: limits.length > 0 && !search.view.tape(),
    input,
    view: search.view,
    readable: trial.forms.length > 0,
    lastStage,
  };
  yield {
    type: 'done',
    explanation: {
      findings,
      matches,
      tried: trial.count,
      complete: stoppedBy === undefined,
      ...(stoppedBy && { stoppedBy }),
      ...(limits.length > 0 && { limits }),
      ruledOut: none ? ruledOut(summary) : [],
      attempted: none ? attempts(summary) : [],
      leaves: none ? leftOver(summary) : [],
      collect: none ? collectNext(summary) : [],
    },
  };
}

function processorMs(since: NodeJS.CpuUsage): number {
  const { user, system } = process.threadCpuUsage(since);
  return (user + system) / 1000;
}

/** Runs the search to its end; `onEvent` receives findings and progress. */
export async function explainAll(
  input: ExplainInput,
  options: { signal?: AbortSignal; onEvent?: (event: SearchEvent) => void } = {},
): Promise<Explanation> {
  for await (const event of explain(input, options.signal)) {
    if (event.type === 'done') {
      return event.explanation;
    }
    options.onEvent?.(event);
  }
  throw new Error('a search ends with its explanation');
}

function tooLarge({ body }: ExplainInput): Explanation {
  return {
    ...notSearched(
      `Nothing was tried: the body has ${body.length.toLocaleString('en')} bytes, and bodies up to ${maxExplained.toLocaleString('en')} bytes are explained.`,
    ),
    complete: false,
    stoppedBy: 'too-large',
    collect: ['A smaller callback of the same receiver with the same fault.'],
  };
}

function notSearched(reason: string): Explanation {
  return {
    findings: [],
    matches: false,
    tried: 0,
    complete: true,
    ruledOut: [],
    attempted: [],
    leaves: [reason],
    collect: [],
  };
}
