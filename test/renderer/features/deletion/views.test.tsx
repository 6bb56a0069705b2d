import { describe, expect, test } from 'vitest';
import type { DeletionPreview, DeletionView } from '../../../../preload/contract/deletion.ts';
import {
  type EnvironmentKind,
  type EnvironmentView,
  environmentView,
} from '../../../../preload/contract/environments.ts';
import { previewSentence } from '../../../../renderer/features/deletion/deletion-wording.ts';
import { OtherDeletions } from '../../../../renderer/features/deletion/other-deletions.tsx';
import { Preview } from '../../../../renderer/features/deletion/preview.tsx';
import { Progress } from '../../../../renderer/features/deletion/progress.tsx';
import { settings } from '../../../main/features/environments/environment-harness.ts';
import { render } from '../../../support/render.tsx';

const nothing = () => undefined;
const environment = (kind: EnvironmentKind): EnvironmentView =>
  environmentView.parse({
    id: 'e1',
    settings: settings({ name: 'Acme', kind, baseUrl: 'https://acme.example' }),
    builtIn: false,
    signingKeys: [],
  });

const allowed: DeletionPreview = {
  previewId: 'p1',
  expectation: 'accepted',
  status: 'IN_PROGRESS',
  subscriptionActive: false,
  sentences: ['Verification is blocked.', 'This cannot be undone.'],
  subject: {
    userKey: 'ann@example.test',
    name: 'Ann Smith',
    age: 41,
    verdict: 'In progress.',
    products: [{ name: 'identity', status: 'IN_PROGRESS' }],
    moreProducts: 2,
  },
  readAt: '2026-01-02T03:04:05Z',
};

const preview = (kind: EnvironmentKind, change: Partial<DeletionPreview> = {}, revealed = false) =>
  render(
    <Preview
      preview={{ ...allowed, ...change }}
      target={{ environmentId: 'e1', conversationId: 'c1', mode: 'EXPIRE' }}
      environment={environment(kind)}
      busy={false}
      onRun={nothing}
      onOther={nothing}
    />,
    { revealed },
  );
const isDisabled = (html: string, label: string) =>
  new RegExp(`<button(?=[^>]*disabled=)[^>]*>(?:(?!</button>).)*${label}`, 's').test(html);

describe('a preview', () => {
  test('shows whose conversation it is, masked', () => {
    const { text, html } = preview('test');
    expect(text).toContain('Identity In progress');
    expect(text).toContain('and 2 more');
    expect(html).not.toContain('Ann Smith');
    expect(html).not.toContain('ann@example.test');
  });

  test('is no live region: its title can be focused, and one sentence is announced', () => {
    const { html } = preview('test');
    expect(html).not.toMatch(/role="status"|aria-live/);
    expect(html).toMatch(/<h2[^>]*tabindex="-1"[^>]*>Preview: expire/);
    expect(previewSentence({ ...allowed, files: 13 }, 'DELETE_DATA')).toBe(
      'Allowed. Deletes the data of a finished conversation. This cannot be undone. 13 files.',
    );
    const refused = { expectation: 'refused', sentences: ['It is finished.', 'Delete its data.'] } as const;
    expect(previewSentence({ ...allowed, ...refused, sentences: [...refused.sentences] }, 'EXPIRE')).toBe(
      'Not allowed. It is finished.',
    );
  });

  test('names the environment on the button, which requires confirming the person', () => {
    const { html, text } = preview('test');
    expect(text).toContain('I have checked that this is the right person');
    expect(isDisabled(html, 'Expire in Acme')).toBe(true);
  });

  test('needs no confirmation in the sandbox', () => {
    const { html, text } = preview('sandbox');
    expect(text).not.toContain('I have checked');
    expect(isDisabled(html, 'Expire in Acme')).toBe(false);
  });

  test('requires the name of a production environment as well', () => {
    const { html, text } = preview('production', { confirmation: 'Acme' });
    expect(text).toContain('Type Acme to confirm');
    expect(isDisabled(html, 'Expire in Acme')).toBe(true);
  });

  test('of a refused action gives the reason and the alternative, and no button to send it', () => {
    const { text, buttons } = preview('test', {
      expectation: 'refused',
      statusDetail: 'ConversationAlreadyFinished',
      sentences: ['The conversation is finished.', 'Delete its data instead.'],
    });
    expect(text).toContain('Not allowed');
    expect(text).toContain('The conversation is finished.');
    expect(buttons).toContain('Preview “Delete data” instead');
    expect(buttons.join(' ')).not.toContain('Expire in Acme');
  });

  test('of a conversation that cannot be read says why, shows no person, and asks for its own confirmation', () => {
    const unreadable = {
      code: 'server-error',
      message: 'The service failed (500).',
      retryable: true,
    } as const;
    const { text, buttons, html } = preview('sandbox', { expectation: 'unknown', unreadable });
    expect(text).toContain('The service failed (500).');
    expect(text).not.toContain('User key');
    expect(text).toContain('Send it without checking whose data it is');
    expect(buttons.join(' ')).toContain('Expire in Acme');
    expect(isDisabled(html, 'Expire in Acme')).toBe(true);
  });

  test('offers no alternative while monitoring keeps the data', () => {
    const { buttons } = preview('test', { expectation: 'refused', statusDetail: 'ActiveSubscriptionExists' });
    expect(buttons.join(' ')).not.toContain('instead');
  });
});

