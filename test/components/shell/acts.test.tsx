import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { openCaseOf, openCases } from '../case-list.ts';
import { FakeCases, newRow } from '../cases.ts';
import { announcements, expectSaid, recordFocus } from '../live-regions.ts';
import { openCase, sampleId } from '../main.ts';
import { newReading } from '../readings.ts';
import { enter, openSignatures, verdict, verified, verify, wrong } from '../signatures/page.tsx';
import { press } from '../window.tsx';

/** Keys and texts, one after the other: a text in quotes is typed. */
async function keys(steps: string): Promise<void> {
  for (const [step, text] of steps.matchAll(/"([^"]*)"|\S+/g)) {
    await (text === undefined ? press(step) : userEvent.keyboard(text));
  }
}

const field = (name: string) => page.getByRole('textbox', { name });
const button = (name: string | RegExp) => page.getByRole('button', { name });
const two = () => new FakeCases([newRow(1), newRow(2)]);

async function decide(): Promise<void> {
  await press('x');
  await expect.element(page.getByRole('group', { name: 'Reasons' })).toBeVisible();
  await keys('1 Enter');
}

async function withdraw(): Promise<void> {
  await decide();
  await expect.element(button(/^Withdraw/)).toBeVisible();
  await press('Shift+Z');
  await field('Why is it withdrawn?').fill('Another person.');
  await press('Control+Enter');
}

async function openPanel(): Promise<void> {
  if (button('Close notes and history').query() === null) {
    await press('n');
  }
}

interface Act {
  work(): Promise<void>;
  said: RegExp;
}

const inList: Record<string, Act> = {
  'the list is refreshed': { work: () => press('r'), said: /List refreshed: 2 cases/ },
  'the preview is opened': { work: () => press('p'), said: /Preview (opened|closed)/ },
  'a view is saved and deleted': {
    async work() {
      await keys('/ "label:vip" Enter');
      await button('Save view').click();
      await field('Name of the view').fill('VIP');
      await press('Enter');
      await button('Delete view').click();
    },
    said: /View VIP saved.*View VIP deleted/,
  },
};

/** Those in a text field come last: keys are typed in it. */
const inCase: Record<string, Act> = {
  'a follow-up': {
    async work() {
      await press('p');
      await field('Reason').fill('A new passport is on its way.');
      await press('Control+Enter');
    },
    said: /Follow-up on \d/,
  },
  'a case that waits, and does not': {
    async work() {
      await press('q');
      await expect.element(page.getByRole('dialog', { name: /^Wait/ })).toBeVisible();
      await keys('1 Control+Enter');
      await expect.element(button('Stop waiting')).toBeVisible();
      await press('q');
    },
    said: /Waiting for the user: .*No longer waiting for the user/,
  },
  'a decision that is undone': {
    async work() {
      await decide();
      await expect.element(button(/^Withdraw/)).toBeVisible();
      await press('Control+z');
    },
    said: /Undone: Rejected/,
  },
  'a decision that is withdrawn': { work: withdraw, said: /Decision withdrawn/ },
  'a decision': { work: decide, said: /Rejected: Document not genuine/ },
  'a note': {
    async work() {
      await openPanel();
      await field('New note').fill('Asked by phone.');
      await press('Control+Enter');
    },
    said: /Note saved/,
  },
  'a label': {
    async work() {
      await openPanel();
      await field('Label').fill('vip');
      await press('Enter');
      await button('Remove vip from the case').click();
    },
    said: /Label vip added.*Label vip removed/,
  },
};

/** Does each twice: the same act is announced again. None may lose the focus. */
async function expectSaidTwice(acts: Record<string, Act>): Promise<void> {
  for (const [name, { work, said }] of Object.entries(acts)) {
    const focus = recordFocus(document.querySelector('#root') as Element);
    const announced = announcements();
    for (let times = 0; times < 2; times += 1) {
      await work();
      await expectSaid(announced, said);
    }
    expect(await focus.end(), name).toEqual([]);
  }
}

test('acts in the list are announced, and again', async () => {
  await openCases(two());
  await expectSaidTwice(inList);
});

test('acts in a case are announced, and again', async () => {
  await openCaseOf(two(), 1);
  await expectSaidTwice(inCase);
});

test('a finding that is settled is announced, and again', async () => {
  await page.viewport(1440, 900);
  const { bridge } = await openCase('sandbox', await sampleId('Seven products, known in part'), {
    replies: { 'cases.settle': () => ({ affected: 1 }) },
  });
  const settle = button(/^Settle: /).first();
  await expect
    .poll(() => {
      // The list of cases says so in the console.
      bridge.send('cases.changed', { environmentId: 'sandbox' });
      return settle.query();
    })
    .not.toBeNull();
  await expectSaidTwice({
    'a settlement': {
      async work() {
        await press('o');
        await expect.element(page.getByRole('radio', { name: 'Accepted' })).toBeVisible();
        await press('3');
        await expect.element(page.getByRole('radio', { name: 'Accepted' })).toBeChecked();
        await expect.element(field('Reason')).toHaveFocus();
        await field('Reason').fill('known from before');
        await press('Control+Enter');
      },
      said: /Accepted: /,
    },
  });
});

test('a reading that ended is announced, and the number of cases that failed', async () => {
  const { bridge } = await openCases(two());
  const answer = (reading: Omit<Parameters<typeof newReading>[0], 'total'>) => {
    const runs = [newReading({ total: 3, ...reading })];
    bridge.answer({ 'reading.runs': () => ({ runs }) });
    bridge.send('reading.changed', { runs });
  };
  const announced = announcements();
  answer({ done: 1, state: 'running' });
  await expectSaid(announced, /Reading/);
  answer({ done: 3, state: 'done' });
  await expectSaid(announced, /Reading finished/);
  answer({ done: 1, state: 'running' });
  await expectSaid(announced, /Reading/);
  answer({ done: 1, failed: 2, state: 'done' });
  await expectSaid(announced, /Reading finished: 2 cases failed/);
});

test('the verdict and cause of each check are announced, and not when the page is opened again', async () => {
  const { bridge } = await openSignatures({ ...two().replies(), 'signatures.verify': () => verified() });
  const announced = announcements();
  const expectSilent = async (text: RegExp, shown: () => Promise<void>) => {
    announced();
    await press('Control+1');
    await expect.element(page.getByRole('heading', { level: 1, name: 'Signatures' })).not.toBeInTheDocument();
    await press('Control+4');
    await shown();
    // The next announcement comes after all that the page says.
    await press('F8');
    let all = '';
    await expect.poll(() => (all += announced())).toMatch(/Signatures/);
    expect(all).not.toMatch(text);
  };
  await enter('{}');
  await expectSaidTwice({ 'a match': { work: () => verify.click(), said: /Signature: Match/ } });
  await expectSilent(/Match/, () => verdict('Match'));

  bridge.answer({ 'signatures.verify': () => wrong });
  await verify.click();
  await expectSaid(announced, /Reject.*No cause found/);
  await expectSilent(/cause/, () => expect.element(page.getByText('No cause found.').first()).toBeVisible());
});
