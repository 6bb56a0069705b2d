import type { Result } from '../../../preload/contract/service/conversation.ts';
import classes from '../conversations.module.css';
import { Members } from './members.tsx';
import { ProductSection } from './product-section.tsx';

/** Who logged in (interface 2.2). Both values name one user, so they are masked like personal data. */
export function AuthPanel({ auth }: { auth: NonNullable<Result['auth']> }) {
  const { token, challenge } = auth;
  const given = token !== undefined || challenge !== undefined;
  return (
    <ProductSection name="auth" product={auth} shows={['token', 'challenge']}>
      {given ? (
        <>
          <Members
            of={{ token, challenge }}
            path="result.auth"
            known={[
              { member: 'token', label: 'Token', kind: 'code' },
              { member: 'challenge', label: 'Challenge', kind: 'code' },
            ]}
          />
          <p className={`${classes.quiet} ${classes.small}`}>
            The token is the same at each login with the same method; the challenge is used instead when the
            method cannot identify the user.
          </p>
        </>
      ) : (
        <p className={classes.quiet}>The reply holds neither a token nor a challenge.</p>
      )}
    </ProductSection>
  );
}
