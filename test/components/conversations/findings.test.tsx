import { MantineProvider } from '@mantine/core';
import { createRoot } from 'react-dom/client';
import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import type { Finding, Settlement } from '../../../preload/contract/cases.ts';
import { ActionsProvider } from '../../../renderer/actions/actions-context.ts';
import { FindingsPart } from '../../../renderer/features/conversations/findings/findings-part.tsx';
import { createStores } from '../../../renderer/stores.tsx';
import { theme } from '../../../renderer/theme.ts';
import { UiServicesProvider } from '../../../renderer/ui/services.tsx';
import { expectAccessible } from '../access.ts';
import { finished } from '../cases.ts';
import { fakeBridge } from '../fake-bridge.ts';
import { expectMissing } from '../forms.ts';
import { openCase, sampleId } from '../main.ts';
import { press, showData } from '../window.tsx';

const findings = page.getByRole('list', { name: 'Findings' });

async function openSample(title: string): Promise<void> {
  await page.viewport(1440, 900);
  await openCase('sandbox', await sampleId(title));
  await expect.element(page.getByRole('heading', { level: 1, name: /^masked|^No name/ })).toBeVisible();
}

async function pressEnterOn(name: RegExp | string): Promise<void> {
  const button = page.getByRole('button', { name, exact: typeof name === 'string' }).first();
  await expect.element(button).toBeVisible();
  (button.element() as HTMLElement).focus();
  await press('Enter');
}

test('findings are ranked and lead to their evidence by keyboard: the field, then the list', async () => {
  await openSample('Seven products, known in part');
  await expect.element(page.getByRole('button', { name: /^2 checks passed$/ })).toBeVisible();
  // Facts about the files come last, and move the others down.
  // A case that is in the list has a second button in each row, which settles it.
  const rows = () => findings.getByRole('listitem').elements();
  await expect.poll(() => rows().length).toBe(5);
  await pressEnterOn(/^\d+ more$/);
  const texts = () => rows().map((one) => one.textContent ?? '');
  const placeOf = (text: string) => texts().findIndex((one) => one.includes(text));
  expect(placeOf('Other list hit')).toBe(0);
  expect(placeOf('Last name 0.35')).toBeGreaterThan(placeOf('Check not passed'));

  const row = page.getByRole('row', { name: /PERSON_NAME_LASTNAME/ }).first();
  await expect.element(row).toBeVisible();
  await pressEnterOn(/Last name 0.35/);
  await expect.element(row).toHaveAttribute('data-highlighted', 'true');
  const { y } = row.element().getBoundingClientRect();
  expect(y > 0 && y < 900).toBe(true);

  await pressEnterOn(/Other list hit/);
  await expect
    .element(page.getByRole('row', { name: /Other list/ }))
    .toHaveAttribute('data-highlighted', 'true');
  await expect.element(row).not.toHaveAttribute('data-highlighted');
  await expect.element(page.getByText('The service gives the name of the list only').first()).toBeVisible();
});

test('the focus stays at its finding when another one arrives before it', async () => {
  const cause = (code: string, weight: number): Finding => ({
    kind: 'cause',
    product: 'identity',
    code,
    weight,
  });
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  onTestFinished(() => {
    root.unmount();
    place.remove();
  });
  const chosen: Finding[] = [];
  const show = (...shown: Finding[]) =>
    root.render(
      <MantineProvider>
        <FindingsPart findings={shown} passed={[]} choice={undefined} onChoose={(one) => chosen.push(one)} />
      </MantineProvider>,
    );
  const expired = cause('DOCUMENT_EXPIRED', 60);
  show(expired, expired);
  await expect.poll(() => findings.getByRole('button').query()?.textContent).toContain('×2');
  findings.getByRole('button').element().focus();
  show(cause('SCAN_FACE_MISMATCH', 90), expired, expired);
  await expect.poll(() => findings.getByRole('button').elements()).toHaveLength(2);
  expect(findings.getByRole('button').elements()[1]).toBe(document.activeElement);
  await press('Enter');
  expect(chosen).toEqual([expired]);
});

