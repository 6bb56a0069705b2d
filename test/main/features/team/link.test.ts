import { expect, test } from 'vitest';
import { Link } from '../../../../main/features/team/link.ts';
import { MemberSecrets } from '../../../../main/features/team/secrets.ts';
import { OpenKeychain } from '../cases/cases-harness.ts';

test('a connection that has ended is opened by nobody who goes on meanwhile', async () => {
  const secrets = new MemberSecrets(new OpenKeychain(), () => false);
  const link = new Link({ secrets, secretKnown: () => undefined });
  await link.end();
  await expect(link.send('wait', { ms: 1 })).rejects.toMatchObject({ code: 'cancelled' });
});
