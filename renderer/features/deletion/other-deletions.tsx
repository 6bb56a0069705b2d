import { Button, Flex } from '@mantine/core';
import type { DeletionView } from '../../../preload/contract/deletion.ts';
import type { EnvironmentView } from '../../../preload/contract/environments.ts';
import { EnvironmentTag } from '../../ui/environment-tag.tsx';
import layout from '../../ui/layout.module.css';
import { OutsideText } from '../../ui/outside-text.tsx';
import { Section } from '../../ui/section.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import classes from './deletion.module.css';
import { deletionStatus, modeTexts } from './deletion-wording.ts';
import { isUnderWay } from './store.ts';

interface OtherDeletionsProps {
  title: string;
  deletions: readonly DeletionView[];
  environments: readonly EnvironmentView[];
  /** Shows one, in its own environment. */
  onView(deletion: DeletionView): void;
  onDismiss(deletionId: string): void;
}

/** Shows other deletions of this session and unsettled ones of earlier sessions, in all environments. */
export function OtherDeletions({ title, deletions, environments, onView, onDismiss }: OtherDeletionsProps) {
  if (deletions.length === 0) {
    return null;
  }
  return (
    <Section title={title}>
      <ul className={layout.plainList}>
        {deletions.map((deletion) => {
          const environment = environments.find(({ id }) => id === deletion.environmentId);
          const { tone, label } = deletionStatus(deletion);
          return (
            <li key={deletion.deletionId} className={classes.other}>
              <Flex component="span" display="inline-flex" gap={8} align="baseline">
                <span>{modeTexts[deletion.mode].label}</span>
                <code className={classes.of}>
                  <OutsideText text={deletion.conversationId} />
                </code>
              </Flex>
              {environment ? (
                <EnvironmentTag kind={environment.settings.kind} name={environment.settings.name} />
              ) : (
                <span className={layout.quiet}>Environment removed</span>
              )}
              <StatusBadge tone={tone} status={label} />
              <Flex component="span" display="inline-flex" gap={6} ml="auto">
                {environment && (
                  <Button size="compact-xs" onClick={() => onView(deletion)}>
                    View
                  </Button>
                )}
                {!isUnderWay(deletion) && (
                  <Button
                    variant="subtle"
                    color="gray"
                    size="compact-xs"
                    onClick={() => onDismiss(deletion.deletionId)}
                  >
                    Dismiss
                  </Button>
                )}
              </Flex>
            </li>
          );
        })}
      </ul>
    </Section>
  );
}
