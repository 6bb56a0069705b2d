import type { Result } from '../../../preload/contract/service/conversation.ts';
import classes from '../conversations.module.css';
import { hasMembers } from './members.tsx';
import { ProductSection } from './product-section.tsx';
import { UserData } from './user-data.tsx';

export function IdentityPanel({ identity }: { identity: NonNullable<Result['identity']> }) {
  const { user } = identity;
  const some = hasMembers(user);
  return (
    <ProductSection name="identity" product={identity} shows={['user']}>
      {some ? <UserData user={user} /> : <NoUser inProgress={identity.status === 'IN_PROGRESS'} />}
    </ProductSection>
  );
}

function NoUser({ inProgress }: { inProgress: boolean }) {
  return (
    <p className={classes.quiet}>
      {inProgress ? 'No user data yet: the check is still in progress.' : 'The reply contains no user data.'}
    </p>
  );
}
