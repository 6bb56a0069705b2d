import { Stack, Text } from '@mantine/core';
import { policyLines, policyProblemText } from '../../../preload/wording/policy.ts';
import { Field, FieldList } from '../../ui/field-list.tsx';
import layout from '../../ui/layout.module.css';
import { OutsideText } from '../../ui/outside-text.tsx';
import { usePolicy } from '../../ui/policy.tsx';
import { Section } from '../../ui/section.tsx';

/** Shows what the policy of the company sets, by whom, and what is wrong with it. */
export function PolicySection() {
  const policy = usePolicy();
  if (policy === undefined) {
    return null;
  }
  const { company, contact, file, problems, isBlocked } = policy;
  return (
    <Section title="Company policy">
      <Stack align="flex-start" gap={10}>
        <Text maw={736}>
          Set by <OutsideText text={company || 'your company'} max={80} />
          {contact && (
            <>
              {' · '}
              <OutsideText text={contact} max={200} />
            </>
          )}
          . Users cannot change it.
        </Text>
        {problems.length > 0 && (
          <div className={layout.notice} data-tone="bad" role="status">
            <Text fw={600}>
              {isBlocked
                ? 'The policy has an error. Only the sandbox can be used until your administrator fixes it.'
                : 'The policy has an error. Its strictest reading counts until your administrator fixes it.'}
            </Text>
            <ul className={layout.discs}>
              {problems.map((problem) => (
                <li key={`${problem.line} ${problem.key} ${problem.message}`}>
                  <OutsideText text={policyProblemText(problem)} max={400} />
                </li>
              ))}
            </ul>
          </div>
        )}
        <FieldList>
          {policyLines(policy).map(({ name, value }) => (
            <Field key={name} label={name}>
              <OutsideText text={value} max={1000} />
            </Field>
          ))}
        </FieldList>
        <p className={layout.explanation}>
          Read from <span className={layout.mono}>{file}</span> when Assay started. A changed policy counts
          from the next start.
        </p>
      </Stack>
    </Section>
  );
}
