import fc from 'fast-check';
import { faults } from './service.ts';
import { ModelStage } from './stage.ts';

type Model = Record<string, never>;

class Step implements fc.AsyncCommand<Model, ModelStage> {
  readonly #text: string;
  readonly #run: (stage: ModelStage) => Promise<void> | void;

  constructor(text: string, run: (stage: ModelStage) => Promise<void> | void) {
    this.#text = text;
    this.#run = run;
  }

  check(): boolean {
    return true;
  }

  async run(_model: Model, stage: ModelStage): Promise<void> {
    stage.steps += 1;
    await this.#run(stage);
    throwFaults(stage);
  }

  toString(): string {
    return this.#text;
  }
}

function throwFaults({ faults: found }: ModelStage): void {
  if (found.length > 0) {
    throw new Error(found.join('\n'));
  }
}

const id = fc.integer({ min: 1, max: 32 }).map((number) => `c-${number}`);
const choice = fc.constantFrom('delete', 'delete', 'delete', 'expire', 'end-monitoring');
const lists = fc.tuple(fc.oneof(fc.tuple(id), fc.uniqueArray(id, { minLength: 2, maxLength: 9 })), choice);
const steps = {
  preview: lists.map(
    ([ids, chosen]) => new Step(`preview ${chosen} ${ids}`, (stage) => stage.preview(ids, chosen)),
  ),
  start: lists.map(
    ([ids, chosen]) =>
      new Step(`start ${chosen} ${ids}`, async (stage) => {
        await stage.preview(ids, chosen);
        await stage.begin();
      }),
  ),
  plan: fc.tuple(lists, fc.constantFrom(20_000, 600_000)).map(
    ([[ids, chosen], ms]) =>
      new Step(`plan ${chosen} ${ids} in ${ms}`, async (stage) => {
        await stage.preview(ids, chosen);
        await stage.begin(ms);
      }),
  ),
  begin: fc.constant(new Step('begin', (stage) => stage.begin())),
  control: fc
    .tuple(fc.nat(3), fc.constantFrom('pause', 'resume', 'resume', 'cancel', 'stopReading', 'dismiss'))
    .map(([index, action]) => new Step(`${action} ${index}`, (stage) => stage.control(index, action))),
  pass: fc
    .constantFrom(10, 600, 11_000, 11_000, 120_000, 700_000)
    .map((ms) => new Step(`pass ${ms}`, (stage) => stage.pass(ms))),
  work: fc.integer({ min: 1, max: 30 }).map((at) => new Step(`work ${at}`, (stage) => stage.work(at))),
  crash: fc.integer({ min: 1, max: 40 }).map((at) => new Step(`crash ${at}`, (stage) => stage.crash(at))),
  fault: fc
    .tuple(
      fc.constantFrom('GET', 'DELETE', 'DELETE'),
      fc.constantFrom(...faults),
      fc.integer({ min: 1, max: 4 }),
    )
    .map(([of, fault, count]) => {
      const text = `${of} ${fault} ${count}`;
      return new Step(text, (stage) => stage.service.disturb(of, fault, count));
    }),
  clock: fc
    .constantFrom(-3_600_000, -20_000, 20_000, 3_600_000)
    .map((ms) => new Step(`clock ${ms}`, (stage) => stage.setClock(ms))),
  disk: fc.integer({ min: 1, max: 3 }).map((n) => new Step(`disk ${n}`, (stage) => stage.failWrites(n))),
  others: fc
    .tuple(id, fc.constantFrom('finish', 'finish', 'remove'))
    .map(([one, what]) => new Step(`${what} ${one}`, (stage) => stage.service.change(one, what))),
  select: fc.boolean().map((is) => new Step(`select ${is}`, (stage) => stage.select(is))),
  key: fc
    .constantFrom('login', 'login', 'other')
    .map((login) => new Step(`key ${login}`, (stage) => stage.changeKey(login))),
  edit: fc
    .constantFrom('name', 'name', 'kind', 'address', 'delete')
    .map((what) => new Step(`edit ${what}`, (stage) => stage.edit(what))),
};

/** The ordinary steps come more often, so that there is something to disturb. */
const {
  preview,
  start,
  plan,
  begin,
  control,
  pass,
  work,
  crash,
  fault,
  clock,
  disk,
  others,
  select,
  key,
  edit,
} = steps;
const often = [start, start, pass, work, work, control, control, fault, fault, crash];
const arbitrary = [
  ...often,
  ...often,
  plan,
  plan,
  preview,
  begin,
  begin,
  clock,
  disk,
  others,
  select,
  key,
  edit,
];

/** Takes at least about so many steps, 50 at most and some 24 on average on each engine; a fault is shown with the shortest steps to it that are found in `limitMs`. */
export async function takeSteps(
  count: number,
  limitMs: number,
  given: { seed?: number } = {},
): Promise<{ steps: number; requests: number; carriedOut: number; kills: number }> {
  const taken = { steps: 0, requests: 0, carriedOut: 0, kills: 0 };
  await fc.assert(
    fc.asyncProperty(fc.commands(arbitrary, { maxCommands: 50, size: 'max' }), async (commands) => {
      const stage = await ModelStage.start();
      try {
        await fc.asyncModelRun(() => ({ model: {}, real: stage }), commands);
        await stage.finish();
        throwFaults(stage);
      } finally {
        taken.steps += stage.steps;
        taken.requests += stage.service.requests;
        taken.carriedOut += stage.service.carriedOut.size;
        taken.kills += stage.kills;
        await stage.close();
      }
    }),
    { numRuns: Math.ceil(count / 22), interruptAfterTimeLimit: limitMs, ...given },
  );
  process.stdout.write(`${JSON.stringify(taken)}\n`);
  return taken;
}
