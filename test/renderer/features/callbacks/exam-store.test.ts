import { expect, test } from 'vitest';
import type { ExamReport } from '../../../../preload/contract/examine.ts';
import type { BridgeClient } from '../../../../renderer/bridge/bridge-client.ts';
import { createExamStore } from '../../../../renderer/features/callbacks/examine/exam-store.ts';

const rule = { id: 'order', group: 'g', title: 't', section: '6.2', sends: 's', expects: 'e' };
const examined = { ...rule, verdict: 'passed' as const, reason: 'r', exchanges: [] };
const report: ExamReport = {
  format: 'assay-receiver-exam',
  formatVersion: 1,
  url: 'http://127.0.0.1/',
  startedAt: '2026-01-01T00:00:00Z',
  durationMs: 1,
  outcome: 'passed',
  counts: { passed: 1, failed: 0, 'cannot-tell': 0 },
  rules: [examined],
};

/** A store whose exam goes on until the test ends it. */
function opened() {
  const { promise, resolve } = Promise.withResolvers<ExamReport>();
  let options: { signal: AbortSignal; onProgress(progress: unknown): void } | undefined;
  const inputs: unknown[] = [];
  const invoke = async (operation: string, input: unknown, given: typeof options) => {
    if (operation === 'examine.rules') {
      return { rules: [rule] };
    }
    inputs.push(input);
    options = given;
    return promise;
  };
  const store = createExamStore({ invoke } as unknown as BridgeClient);
  store.getState().open('e1');
  store.getState().change({ keyId: 'k1', url: 'http://127.0.0.1:1/' });
  return { store, inputs, end: resolve, running: () => options };
}

test('progress is shown by rule, and the report when it ends', async () => {
  const { store, inputs, end, running } = opened();
  const started = store.getState().start();
  expect(store.getState().running).toBe(true);
  expect(inputs).toEqual([
    { environmentId: 'e1', keyId: 'k1', url: 'http://127.0.0.1:1/', answerWithin: 10, maxBody: 256 },
  ]);
  running()?.onProgress({ ruleId: 'order' });
  expect(store.getState()).toMatchObject({ currentId: 'order', examined: {} });
  running()?.onProgress({ ruleId: 'order', examined });
  expect(store.getState().examined).toEqual({ order: examined });
  end(report);
  await started;
  expect(store.getState()).toMatchObject({ running: false, currentId: undefined, report });
});

test('ending cancels the exam in main and still shows its report', async () => {
  const { store, end, running } = opened();
  const started = store.getState().start();
  store.getState().end();
  expect(running()?.signal.aborted).toBe(true);
  expect(store.getState().running).toBe(true);
  end({ ...report, outcome: 'incomplete' });
  await started;
  expect(store.getState().report?.outcome).toBe('incomplete');
});

test('leaving the environment cancels the exam and drops what arrives later; the address stays', async () => {
  const { store, end, running } = opened();
  const started = store.getState().start();
  store.getState().leave();
  expect(running()?.signal.aborted).toBe(true);
  running()?.onProgress({ ruleId: 'order', examined });
  end(report);
  await started;
  expect(store.getState()).toMatchObject({ examined: {}, report: undefined, environmentId: undefined });
  expect(store.getState().form).toMatchObject({ url: 'http://127.0.0.1:1/', keyId: null });
});
