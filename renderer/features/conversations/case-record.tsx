import { useMemo } from 'react';
import type { FileMismatch, Finding, Settlement } from '../../../preload/contract/cases.ts';
import type { OpenedConversation } from '../../../preload/contract/conversations.ts';
import type { MrzComparison } from '../../../preload/contract/mrz.ts';
import type { OwnCheckChoices, Plausibility } from '../../../preload/contract/plausibility.ts';
import type { DatabaseSources as SourcesRead } from '../../../preload/contract/service/database-verification.ts';
import type { MediaItem } from '../../../preload/contract/service/metadata.ts';
import { isAboutAnother, mrzFindings, withOwnWeights } from '../../../preload/wording/console-findings.ts';
import { type Passed, passedOf } from '../../../preload/wording/passed.ts';
import { type Assessment, assess } from '../../../preload/wording/verdict.ts';
import { ReadingNotesView } from '../../ui/reading-notes.tsx';
import { LargeContent } from '../../ui/staged.tsx';
import classes from './conversations.module.css';
import type { WellFiles } from './desk/pictures.ts';
import { CaseContextProvider } from './findings/case-context.tsx';
import { type FactsOfValue, fieldFacts } from './findings/field-facts.ts';
import { FindingsPart } from './findings/findings-part.tsx';
import type { SettleFinding } from './findings/settle-button.tsx';
import type { DatabaseSources } from './panels/database-panel.tsx';
import { ResultView } from './panels/result-view.tsx';
import type { useDatabaseSources } from './use-conversation.ts';

/** A response of more bytes than this is shown part by part. */
const largeResponse = 40_000;

/** The verdict and the findings of a reading, the same as in the list of cases. */
export interface CaseSummary extends Assessment {
  /** The response is about another conversation than the one asked for. */
  isOther: boolean;
  passed: readonly Passed[];
  facts: ReadonlyMap<string, FactsOfValue>;
  /** The own checks of the record, as the environment weighs them. */
  plausibility: Plausibility;
  /** ISO date. */
  readOn: string;
}

/**
 * Returns the databases' results that the summary counts. After a read that failed it is what the list kept: the conversation may have changed
 * since the results on the page were read, and the list gives them up then.
 */
export function countedSources(
  { data, failure }: Pick<ReturnType<typeof useDatabaseSources>, 'data' | 'failure'>,
  sources: SourcesRead,
): SourcesRead {
  if (failure) {
    return sources ?? 'unreadable';
  }
  return data?.info ?? sources ?? 'unread';
}

/**
 * @param known.conversationId the one asked for
 * @param known.mismatches files that are not what they claim to be
 * @param known.seenBefore the findings that other cases gave
 * @param known.ownChecks the weights that the environment gives the own checks
 * @param known.mrz the record beside the machine-readable zones of its documents
 */
export function summaryOf(
  { conversation, notes, plausibility }: OpenedConversation,
  sources: SourcesRead,
  {
    conversationId,
    mrz,
    ownChecks,
    ...known
  }: {
    conversationId: string;
    ownChecks?: OwnCheckChoices | undefined;
    mrz?: readonly MrzComparison[] | undefined;
    mismatches?: readonly FileMismatch[] | undefined;
    seenBefore?: readonly Finding[] | undefined;
  },
): CaseSummary {
  const readOn = notes.receivedAt.slice(0, 10);
  const isOther = isAboutAnother(conversationId, conversation.id);
  const own = withOwnWeights(plausibility.findings, ownChecks);
  const checks = [...own, ...withOwnWeights(mrzFindings(mrz), ownChecks)];
  const assessment = assess(conversation, { notes, sources, today: readOn, checks, isOther, ...known });
  return {
    ...assessment,
    isOther,
    passed: passedOf(conversation, sources),
    facts: fieldFacts(conversation, mrz),
    plausibility: { ...plausibility, findings: own },
    readOn,
  };
}

interface CaseRecordProps {
  reading: OpenedConversation;
  summary: CaseSummary;
  database: DatabaseSources;
  files: readonly MediaItem[];
  /** The finding whose evidence is shown. */
  choice: Finding | undefined;
  onChoose(finding: Finding): void;
  settlements?: readonly Settlement[] | undefined;
  onSettle?: SettleFinding | undefined;
  /** Brings files into the wells. */
  onShow(files: WellFiles): void;
}

/** Shows a reading: its findings first, then all of its content. */
export function CaseRecord(props: CaseRecordProps) {
  const { reading, summary, database, files, choice, onChoose, onShow, settlements, onSettle } = props;
  const { conversation, notes } = reading;
  const { findings, passed, facts, plausibility, readOn } = summary;
  const { flags, duplicates } = notes;
  const context = useMemo(
    () => ({ files, show: onShow, readOn, facts, flags, duplicates }),
    [files, onShow, readOn, facts, flags, duplicates],
  );
  return (
    <LargeContent large={notes.bytes > largeResponse}>
      <CaseContextProvider value={context}>
        <div className={classes.notices}>
          <ReadingNotesView notes={notes} />
        </div>
        <FindingsPart
          findings={findings}
          passed={passed}
          choice={choice}
          onChoose={onChoose}
          settlements={settlements}
          onSettle={onSettle}
        />
        <ResultView conversation={conversation} plausibility={plausibility} database={database} />
      </CaseContextProvider>
    </LargeContent>
  );
}