const sent: DeletionView = {
  deletionId: 'd1',
  environmentId: 'e1',
  conversationId: 'c1',
  mode: 'DELETE_DATA',
  phase: 'settled',
  outcome: 'confirmed',
  message: 'The data was deleted.',
  steps: [{ kind: 'good', message: 'Sent.', at: '2026-01-02T03:04:05Z' }],
  acknowledged: false,
};
const progress = (change: Partial<DeletionView>) =>
  render(
    <Progress
      deletion={{ ...sent, ...change }}
      onCheck={nothing}
      onStop={nothing}
      onPreview={nothing}
      onOpen={nothing}
      onDismiss={nothing}
    />,
  );
const actions = (change: Partial<DeletionView>) =>
  progress(change).buttons.filter((label) => !label.startsWith('Copy'));

describe('a sent request', () => {
  test.each([
    [{}, ['Dismiss'], 'Deleted'],
    [{ mode: 'EXPIRE' }, ['Open the conversation', 'Dismiss'], 'Expired'],
    [{ phase: 'sending', outcome: undefined }, ['Open the conversation'], 'Sending'],
    [
      { phase: 'checking', outcome: 'accepted' },
      ['Stop checking', 'Open the conversation'],
      'Accepted, checking',
    ],
    [
      { phase: 'unsettled', outcome: 'accepted' },
      ['Check again', 'Open the conversation', 'Preview again', 'Dismiss'],
      'Accepted, not confirmed',
    ],
    [
      { phase: 'unsettled', outcome: 'unknown' },
      ['Check again', 'Open the conversation', 'Preview again', 'Dismiss'],
      'Unknown',
    ],
    [{ outcome: 'refused' }, ['Open the conversation', 'Preview again', 'Dismiss'], 'Refused'],
    [{ outcome: 'not-done' }, ['Open the conversation', 'Preview again', 'Dismiss'], 'Failed'],
  ] as [Partial<DeletionView>, string[], string][])('%j offers %j and says “%s”', (change, buttons, word) => {
    expect(actions(change)).toEqual(buttons);
    expect(progress(change).text).toContain(word);
  });

  test('that met a 410 is no error: there is nothing left to delete', () => {
    const failure = { code: 'gone', message: 'It is gone (410).', retryable: false } as const;
    const gone = progress({ outcome: 'not-done', message: 'Nothing was left to delete.', failure });
    expect(gone.text).toContain('Already gone');
    expect(gone.html).not.toContain('role="alert"');
    expect(progress({ outcome: 'unknown', phase: 'unsettled', failure }).html).toContain('role="alert"');
  });

  test('shows each step, the message and the time until the next check', () => {
    const { text } = progress({
      phase: 'checking',
      outcome: 'accepted',
      hint: 'It may take a while.',
      nextReadAt: new Date(Date.now() + 20_000).toISOString(),
    });
    expect(text).toContain('The data was deleted. It may take a while.');
    expect(text).toMatch(/Sent\..*Next check in \d+ s/);
  });
});

describe('the list of other requests', () => {
  const list = (deletions: readonly DeletionView[]) =>
    render(
      <OtherDeletions
        title="Requests"
        deletions={deletions}
        environments={[environment('test')]}
        onView={nothing}
        onDismiss={nothing}
      />,
    );

  test('is hidden without any', () => {
    expect(list([]).text).toBe('');
  });

  test('offers to view one in an existing environment, and to dismiss it once it has ended', () => {
    expect(list([sent]).buttons).toEqual(['View', 'Dismiss']);
    expect(list([{ ...sent, phase: 'checking', outcome: 'accepted' }]).buttons).toEqual(['View']);
    const orphan = list([{ ...sent, environmentId: 'removed' }]);
    expect(orphan.buttons).toEqual(['Dismiss']);
    expect(orphan.text).toContain('Environment removed');
  });
});