test('a finding is settled by keyboard; it goes behind the others, with the result beside who settled it', async () => {
  await page.viewport(1280, 800);
  const hit: Finding = { kind: 'aml', product: 'aml', code: 'SANCTIONS', weight: 100 };
  const blurred: Finding = { kind: 'cause', product: 'identity', code: 'SCAN_DOCUMENT_BLURRED', weight: 40 };
  let settlements: Settlement[] = [];
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  onTestFinished(() => {
    root.unmount();
    place.remove();
  });
  const { ui, actions } = createStores(fakeBridge({}), window);
  const show = () =>
    root.render(
      // With the motion that the browser of the tests asks to leave out: a form that closes takes no keys.
      <MantineProvider theme={{ ...theme, respectReducedMotion: false }}>
        <UiServicesProvider value={ui}>
          <ActionsProvider value={actions}>
            <FindingsPart
              findings={[hit, blurred]}
              passed={[]}
              choice={undefined}
              onChoose={() => undefined}
              settlements={settlements}
              onSettle={async (finding, kind, reason) => {
                settlements = kind === null ? [] : [{ finding, kind, reason, actor: 'ap', at: Date.now() }];
                show();
                return true;
              }}
            />
          </ActionsProvider>
        </UiServicesProvider>
      </MantineProvider>,
    );
  show();
  await pressEnterOn(/^Settle: Sanctions/);
  await page.getByRole('radio', { name: 'Accepted' }).click();
  const save = page.getByRole('button', { name: 'Settle', exact: true });
  await expectMissing(save, 'Enter a reason.');
  await page.getByRole('textbox', { name: 'Reason' }).fill('known from before');
  await press('Control+Enter');
  const row = (index: number) => findings.getByRole('listitem').nth(index).query()?.textContent;
  await expect.poll(() => row(1)).toMatch(/Sanctions.*Service: hit\. Accepted by ap: known from before/);
  expect(row(0)).not.toMatch(/Sanctions/);
  await pressEnterOn(/^Change: Sanctions/);
  await page.getByRole('textbox', { name: 'Reason' }).fill('a mistake');
  await page.getByRole('button', { name: 'Withdraw' }).click();
  await expect.poll(() => row(0)).toMatch(/Sanctions/);
  expect(settlements).toEqual([]);
});

test('data beside a result that has none, as the service says, is said to be there all the same', async () => {
  await openCase('sandbox', await sampleId('Finished: identity confirmed'), {
    replies: {
      'conversations.open'(input) {
        const { conversation, ...rest } = finished(input);
        const identity = { ...conversation.result?.identity, status: 'FAILED' };
        return { ...rest, conversation: { ...conversation, result: { identity } } };
      },
    },
  });
  await expect
    .element(page.getByText(/^The identity checks .* no data could be determined\.$/))
    .toBeVisible();
  await expect.element(page.getByText('The response contains data all the same.')).toBeVisible();
});

test('nothing of a response is left out: what a check says beside its field, and products without a panel, what failed first', async () => {
  await openCase('sandbox', await sampleId('Finished: identity confirmed'), {
    replies: {
      'conversations.open'(input) {
        const { conversation, ...rest } = finished(input);
        const details = { reason: 'SOURCE_UNAVAILABLE', source: 'Population register' };
        const checks = [{ name: 'REGISTER_CHECK', result: 'ERROR', details }];
        const identity = { ...conversation.result?.identity, checks };
        const status = (at: number) => (at === 14 ? 'FAILED' : 'FINISHED');
        const others = Array.from({ length: 15 }, (_, at) => [`product-${at}`, { status: status(at) }]);
        return {
          ...rest,
          conversation: { ...conversation, result: { ...Object.fromEntries(others), identity } },
        };
      },
    },
  });
  const more = page.getByRole('list', { name: 'More products' }).getByRole('listitem');
  await expect
    .poll(() => more.elements().map(({ textContent }) => textContent))
    .toEqual([
      expect.stringMatching(/14.*Failed/),
      ...['11', '12', '13'].map((at) => expect.stringMatching(`${at}.*Finished`)),
    ]);
  const check = page.getByRole('table', { name: 'Checks' }).getByRole('row', { name: /REGISTER_CHECK/ });
  await expect.element(check.getByRole('button', { name: '1 member' })).toBeVisible();
});

