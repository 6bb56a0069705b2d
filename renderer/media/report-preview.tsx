import type { CaseReport } from '../../preload/contract/evidence.ts';
import { OutsideText } from '../ui/outside-text.tsx';
import classes from './report-preview.module.css';

/** Rows of one list; the report itself has all. */
const maxRows = 60;

/** What a report says, in the order of the saved one. */
export function ReportPreview({ report }: { report: CaseReport }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
    <div className={classes.root} tabIndex={0}>
      <h3 className={classes.title}>{report.verdict}</h3>
      <p className={classes.summary}>{report.summary}</p>
      <Rows
        title="Findings"
        rows={report.findings.map(({ product, text, code }) => [product ?? '', `${text} (${code})`])}
      />
      {report.decision && (
        <Rows title="Decision" rows={[[report.decision.kind, report.decision.comment ?? '']]} />
      )}
      <Rows
        title={report.isMasked ? 'Record, masked' : 'Record'}
        rows={report.record.map(({ label, value }) => [label, value])}
      />
      <Rows
        title="Checks"
        rows={report.checks.map(({ product, status, name, result }) => [
          product,
          name === undefined ? status : `${name}: ${result ?? ''}`,
        ])}
      />
      <Rows title="Sources" rows={report.sources.map(({ country, method }) => [country, method])} />
      <Rows title="Files" rows={report.files.map(({ title, contentType }) => [title, contentType])} />
      <Rows title="Notes" rows={report.notes.map(({ at, actor, text }) => [`${at} ${actor}`, text])} />
      <Rows title="History" rows={report.history.map(({ at, actor, text }) => [`${at} ${actor}`, text])} />
    </div>
  );
}

function Rows({ title, rows }: { title: string; rows: [label: string, value: string][] }) {
  return (
    <section>
      <h4 className={classes.heading}>{title}</h4>
      {rows.length === 0 ? (
        <p className={classes.none}>None</p>
      ) : (
        <table className={classes.table}>
          <tbody>
            {rows.slice(0, maxRows).map(([label, value], index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows have no id and keep their order
              <tr key={index}>
                <th scope="row">
                  <OutsideText text={label} max={120} />
                </th>
                <td>
                  <OutsideText text={value} max={400} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {rows.length > maxRows && <p className={classes.none}>{rows.length - maxRows} more in the report</p>}
    </section>
  );
}
