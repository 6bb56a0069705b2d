import { expect } from 'vitest';
import { type Locator, page } from 'vitest/browser';

/** Submits a form in which something is missing: the form says so, and the focus is in the field. */
export async function expectMissing(submit: Locator, fault: string): Promise<void> {
  await submit.click();
  const described = () =>
    `${document.activeElement?.getAttribute('aria-describedby')} ${document.activeElement
      ?.closest('[role=group], [role=radiogroup]')
      ?.getAttribute('aria-describedby')}`
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent)
      .join(' ');
  await expect.poll(described).toContain(fault);
  await expect.element(page.getByText(fault).first()).toBeVisible();
}
