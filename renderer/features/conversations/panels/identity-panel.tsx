import type { Conversation, Result } from '../../../../preload/contract/service/conversation.ts';
import { methodTerm } from '../../../../preload/wording/methods.ts';
import type { Member } from '../../../../preload/wording/record.ts';
import { literalTerm } from '../../../../preload/wording/terms.ts';
import { CountryName } from '../../../ui/country-name.tsx';
import layout from '../../../ui/layout.module.css';
import { OutsideText } from '../../../ui/outside-text.tsx';
import classes from '../conversations.module.css';
import { hasMembers, Members } from './members.tsx';
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
      {some && identity.status === 'FAILED' && (
        <p className={layout.explanation}>The response contains data all the same.</p>
      )}
      {some && <Origin info={info ?? []} />}
      {some ? <UserData user={user} /> : <NoUser inProgress={identity.status === 'IN_PROGRESS'} />}
    </ProductSection>
  );
}

/** Shows the sources of the values. The response does not say which of several sources gave which value. */
function Origin({ info }: { info: NonNullable<Conversation['info']> }) {
  const [only] = info;
  if (!only) {
    return null;
  }
  if (info.length > 1) {
    return (
      <p className={layout.explanation}>
        From {info.length} sources, listed below. The response does not say which value came from which.
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
      {inProgress
        ? 'No user data yet: the check is still in progress.'
        : 'The response contains no user data.'}
    </p>
  );
}

/** Shows a data source or verification method: what it is called, and the code that the service gave. */
export function Method({ value }: { value: string }) {
  const { label } = methodTerm(value);
  return label === literalTerm(value) ? (
    <OutsideText text={value} max={80} />
  ) : (
    <>
      {label}{' '}
      <code className={classes.code}>
        <OutsideText text={value} max={80} />
      </code>
    </>
  );
}

const authMembers: readonly Member[] = [
  { member: 'token', label: 'Token', kind: 'code' },
  { member: 'challenge', label: 'Challenge', kind: 'code' },
];

/** Shows who logged in (interface 2.2). Both values name one user, so they are masked like personal data. */
export function AuthPanel({ auth }: { auth: NonNullable<Result['auth']> }) {
  const { token, challenge } = auth;
  const isThere = token !== undefined || challenge !== undefined;
  return (
    <ProductSection name="auth" product={auth} shows={['token', 'challenge']}>
      {isThere ? (
        <>
          <Members of={{ token, challenge }} path="result.auth" members={authMembers} />
          <p className={`${layout.quiet} ${layout.small}`}>
            Each login with the same method gives the same token. A method that cannot identify the user gives
            a challenge instead.
          </p>
        </>
      ) : (
        <p className={layout.quiet}>The response contains neither a token nor a challenge.</p>
      )}
    </ProductSection>
  );
}
