import { expect, test } from 'vitest';
import { announcements } from '../live-regions.ts';
import { openWindow } from '../window.tsx';

test('a text is announced each time and never equals the last, whatever was announced between', async () => {
  const { stores } = await openWindow();
  const announced = announcements();
  let last = '';
  for (let count = 1; count <= 12; count += 1) {
    stores.announcements.setState({
      text: count % 4 === 1 || count > 8 ? 'Rejected' : `Case ${count}`,
      count,
    });
    let said = '';
    await expect.poll(() => (said += announced())).not.toBe('');
    expect(said).not.toBe(last);
    last = said;
  }
});