test('the data provided are beside those found, the least similar first, with number and word', async () => {
  await openSample('Similarity details that repeat the data provided');
  await page
    .getByRole('button', { name: /^Show personal data/ })
    .first()
    .click();
  const table = page.getByRole('table', { name: 'Field by field' });
  await expect
    .poll(() => [...table.element().querySelectorAll('tbody tr')].map((row) => row.textContent))
    .toEqual([
      expect.stringMatching(/^City of birth.*Ventspils.*Liepāja.*0.12.*Hardly similar/),
      expect.stringMatching(/^Date of birth.*1991-05-06.*1991-05-05.*0.5/),
      expect.stringMatching(/^Last name.*Berzins.*Bērziņš.*0.86/),
      expect.stringMatching(/^National id.*050591-19998.*050591-19990.*0.91/),
      expect.stringMatching(/^First name.*Kristaps.*Kristaps.*1/),
    ]);
  await expectAccessible();
});

const contradicted = 'A record whose values contradict each other';

test('the console’s own checks are listed apart from the results, and without values', async () => {
  await openSample(contradicted);
  const panel = page.getByRole('region', { name: 'This console’s own checks' });
  await expect.element(panel.getByText('They are not results of the service')).toBeVisible();
  expect(panel.getByRole('listitem').elements()).toHaveLength(7);
  const first = panel.getByRole('listitem').first();
  for (const text of [
    'PESEL: different date of birth',
    /the month and day differ/,
    'national-id-birth-date',
    /art\. 15/,
  ]) {
    await expect.element(first.getByText(text).first()).toBeInTheDocument();
  }
  // Personal data is masked, and stays so.
  expect(panel.element().textContent).not.toMatch(/79110299970|1979|XYZ000000|Gęślą|7946/);
  await expectAccessible();
  // Everything the service reported was in order: these checks ask for the review.
  expect(document.querySelector('main header [data-verdict]')?.getAttribute('data-verdict')).toBe('review');
});

// Two parts of the page can be needed for one finding; each field is reached from it.
test('the console’s own checks lead to their fields by keyboard', async () => {
  await openSample(contradicted);
  for (const label of [
    'National id',
    'Date of birth',
    'Gender',
    'Identity card number',
    'Account 1',
    'Full name',
    'Phone',
  ]) {
    await pressEnterOn(`Go to ${label}`);
    await expect
      .poll(() => document.activeElement?.hasAttribute('data-field'), { message: label })
      .toBe(true);
    expect(document.activeElement?.getBoundingClientRect().top, label).toBeLessThan(window.innerHeight);
  }
});

test('the zone of a picture is read when the picture is shown, and stands beside the record', async () => {
  await page.viewport(1440, 900);
  const { bridge } = await openCase('sandbox', await sampleId('Everything that can be collected'));
  const read = page.getByText('MRZ read here =');
  await expect.element(page.getByRole('heading', { name: 'Identity card', exact: true })).toBeVisible();
  expect(bridge.inputs('media.readMrz')).toEqual([]);
  await showData();
  await expect.poll(() => bridge.inputs('media.readMrz').length).toBeGreaterThan(0);
  await expect
    .poll(() => {
      const [asked] = bridge.inputs('media.readMrz');
      if (asked) {
        // The list of cases says so in the console.
        bridge.send('cases.changed', { environmentId: asked.environmentId });
      }
      return read.elements().length;
    })
    .toBeGreaterThan(2);
  const inputs = bridge.inputs('media.readMrz');
  expect(new Set(inputs.map(({ mediaId }) => mediaId)).size).toBe(inputs.length);
  expect(inputs.every(({ subtype, picture }) => subtype !== undefined && picture.width <= 1600)).toBe(true);
});
