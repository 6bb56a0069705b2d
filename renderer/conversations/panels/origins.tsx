import type { Conversation } from '../../../preload/contract/service/conversation.ts';
import { CountryName } from '../../ui/country-name.tsx';
import { JsonTree } from '../../ui/json-tree.tsx';
import { Section } from '../../ui/section.tsx';
import classes from '../conversations.module.css';
import { hasMembers } from './members.tsx';

/** The data sources and verification methods used (interface 2.2, `info`). */
export function Origins({ info }: { info: NonNullable<Conversation['info']> }) {
  return (
    <Section title="Sources and methods">
      {info.length === 0 ? (
        <p className={classes.meaning}>The reply names none.</p>
      ) : (
        <div className={classes.tableHolder}>
          <table className={classes.table}>
            <thead>
              <tr>
                <th scope="col">Method</th>
                <th scope="col">Country</th>
              </tr>
            </thead>
            <tbody>
              {info.map(({ method, country, ...others }, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: entries have no id and never change their order
                <tr key={index}>
                  <th scope="row">
                    {method === undefined ? (
                      <span className={classes.quiet}>not named</span>
                    ) : (
                      <code className={classes.mono}>{method}</code>
                    )}
                    {hasMembers(others) && <JsonTree value={others} path={`info[${index}]`} open={0} />}
                  </th>
                  <td>
                    {country === undefined ? (
                      <span className={classes.quiet}>not given</span>
                    ) : (
                      <CountryName code={country} />
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Section>
  );
}
