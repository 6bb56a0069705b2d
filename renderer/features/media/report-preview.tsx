import { Box, SimpleGrid, Table, Text, Title } from '@mantine/core';
import type { CaseReport } from '../../../preload/contract/evidence.ts';
import layout from '../../ui/layout.module.css';
import { OutsideText } from '../../ui/outside-text.tsx';
import type { MadePicture } from './report-picture.ts';
import { Bitmap } from './well-parts.tsx';

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
      <Title order={3} fz={15}>
        {report.heading}
      </Title>
      <Box my={8} px={10} pb={6} style={{ border: '1px solid var(--line-strong)', borderRadius: 4 }}>
        <Rows title="Case" rows={boxRows(report)} />
      </Box>
      <Rows
        title="Findings"
        rows={report.findings.map(({ product, text, code, settled }) => [
          product ?? 'Files',
          `${text} (${code})${settled === undefined ? '' : `. ${settled}`}`,
        ])}
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

/** Returns what the saved report has in its box. */
function boxRows({
  decision,
  person,
  state,
  verdict,
  userKey,
}: CaseReport): [label: string, value: string][] {
  return (
    [
      ['Person', person],
      ['User key', userKey],
      ['Assessment', verdict],
      ['State', state],
      ['Decision', decision?.kind ?? 'None'],
      ['Reasons', decision?.reason],
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
      <Heading>Pictures</Heading>
      <SimpleGrid
        component="ul"
        minColWidth="9rem"
        spacing={12}
        c="dimmed"
        className={layout.plainList ?? ''}
      >
        {report.pictures.map(({ mediaId, title, width, height }) => (
          <li key={mediaId}>
            <Bitmap
              bitmap={pictures.find((picture) => picture.mediaId === mediaId)?.bitmap}
              width={width}
              height={height}
              style={{ width: '100%', height: '8rem', objectFit: 'contain', objectPosition: 'left' }}
              role="img"
              aria-label={title}
            />
            {numberOf(mediaId)} {title}
          </li>
        ))}
      </SimpleGrid>
      {report.withoutPicture.map(({ mediaId, title, reason }) => (
        <Text key={mediaId} c="dimmed">
          {numberOf(mediaId)} {title} is left out: <OutsideText text={reason} max={400} />
        </Text>
      ))}
    </section>
  );
}

function Heading({ children }: { children: string }) {
  return (
    <Title order={4} fz={12} mt={10} mb={4}>
      {children}
    </Title>
  );
}

function Rows({ title, rows }: { title: string; rows: [label: string, value: string][] }) {
  return (
    <section aria-label={title}>
      <Heading>{title}</Heading>
      {rows.length === 0 ? (
        <Text c="dimmed">None</Text>
      ) : (
        <Table fz={12} verticalSpacing={2} horizontalSpacing={0} withRowBorders={false} layout="fixed">
          <Table.Tbody>
            {rows.slice(0, maxRows).map(([label, value], index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows have no id and keep their order
              <Table.Tr key={index}>
                <Table.Th scope="row" w="34%" pr={12} fw={400} c="dimmed" ta="left">
                  <OutsideText text={label} max={120} />
                </Table.Th>
                <Table.Td style={{ overflowWrap: 'anywhere' }}>
                  <OutsideText text={value} max={400} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      {rows.length > maxRows && <Text c="dimmed">{rows.length - maxRows} more in the report</Text>}
    </section>
  );
}
