import { describe, expect, test } from 'vitest';
import type { CaseMatch } from '../../../preload/contract/cases.ts';
import type { Action } from '../../../renderer/actions/action-store.ts';
import { createOpenFieldStore } from '../../../renderer/features/conversations/open-field-store.ts';
import { fieldGroups } from '../../../renderer/shell/field-entries.ts';

const action = (id: string, more: Partial<Action> = {}): Action => ({
  id,
  label: id,
  run: () => undefined,
  ...more,
});
const known = {
  samples: [
    { id: 'c-1', title: 'Found on a PEP list, may be deleted' },
    { id: 'c-2', title: 'A dozen media' },
  ],
  recent: [{ environmentId: 'sandbox', conversationId: 'c-2', openedAt: '2026-01-15T09:30:00Z' }],
  actions: [
    action('theme', { label: 'Dark theme', group: 'Window', keywords: ['appearance'] }),
    action('go', { label: 'Go to Deletion', group: 'Go to', keywords: ['erase'] }),
    action('here', { label: 'Refresh the conversation', group: 'Conversation' }),
    action('off', { label: 'Not now', group: 'Window', disabled: true }),
  ],
};
const uuid = '5f0c2a4e-9d1b-4c57-8a60-1f2e3d4c5b6a';

function field(enter: { typed?: string; pasted?: string }, matches?: readonly CaseMatch[], isSigned = false) {
  const store = createOpenFieldStore();
  if (enter.pasted === undefined) {
    store.getState().type(enter.typed ?? '');
  } else {
    store.getState().paste(enter.pasted);
  }
  const did: string[] = [];
  const { groups, note } = fieldGroups({ ...store.getState(), matches, isSigned }, known, {
    addToList: (ids) => void did.push(`add ${ids.join()}`),
    verifySignature: () => void did.push('verify'),
  });
  const run = (label: string) => {
    const entry = groups.flatMap(({ entries }) => entries).find((one) => one.label === label);
    if (entry && 'to' in entry && 'conversationId' in entry.to) {
      did.push(`${entry.to.page} ${entry.to.conversationId}`);
    } else if (entry && 'run' in entry) {
      entry.run();
    }
  };
  return {
    note,
    did,
    run,
    shown: groups.map(({ title, entries }) => [title, entries.map(({ label }) => label)]),
  };
}

const match = (by: CaseMatch['by'], conversationId: string) =>
  ({ by, row: { conversationId, verdict: 'review' } }) as CaseMatch;

describe('the field', () => {
  test("shows recent cases, then the page's actions, then the rest", () => {
    expect(field({}).shown).toEqual([
      ['Recent cases', ['A dozen media']],
      ['Conversation', ['Refresh the conversation']],
      ['Go to', ['Go to Deletion']],
      ['Window', ['Dark theme']],
    ]);
  });

  test('finds actions by every word of label or synonym, before samples of that name', () => {
    expect(field({ typed: 'appear' }).shown[0]).toEqual(['Window', ['Dark theme']]);
    expect(field({ typed: 'erase' }).shown[0]).toEqual(['Go to', ['Go to Deletion']]);
    expect(field({ typed: 'delet' }).shown).toEqual([
      ['Go to', ['Go to Deletion']],
      ['In the sandbox', ['Found on a PEP list, may be deleted']],
    ]);
    expect(field({ typed: 'pep media' }).shown).toEqual([]);
  });

  test('opens an unknown id, and offers its actions', () => {
    const { shown, did, run, note } = field({ typed: uuid }, []);
    expect(note).toBeUndefined();
    expect(shown).toEqual([
      ['Open', [uuid]],
      ['Actions', ['Expire…', 'Delete data…', 'Show its calls', 'Add to list…']],
    ]);
    run(uuid);
    run('Delete data…');
    run('Add to list…');
    expect(did).toEqual([`conversations ${uuid}`, `deletion ${uuid}`, `add ${uuid}`]);
  });

  test('opens the cases of a known user key', () => {
    const { shown, did, run } = field({ typed: 'user-81' }, [
      match('user-key', 'c-9'),
      match('user-key', 'c-8'),
    ]);
    expect(shown.slice(0, 2)).toEqual([
      ['Cases', ['c-9', 'c-8']],
      ['Actions', ['Add 2 to list…']],
    ]);
    run('c-9');
    run('Add 2 to list…');
    expect(did).toEqual(['conversations c-9', 'add c-9,c-8']);
  });

  test.each([
    'Kowalski',
    'Łukasiewicz-Żółć',
    'Anna Kowalska',
    'Иванова',
    '王小明',
    '1979-02-11',
    '11.02.1979',
    'jane1979@example.test',
    'P<UTOERIKSSON<<ANNA<MARIA',
    'anna-maria-kowalska',
  ])('never offers to send %s to the service, and says that nothing was sent', (typed) => {
    const { shown, note } = field({ typed }, []);
    expect(shown).toEqual([]);
    expect(note).toMatch(/Nothing was sent\.$/);
  });

  test.each(['conv-0001', '42', 'AB1234567', '85073003328', 'DE89370400440532013000', '1'.repeat(32)])(
    'sends %s only where that is chosen: it may be an id and may be a number of a person',
    (typed) => {
      const { shown, did, run } = field({ typed }, []);
      expect(shown).toEqual([['Ask the service', [`Open “${typed}” as an id`]]]);
      run(`Open “${typed}” as an id`);
      expect(did).toEqual([`conversations ${typed}`]);
    },
  );

  test.each([
    uuid,
    uuid.toUpperCase(),
    uuid.replaceAll('-', ''),
    '507f1f77bcf86cd799439011',
    '01ARZ3NDEKTSV4RRFFQ69G5FAV',
    'https://api.example/api/conversations/Kowalski',
    'conversation id: abc.77',
  ])('opens %s at once', (typed) => {
    expect(field({ typed }, []).shown[0]?.[0]).toBe('Open');
  });

  test('opens a case stored here whatever the form of its id', () => {
    expect(field({ typed: 'kowalski' }, [match('conversation-id', 'kowalski')]).shown[0]).toEqual([
      'Cases',
      ['kowalski'],
    ]);
  });

  test.each(['user-81', 'jane@example.test'])('reports that it knows no case of %s', (typed) => {
    expect(field({ typed }, []).note).toMatch(/^No case in this console has this user key/);
    // Not before the search.
    expect(field({ typed }).note).toBeUndefined();
  });

  test('offers to verify the signature of a pasted request', () => {
    const callback = JSON.stringify({
      id: 'event-9',
      target: 'CONVERSATION',
      event: 'FINISHED',
      payload: { conversation: { id: 'conv-9' } },
    });
    const { shown, did, run } = field({ pasted: callback }, undefined, true);
    expect(shown).toEqual([
      ['Open', ['conv-9']],
      ['Actions', ['Verify signature', 'Expire…', 'Delete data…', 'Show its calls', 'Add to list…']],
    ]);
    run('Verify signature');
    expect(did).toEqual(['verify']);
    expect(field({ pasted: 'X-Signature: 00\nno id' }, undefined, true).shown).toEqual([
      ['Actions', ['Verify signature']],
    ]);
  });
});
