import type { Result } from '../../../../preload/contract/service/conversation.ts';
import layout from '../../../ui/layout.module.css';
import { Members } from './members.tsx';
import { ProductSection } from './product-section.tsx';

/** Shows who logged in (interface 2.2). Both values name one user, so they are masked like personal data. */
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
          <p className={`${layout.quiet} ${layout.small}`}>
            Each login with the same method gives the same token. A method that cannot identify the user gives
            a challenge instead.
          </p>
        </>
      ) : (
        <p className={layout.quiet}>The reply contains neither a token nor a challenge.</p>
      )}
    </ProductSection>
  );
}
