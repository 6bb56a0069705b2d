import type { Conversation } from '../../../preload/contract/service/conversation.ts';
import { knownProducts } from '../../../preload/contract/service/conversation.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { JsonTree } from '../../ui/json-tree.tsx';
import { Section } from '../../ui/section.tsx';
import classes from '../conversations.module.css';
import { AmlPanel } from './aml-panel.tsx';
import { AuthPanel } from './auth-panel.tsx';
import { DatabasePanel, type DatabaseSources } from './database-panel.tsx';
import { GeneralPanel } from './general-panel.tsx';
import { IdentityPanel } from './identity-panel.tsx';
import { hasMembers } from './members.tsx';
import { Origins } from './origins.tsx';
import { ProductSection } from './product-section.tsx';
import { VerifyPanel } from './verify-panel.tsx';

/** A conversation's result: a panel for each of the seven products, general ones for all others, and the rest of the reply. */
export function ResultView({
  conversation,
  database,
}: {
  conversation: Conversation;
  database: DatabaseSources;
}) {
  const { id: _id, userKey: _userKey, url: _url, status: _status, result, info, ...others } = conversation;
  const beyond = Object.keys(result ?? {}).filter(
    (name) => !knownProducts.some((known) => known === name) && result?.[name] !== undefined,
  );
  const identity = result?.identity;
  const right = knownProducts.some((name) => name !== 'identity' && result?.[name] !== undefined);
  return (
    <div className={classes.columns} data-two={identity !== undefined && (right || beyond.length > 0)}>
      <div className={classes.column}>
        {identity && <IdentityPanel identity={identity} />}
        {!hasMembers(result) && (
          <EmptyState title="No product in the reply">
            <p>The conversation has no result, or it is not readable as the interface gives it.</p>
          </EmptyState>
        )}
        {info && <Origins info={info} />}
        {hasMembers(others) && (
          <Section title="Other members of the reply">
            <JsonTree value={others} path="conversation" />
          </Section>
        )}
      </div>
      {(right || beyond.length > 0) && (
        <div className={classes.column}>
          {result?.aml && <AmlPanel aml={result.aml} />}
          {result?.verify && <VerifyPanel verify={result.verify} />}
          {result?.databaseVerification && (
            <DatabasePanel product={result.databaseVerification} {...database} />
          )}
          {result?.auth && <AuthPanel auth={result.auth} />}
          {result?.bankTransactions && (
            <ProductSection name="bankTransactions" product={result.bankTransactions} />
          )}
          {result?.affordability && <ProductSection name="affordability" product={result.affordability} />}
          {beyond.map((name) => (
            <GeneralPanel key={name} name={name} value={result?.[name]} />
          ))}
        </div>
      )}
    </div>
  );
}
