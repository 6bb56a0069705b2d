import type { Result } from '../../../preload/contract/service/conversation.ts';
import { amlListTerm } from '../../../preload/wording/results.ts';
import { Field, FieldList } from '../../ui/field-list.tsx';
import { JsonTree } from '../../ui/json-tree.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { TermBadge } from '../../ui/term-badge.tsx';
import { Time } from '../../ui/time.tsx';
import classes from '../conversations.module.css';
import { hasMembers } from './members.tsx';
import { ProductSection } from './product-section.tsx';

type Aml = NonNullable<Result['aml']>;

/** The lists on which the user was found, and whether they are watched further (interface 2.2). */
export function AmlPanel({ aml }: { aml: Aml }) {
  return (
    <ProductSection name="aml" product={aml} shows={['found', 'subscription']}>
      <FieldList>
        <Field label="Found on">
          <Found found={aml.found} status={aml.status} />
        </Field>
        <Subscription subscription={aml.subscription} />
      </FieldList>
    </ProductSection>
  );
}

function Found({ found, status }: { found: Aml['found']; status: string | undefined }) {
  if (found === undefined) {
    return <span className={classes.quiet}>The reply does not say.</span>;
  }
  if (found.length === 0) {
    return status === 'FINISHED' ? (
      <span>No list</span>
    ) : (
      <span className={classes.quiet}>
        No list is named, but the checks did not produce a full result: this does not clear the user.
      </span>
    );
  }
  return (
    <ul className={classes.badges}>
      {[...new Set(found)].map((list) => (
        <li key={list}>
          <TermBadge term={amlListTerm(list)} value={list} />
        </li>
      ))}
    </ul>
  );
}

function Subscription({ subscription }: { subscription: Aml['subscription'] }) {
  if (subscription === undefined) {
    return (
      <Field label="Monitoring">
        <span className={classes.quiet}>No subscription in the reply.</span>
      </Field>
    );
  }
  const { active, lastChanged, ...others } = subscription;
  return (
    <>
      <Field label="Monitoring">
        {active === undefined ? (
          <span className={classes.quiet}>The reply does not say whether it is active.</span>
        ) : (
          <StatusBadge
            status={active ? 'On' : 'Off'}
            tone={active ? 'active' : 'neutral'}
            explain={
              active
                ? 'Periodic checks are on. New data triggers a SUBSCRIPTION callback, and the data cannot be deleted while they are on.'
                : 'Periodic checks are off.'
            }
          />
        )}
      </Field>
      {lastChanged !== undefined && (
        <Field label="Lists last changed" code="lastChanged">
          <Time at={lastChanged} />
        </Field>
      )}
      {hasMembers(others) && (
        <Field label="Other">
          <JsonTree value={others} path="result.aml.subscription" />
        </Field>
      )}
    </>
  );
}
