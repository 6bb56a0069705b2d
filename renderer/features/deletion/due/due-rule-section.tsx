import { Button, Checkbox, Group, NativeSelect, NumberInput, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import {
  type DueBasis,
  type DueRule,
  type DueStart,
  dueBases,
  dueRule,
  dueStarts,
  dueStatuses,
} from '../../../../preload/contract/due.ts';
import type { OperationOutput } from '../../../../preload/contract/operations.ts';
import { rolesAtService } from '../../../../preload/contract/team-roles.ts';
import {
  dueGroupLabels,
  duePresets,
  dueRuleScope,
  dueRuleText,
  dueStartLabels,
} from '../../../../preload/wording/due.ts';
import { conversationStatusTerm } from '../../../../preload/wording/statuses.ts';
import { useEnvironmentAction, useEnvironmentQuery } from '../../../environments/use-environment.ts';
import layout from '../../../ui/layout.module.css';
import { FailureNotice } from '../../../ui/notices.tsx';
import { UnderPolicy, useRoleRefusal } from '../../../ui/policy.tsx';
import { Section } from '../../../ui/section.tsx';
import { useFormCheck } from '../../../ui/use-form-check.ts';

interface DueRuleSectionProps {
  /** Undefined until it was read. */
  summary: OperationOutput<'due.summary'> | undefined;
}

const first: DueRule = { basis: 'not-aml', ...duePresets['not-aml'].rule, statuses: ['FINISHED'] };

/** Shows the rule by which data becomes due, and changes it. */
export function DueRuleSection({ summary }: DueRuleSectionProps) {
  const [isEdited, setEdited] = useState(false);
  const rule = summary?.rule;
  const refusal = useRoleRefusal(rolesAtService, 'change what is due');
  return (
    <Section
      title="Rule"
      actions={
        refusal !== undefined ? (
          <Text c="dimmed">{refusal}</Text>
        ) : (
          summary !== undefined &&
          !isEdited && (
            <UnderPolicy rule="due">
              <Button onClick={() => setEdited(true)}>{rule === undefined ? 'Set a rule' : 'Change'}</Button>
            </UnderPolicy>
          )
        )
      }
    >
      {isEdited ? (
        <RuleForm saved={rule} onClose={() => setEdited(false)} />
      ) : rule === undefined ? (
        <Text>{summary && 'Off. Nothing becomes due in this environment.'}</Text>
      ) : (
        <>
          <Text>
            <strong>{dueRuleText(rule)}</strong>
            {`: ${dueRuleScope(rule)}`}
          </Text>
          <Text className={layout.explanation}>{duePresets[rule.basis].source}</Text>
        </>
      )}
    </Section>
  );
}

interface RuleFormProps {
  saved: DueRule | undefined;
  onClose(): void;
}

function RuleForm({ saved, onClose }: RuleFormProps) {
  const [draft, setDraft] = useState<Omit<DueRule, 'count'> & { count: number | string }>(saved ?? first);
  const save = useEnvironmentAction('due.setRule', {}, { changes: ['due.summary', 'due.rows'] });
  const parsed = dueRule.safeParse(draft);
  const preview = useEnvironmentQuery('due.preview', parsed.success ? { rule: parsed.data } : undefined, {
    keepPrevious: true,
  });
  const local = useEnvironmentQuery('cases.settings', {});
  const wrong = (field: string) => parsed.error?.issues.some(({ path }) => path[0] === field);
  const check = useFormCheck({
    count: wrong('count') && 'Enter a whole number.',
    statuses: wrong('statuses') && 'Choose a status.',
  });
  const put = (change: Partial<typeof draft>) => setDraft({ ...draft, ...change });
  const submit = async (rule: DueRule | null) => {
    if (await save.run({ rule }, rule === null ? 'Rule turned off' : 'Rule saved')) {
      onClose();
    }
  };
  const localDays = local.data?.retentionDays;
  const isLost =
    parsed.success &&
    typeof localDays === 'number' &&
    localDays < parsed.data.count * (parsed.data.unit === 'years' ? 365 : 1);
  const counts = preview.data?.counts;
  const failure = save.failure ?? preview.failure;
  return (
    <Stack ref={check.ref} align="flex-start">
      <NativeSelect
        label="Law"
        value={draft.basis}
        data={dueBases.map((basis) => ({ value: basis, label: duePresets[basis].label }))}
        onChange={(event) => {
          const basis = event.currentTarget.value as DueBasis;
          put({ basis, ...duePresets[basis].rule });
        }}
        description={duePresets[draft.basis].source}
        inputWrapperOrder={['label', 'input', 'description']}
      />
      <Group align="end">
        <NumberInput
          label="Delete after"
          w={96}
          min={1}
          max={3650}
          clampBehavior="none"
          value={draft.count}
          onChange={(count) => put({ count })}
          error={check.errors.count}
        />
        <NativeSelect
          aria-label="Unit"
          value={draft.unit}
          data={['days', 'years']}
          onChange={(event) => put({ unit: event.currentTarget.value as DueRule['unit'] })}
        />
        <NativeSelect
          label="Counted from"
          value={draft.startsAt}
          data={dueStarts.map((value) => ({ value, label: dueStartLabels[value] }))}
          onChange={(event) => put({ startsAt: event.currentTarget.value as DueStart })}
        />
      </Group>
      <Checkbox.Group
        label="Status"
        value={draft.statuses}
        error={check.errors.statuses}
        onChange={(statuses) => put({ statuses: statuses as DueRule['statuses'] })}
      >
        <Group mt={6}>
          {dueStatuses.map((status) => (
            <Checkbox key={status} value={status} label={conversationStatusTerm(status).label} />
          ))}
        </Group>
      </Checkbox.Group>
      <Text role="status">
        {counts &&
          (['due', 'soon', 'unknown'] as const)
            .map((group) => `${dueGroupLabels[group]}: ${counts[group].toLocaleString('en')}`)
            .join(' · ')}
      </Text>
      {isLost && (
        <Text className={layout.explanation}>
          {`This console deletes the data of cases after ${localDays?.toLocaleString('en')} days (Settings, Retention). Those are not listed here any more when they become due.`}
        </Text>
      )}
      {failure && <FailureNotice failure={failure} />}
      <Group>
        <Button
          variant="filled"
          loading={save.busy}
          onClick={() => check.passes() && parsed.success && void submit(parsed.data)}
        >
          Save rule
        </Button>
        {saved && (
          <Button disabled={save.busy} onClick={() => void submit(null)}>
            Turn off
          </Button>
        )}
        <Button onClick={onClose}>Cancel</Button>
      </Group>
    </Stack>
  );
}
