import { expect, test } from 'vitest';
import type { DeletionRecord } from '../../../../main/features/deletion/record.ts';
import { stateText } from '../../../../main/features/deletion/wording.ts';

const record = (outcome: DeletionRecord['outcome']) => ({ mode: 'EXPIRE', outcome }) as DeletionRecord;

test.each([
  ['accepted', true, false, 'Assay keeps checking. You can leave this page.'],
  ['accepted', false, false, expect.stringMatching(/^Check again later\./)],
  ['accepted', false, true, undefined],
  ['unknown', true, false, expect.stringMatching(/keeps checking/)],
  ['unknown', false, false, expect.stringMatching(/Check again, and preview it again/)],
  ['unknown', false, true, expect.stringMatching(/carry it out\. Preview it again/)],
] as const)(
  'a deletion whose effect is not confirmed (%s) says what to do: checking %s, failure below %s',
  (outcome, isChecking, hasFailure, hint) => {
    expect(stateText(record(outcome), isChecking, hasFailure).hint).toEqual(hint);
  },
);
