import { Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import type { CaseReport } from '../../../preload/contract/evidence.ts';
import layout from '../../ui/layout.module.css';
import { OutsideText } from '../../ui/outside-text.tsx';
import { drawBitmap } from './draw-bitmap.ts';
import type { MadePicture } from './report-picture.ts';
import classes from './report-preview.module.css';

/** Rows of one list; the report itself has all. */
const maxRows = 60;

/** Shows the content of a report, in the order of the saved one. */
export function ReportPreview({
  report,
  pictures,
  numberOf,
}: {
  report: CaseReport;
  pictures: readonly MadePicture[];
  /** Returns the number of a file in the list of the case, counted from 1. */
  numberOf(mediaId: string): number;
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
    <div className={layout.small} tabIndex={0}>
      <h3 className={classes.title}>{report.heading}</h3>
      <Text mt={4} mb={12}>
        {report.summary}
      </Text>
      <Rows title="Decision" rows={decisionRows(report)} />
      <Rows
        title="Findings"
        rows={report.findings.map(({ product, text, code }) => [product ?? 'Files', `${text} (${code})`])}
      />
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
      <Rows
        title="Own checks"
        rows={report.ownChecks.map(({ severity, text, meaning }) => [severity, `${text}. ${meaning}`])}
      />
      <Rows
        title="Seen before"
        rows={report.seenBefore.map(({ conversationId, text }) => [conversationId, text])}
      />
      <Rows title="Sources" rows={report.sources.map(({ country, method }) => [country, method])} />
      <Rows
        title="Files"
        rows={report.files.map(({ id, title, contentType }) => [`${numberOf(id)} ${title}`, contentType])}
      />
      <Pictures report={report} pictures={pictures} numberOf={numberOf} />
      <Rows title="Notes" rows={report.notes.map(({ at, actor, text }) => [`${at} ${actor}`, text])} />
      <Rows title="History" rows={report.history.map(({ at, actor, text }) => [`${at} ${actor}`, text])} />
    </div>
  );
}

function decisionRows({ decision, verdict, userKey }: CaseReport): [label: string, value: string][] {
  return (
    [
      ['Verdict', verdict],
      ['User key', userKey],
      ['Decision', decision?.kind ?? 'None'],
      ['Reason', decision?.reason],
      ['Comment', decision?.comment],
      ['Reviewer', decision?.reviewer],
      ['Decided', decision?.at],
      ['Changed since', decision?.changedSince],
    ] satisfies [string, string | undefined][]
  ).flatMap(([label, value]) => (value === undefined ? [] : [[label, value] as [string, string]]));
}

function Pictures({ report, pictures, numberOf }: Parameters<typeof ReportPreview>[0]) {
  if (report.pictures.length + report.withoutPicture.length === 0) {
    return null;
  }
  return (
    <section>
      <h4 className={classes.heading}>Pictures</h4>
      <ul className={classes.pictures}>
        {report.pictures.map(({ mediaId, title, width, height }) => (
          <li key={mediaId}>
            <Picture
              bitmap={pictures.find((picture) => picture.mediaId === mediaId)?.bitmap}
              title={title}
              width={width}
              height={height}
            />
            <span>
              {numberOf(mediaId)} {title}
            </span>
          </li>
        ))}
      </ul>
      {report.withoutPicture.map(({ mediaId, title, reason }) => (
        <p key={mediaId} className={classes.none}>
          {numberOf(mediaId)} {title} is left out: <OutsideText text={reason} max={400} />
        </p>
      ))}
    </section>
  );
}

function Picture(props: { bitmap: ImageBitmap | undefined; title: string; width: number; height: number }) {
  const { bitmap, title, width, height } = props;
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    if (bitmap) {
      drawBitmap(canvas.current, bitmap);
    }
  }, [bitmap]);
  return <canvas ref={canvas} width={width} height={height} role="img" aria-label={title} />;
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
