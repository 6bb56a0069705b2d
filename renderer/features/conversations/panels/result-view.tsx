import { Stack } from '@mantine/core';
import type { Plausibility } from '../../../../preload/contract/plausibility.ts';
import type { Conversation } from '../../../../preload/contract/service/conversation.ts';
import { knownProducts } from '../../../../preload/contract/service/products.ts';
import { CountryName } from '../../../ui/country-name.tsx';
import { JsonTree } from '../../../ui/json-tree.tsx';
import layout from '../../../ui/layout.module.css';
import { EmptyState } from '../../../ui/notices.tsx';
import { Section } from '../../../ui/section.tsx';
import { Staged } from '../../../ui/staged.tsx';
import { SkeletonBlock } from '../../../ui/waiting.tsx';
import classes from '../conversations.module.css';
import { AmlPanel } from './aml-panel.tsx';
import { DatabasePanel, type DatabaseSources } from './database-panel.tsx';
import { type Column, EntryTable, inOrder } from './entry-table.tsx';
import { GeneralPanel } from './general-panel.tsx';
import { AuthPanel, IdentityPanel, Method } from './identity-panel.tsx';
import { hasMembers } from './members.tsx';
import { MoreProducts } from './more-products.tsx';
import { PlausibilityPanel } from './plausibility.tsx';
import { ProductSection } from './product-section.tsx';
import { VerifyPanel } from './verify-panel.tsx';

/** The most products shown at once; the others are listed, and each is opened on request. */
const maxProducts = 12;

/** Shows a conversation's result: a panel for each of the seven products, general ones for all others, and the rest of the response. */
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
  const documentedNames = new Set<string>(knownProducts);
  const present = knownProducts.filter((name) => result?.[name] !== undefined);
  const beyond = Object.keys(result ?? {}).filter(
    (name) => !documentedNames.has(name) && result?.[name] !== undefined,
  );
  const first = beyond.slice(0, Math.max(0, maxProducts - present.length));
  const rest = beyond.slice(first.length);
  const identity = result?.identity;
  // Findings come first; the statement that there are none does not.
  const doubtful = plausibility.findings.length > 0;
  const hasChecks = plausibility.comparisons > 0 || !plausibility.complete;
  const checks = <PlausibilityPanel plausibility={plausibility} />;
  const right = present.length > (identity === undefined ? 0 : 1) || beyond.length > 0;
  return (
    <div className={classes.columns} data-two={identity !== undefined && right}>
      <Stack gap={14}>
        <Staged>
          {doubtful && checks}
          {identity && <IdentityPanel identity={identity} info={info} />}
          {!doubtful && hasChecks && checks}
          {!hasMembers(result) && (
            <EmptyState title="No products in the response">
              <p>The conversation has no result, or one that is not in the documented form.</p>
            </EmptyState>
          )}
          {info && <DataSources info={info} />}
          {hasMembers(others) && (
            <Section title="Other members of the response">
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
              <DatabasePanel product={result.databaseVerification} database={database} />
            )}
            {result?.auth && <AuthPanel auth={result.auth} />}
            {result?.bankTransactions && (
              <ProductSection name="bankTransactions" product={result.bankTransactions} />
            )}
            {result?.affordability && <ProductSection name="affordability" product={result.affordability} />}
            {first.map((name) => (
              <GeneralPanel key={name} name={name} value={result?.[name]} />
            ))}
            {rest.length > 0 && (
              <MoreProducts products={rest.map((name) => ({ name, value: result?.[name] }))} />
            )}
          </Staged>
        </Stack>
      )}
    </div>
  );
}

type DataSource = NonNullable<Conversation['info']>[number];

const sourceColumns: readonly Column<DataSource>[] = [
  {
    label: 'Method',
    member: 'method',
    show: ({ method }) =>
      method === undefined ? <span className={layout.quiet}>not named</span> : <Method value={method} />,
  },
  {
    label: 'Country',
    member: 'country',
    show: ({ country }) =>
      country === undefined ? (
        <span className={layout.quiet}>not given</span>
      ) : (
        <CountryName code={country} />
      ),
  },
];

/** Shows the data sources and verification methods used (interface 2.2, `info`). */
function DataSources({ info }: { info: readonly DataSource[] }) {
  const title = 'Sources and methods';
  return (
    <Section title={title}>
      {info.length === 0 ? (
        <p className={layout.explanation}>None in the response.</p>
      ) : (
        <EntryTable entries={inOrder(info)} path="info" columns={sourceColumns} label={title} />
      )}
    </Section>
  );
}

/** Shows a placeholder for the panels while a conversation is loaded. */
export function ResultSkeleton() {
  return (
    <div className={classes.columns} data-two="true">
      <Stack gap={14}>
        <SkeletonBlock height={22} />
        <SkeletonBlock height={6} />
      </Stack>
      <Stack gap={14}>
        <SkeletonBlock height={9} />
        <SkeletonBlock height={9} />
      </Stack>
    </div>
  );
}
