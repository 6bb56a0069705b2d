import type { Conversation } from '../../../../preload/contract/service/conversation.ts';
import { CountryName } from '../../../ui/country-name.tsx';
import { JsonTree } from '../../../ui/json-tree.tsx';
import layout from '../../../ui/layout.module.css';
import { LongTable } from '../../../ui/long-table.tsx';
import { Section } from '../../../ui/section.tsx';
import { hasMembers } from './members.tsx';
import { Method } from './method.tsx';

/** Shows the data sources and verification methods used (interface 2.2, `info`). */
export function DataSources({ info }: { info: NonNullable<Conversation['info']> }) {
  return (
    <Section title="Sources and methods">
      {info.length === 0 ? (
        <p className={layout.explanation}>None in the reply.</p>
      ) : (
        <LongTable
          label="Sources and methods"
          columns={['Method', 'Country']}
          count={info.length}
          row={(index) => <OriginRow origin={info[index] ?? {}} path={`info[${index}]`} />}
        />
      )}
    </Section>
  );
}

function OriginRow({ origin, path }: { origin: NonNullable<Conversation['info']>[number]; path: string }) {
  const { method, country, ...others } = origin;
  return (
    <tr>
      <th scope="row">
        {method === undefined ? <span className={layout.quiet}>not named</span> : <Method value={method} />}
        {hasMembers(others) && <JsonTree value={others} path={path} open={0} />}
      </th>
      <td>
        {country === undefined ? (
          <span className={layout.quiet}>not given</span>
        ) : (
          <CountryName code={country} />
        )}
      </td>
    </tr>
  );
}
