import type { Conversation, Result } from '../../../../preload/contract/service/conversation.ts';
import { CountryName } from '../../../ui/country-name.tsx';
import layout from '../../../ui/layout.module.css';
import { hasMembers } from './members.tsx';
import { Method } from './method.tsx';
import { ProductSection } from './product-section.tsx';
import { UserData } from './user-data.tsx';

interface IdentityPanelProps {
  identity: NonNullable<Result['identity']>;
  /** The sources of the conversation (interface 2.2, `info`). */
  info: Conversation['info'];
}

export function IdentityPanel({ identity, info }: IdentityPanelProps) {
  const { user } = identity;
  const some = hasMembers(user);
  return (
    <ProductSection name="identity" product={identity} shows={['user']}>
      {some && <Origin info={info ?? []} />}
      {some ? <UserData user={user} /> : <NoUser inProgress={identity.status === 'IN_PROGRESS'} />}
    </ProductSection>
  );
}

/** Shows the sources of the values. The reply does not say which of several sources gave which value. */
function Origin({ info }: { info: NonNullable<Conversation['info']> }) {
  const [only] = info;
  if (!only) {
    return null;
  }
  if (info.length > 1) {
    return (
      <p className={layout.explanation}>
        From {info.length} sources, listed below. The reply does not say which value came from which.
      </p>
    );
  }
  return (
    <p className={layout.explanation}>
      Source: {only.method === undefined ? 'not named' : <Method value={only.method} />}
      {only.country !== undefined && (
        <>
          , <CountryName code={only.country} />
        </>
      )}
      .
    </p>
  );
}

function NoUser({ inProgress }: { inProgress: boolean }) {
  return (
    <p className={layout.quiet}>
      {inProgress ? 'No user data yet: the check is still in progress.' : 'The reply contains no user data.'}
    </p>
  );
}
