import { Stack } from '@mantine/core';
import type { Plausibility } from '../../../../preload/contract/plausibility.ts';
import type { Conversation } from '../../../../preload/contract/service/conversation.ts';
import { knownProducts } from '../../../../preload/contract/service/products.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { JsonTree } from '../../../ui/json-tree.tsx';
import { Section } from '../../../ui/section.tsx';
import { Staged } from '../../../ui/staged.tsx';
import classes from '../conversations.module.css';
import { AmlPanel } from './aml-panel.tsx';
import { AuthPanel } from './auth-panel.tsx';
import { DataSources } from './data-sources.tsx';
import { DatabasePanel, type DatabaseSources } from './database-panel.tsx';
import { GeneralPanel } from './general-panel.tsx';
import { IdentityPanel } from './identity-panel.tsx';
import { hasMembers } from './members.tsx';
import { MoreProducts } from './more-products.tsx';
import { PlausibilityPanel } from './plausibility.tsx';
import { ProductSection } from './product-section.tsx';
import { showField } from './show-field.ts';
import { VerifyPanel } from './verify-panel.tsx';

/** The most products shown at once; the others are listed, and each is opened on request. */
const maxProducts = 12;

/** Shows a conversation's result: a panel for each of the seven products, general ones for all others, and the rest of the reply. */
export function ResultView({
  conversation,
  plausibility,
  database,
}: {
  conversation: Conversation;
  plausibility: Plausibility;
  database: DatabaseSources;
}) {
  const { id: _id, userKey: _userKey, url: _url, status: _status, result, info, ...others } = conversation;
  const known = new Set<string>(knownProducts);
  const given = knownProducts.filter((name) => result?.[name] !== undefined);
  const beyond = Object.keys(result ?? {}).filter((name) => !known.has(name) && result?.[name] !== undefined);
  const shown = beyond.slice(0, Math.max(0, maxProducts - given.length));
  const folded = beyond.slice(shown.length);
  const identity = result?.identity;
  // Findings come first; the statement that there are none does not.
  const doubtful = plausibility.findings.length > 0;
  const hasChecks = plausibility.comparisons > 0 || !plausibility.complete;
  const checks = <PlausibilityPanel plausibility={plausibility} onField={showField} />;
  const right = given.length > (identity === undefined ? 0 : 1) || beyond.length > 0;
  return (
    <div className={classes.columns} data-two={identity !== undefined && right}>
      <Stack gap={14}>
        <Staged>
          {doubtful && checks}
          {identity && <IdentityPanel identity={identity} info={info} />}
          {!doubtful && hasChecks && checks}
          {!hasMembers(result) && (
            <EmptyState title="No products in the reply">
              <p>The conversation has no result, or one that is not in the documented form.</p>
            </EmptyState>
          )}
          {info && <DataSources info={info} />}
          {hasMembers(others) && (
            <Section title="Other members of the reply">
              <JsonTree value={others} path="conversation" />
            </Section>
          )}
        </Staged>
      </Stack>
      {right && (
        <Stack gap={14}>
          <Staged>
            {result?.aml && <AmlPanel aml={result.aml} user={identity?.user} />}
            {result?.verify && <VerifyPanel verify={result.verify} user={identity?.user} />}
            {result?.databaseVerification && (
              <DatabasePanel product={result.databaseVerification} {...database} />
            )}
            {result?.auth && <AuthPanel auth={result.auth} />}
            {result?.bankTransactions && (
              <ProductSection name="bankTransactions" product={result.bankTransactions} />
            )}
            {result?.affordability && <ProductSection name="affordability" product={result.affordability} />}
            {shown.map((name) => (
              <GeneralPanel key={name} name={name} value={result?.[name]} />
            ))}
            {folded.length > 0 && (
              <MoreProducts products={folded.map((name) => ({ name, value: result?.[name] }))} />
            )}
          </Staged>
        </Stack>
      )}
    </div>
  );
}
