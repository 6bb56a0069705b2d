import type { CaseFilter, CaseRow, CaseSort } from '../contract/cases.ts';
import { assessmentTerm, stateTerm } from './case-terms.ts';
import { decisionLabels, findingTexts, sinceDecidedText } from './cases.ts';

type TimeSort = NonNullable<CaseFilter['time']>['of'];

/** A column of an exported list. A number is a moment in milliseconds since the epoch. */
type ExportColumn = readonly [name: string, value: (row: CaseRow) => string | number | undefined];

export interface CaseColumn {
  label: string;
  /** Absent where the list cannot be sorted by it. */
  sort?: CaseSort['by'];
  /** True if the first click sorts in descending order: newest or most first. */
  descendingFirst?: boolean;
  /** The default width in pixels. */
  width: number;
  /** Takes the remaining width. */
  grows?: boolean;
  /** True if its id filters by the time in it, such as `added:today`. */
  isTime?: boolean;
  export: readonly ExportColumn[];
}

/** Takes columns as they are declared, so that a mistake is an error there, and not wherever they are used. */
const columns = <Id extends string>(all: Readonly<Record<Id, CaseColumn>>) => all;

/** The columns of the list of cases, in the order in which an exported list has them. */
export const caseColumns = columns({
  conversationId: {
    label: 'Conversation id',
    sort: 'conversationId',
    width: 240,
    export: [['conversation_id', (row) => row.conversationId]],
  },
  userKey: {
    label: 'User key',
    sort: 'userKey',
    width: 108,
    export: [['user_key', (row) => row.userKey]],
  },
  person: { label: 'Person', sort: 'person', width: 196, export: [] },
  verdict: {
    label: 'Assessment',
    sort: 'verdict',
    width: 168,
    export: [['assessment', (row) => assessmentTerm(row).text]],
  },
  status: { label: 'Status', sort: 'status', width: 88, export: [['status', (row) => row.status]] },
  products: {
    label: 'Products',
    sort: 'products',
    width: 148,
    export: [
      ['products', ({ products }) => products.map(({ name, status }) => `${name}=${status ?? ''}`).join(' ')],
    ],
  },
  findings: {
    label: 'Findings',
    sort: 'findings',
    descendingFirst: true,
    width: 176,
    grows: true,
    export: [
      ['findings', ({ findings }) => findings.map(({ kind, code }) => `${kind}:${code}`).join(' ')],
      ['finding_texts', ({ findings }) => findingTexts(findings).join('; ')],
      [
        'settled',
        ({ settled = [] }) =>
          settled
            .map((one) => `${one.finding.kind}:${one.finding.code}=${one.kind} by ${one.actor}`)
            .join('; '),
      ],
      ['finding_count', (row) => String(row.findingCount)],
      ['aml', (row) => row.aml.join(' ')],
    ],
  },
  country: {
    label: 'Country',
    sort: 'country',
    width: 72,
    export: [['countries', (row) => row.countries.join(' ')]],
  },
  added: timeColumn('Added', 'first-seen', [['first_seen', (row) => row.firstSeenAt]]),
  opened: timeColumn('Opened', 'opened', [['opened', (row) => row.openedAt]]),
  read: timeColumn('Read', 'read', [['read', (row) => row.readAt]]),
  changed: timeColumn('Changed', 'changed', [['changed', (row) => row.changedAt]]),
  decided: {
    ...timeColumn('Decided', 'decided', [
      ['decision', ({ decision }) => decision && decisionLabels[decision.kind]],
      ['reason', (row) => row.decision?.reason],
      ['decided', (row) => row.decision?.at],
      ['changed_since_decided', ({ sinceDecided }) => sinceDecided && sinceDecidedText(sinceDecided)],
    ]),
    width: 156,
  },
  age: {
    label: 'Age',
    sort: 'age',
    width: 64,
    export: [['age_from', (row) => row.ageFrom]],
  },
  reviewer: { label: 'Reviewer', width: 88, export: [] },
  assigned: { label: 'Assigned to', width: 88, export: [['assigned_to', (row) => row.assigned?.name]] },
  state: {
    label: 'State',
    sort: 'state',
    width: 132,
    export: [
      ['state', (row) => stateTerm(row)?.label],
      ['waiting_reason', (row) => row.waiting?.reason],
      ['waiting_since', (row) => row.waiting?.since],
      ['follow_up', (row) => row.followUp?.on],
      ['follow_up_reason', (row) => row.followUp?.reason],
    ],
  },
  labels: {
    label: 'Labels',
    sort: 'labels',
    width: 112,
    export: [
      ['labels', (row) => row.labels.join('; ')],
      ['notes', (row) => String(row.noteCount)],
      ['watched', (row) => (row.watched ? 'yes' : 'no')],
    ],
  },
});

export type CaseColumnId = keyof typeof caseColumns;

/** Returns a case as JSON files and the command line have it: its assessment, state and findings in the words of the list. */
export function exportedCase({ verdict, state, ...row }: CaseRow) {
  return {
    ...row,
    assessment: assessmentTerm({ verdict, ...row }).text,
    state: stateTerm({ verdict, state, ...row })?.label,
    findingTexts: findingTexts(row.findings),
  };
}

function timeColumn(label: string, sort: TimeSort, columns: CaseColumn['export']) {
  return { label, sort, descendingFirst: true, width: 84, isTime: true, export: columns } as const;
}
