import { Box, Button, Checkbox, Flex, Group, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { type DecisionKind, decisionKinds, type OwnReason } from '../../../preload/contract/cases.ts';
import { visibleText } from '../../../preload/contract/service/visible-text.ts';
import { decisionVerb } from '../../../preload/wording/decisions.ts';
import { useBridgeAction, useBridgeQuery } from '../../bridge/use-bridge.tsx';
import layout from '../../ui/layout.module.css';
import { Section } from '../../ui/section.tsx';
import { useAnnounce } from '../../ui/services.tsx';
import { submitted } from '../../ui/submitted.ts';
import itemList from '../environments/item-list.module.css';
import { PartFailure } from '../environments/part-failure.tsx';
import formLayout from '../environments/settings-form.module.css';

/** The built-in environment: what belongs to no environment is asked of it. */
const anyEnvironment = { environmentId: 'sandbox' };

export const useReasons = () => useBridgeQuery('cases.settings', anyEnvironment);

/** Shows the user's own reasons for decisions: added, renamed, retired. */
export function ReasonsSection() {
  const { data, failure } = useReasons();
  const reasons = data?.reasons ?? [];
  const save = useBridgeAction('cases.saveSettings', anyEnvironment, { changes: ['cases.settings'] });
  const announce = useAnnounce();
  /** The code of the one that is edited; empty for a new one. */
  const [edited, setEdited] = useState<string>();
  const put = async (reason: OwnReason, text: string) => {
    const exists = reasons.some(({ code }) => code === reason.code);
    const all = exists
      ? reasons.map((one) => (one.code === reason.code ? reason : one))
      : [...reasons, reason];
    if (await save.run({ reasons: all })) {
      setEdited(undefined);
      announce(text);
    }
  };
  return (
    <Section title="Your own decision reasons">
      <Stack align="flex-start" gap={10}>
        <Text maw={736}>
          They are offered in addition to the built-in reasons, in every environment. A retired reason is no
          longer offered; decisions made with it keep its name.
        </Text>
        {reasons.length > 0 && (
          <Box component="ul" w="100%" className={`${layout.plainList} ${layout.lines}`}>
            {reasons.map((reason) => (
              <li key={reason.code} className={itemList.item}>
                {edited === reason.code ? (
                  <ReasonForm
                    reason={reason}
                    onSave={(changed) => void put(changed, 'Reason saved')}
                    onCancel={() => setEdited(undefined)}
                  />
                ) : (
                  <>
                    <Flex component="span" direction="column" gap={2} miw={0} className={layout.anywhere}>
                      <span>
                        {visibleText(reason.label)}
                        {reason.retired && ' (retired)'}
                      </span>
                      <span className={layout.quietSmall}>{reason.kinds.map(decisionVerb).join(', ')}</span>
                    </Flex>
                    <span className={itemList.buttons}>
                      <Button
                        aria-label={`Rename ${visibleText(reason.label)}`}
                        onClick={() => setEdited(reason.code)}
                      >
                        Rename
                      </Button>
                      <Button
                        aria-label={`${reason.retired ? 'Offer again' : 'Retire'} ${visibleText(reason.label)}`}
                        onClick={() =>
                          void put(
                            { ...reason, retired: !reason.retired },
                            reason.retired ? 'Reason offered again' : 'Reason retired',
                          )
                        }
                      >
                        {reason.retired ? 'Offer again' : 'Retire'}
                      </Button>
                    </span>
                  </>
                )}
              </li>
            ))}
          </Box>
        )}
        {edited === '' ? (
          <ReasonForm
            onSave={(reason) => void put(reason, 'Reason added')}
            onCancel={() => setEdited(undefined)}
          />
        ) : (
          <Button onClick={() => setEdited('')}>Add a reason</Button>
        )}
        <PartFailure failure={save.failure ?? failure} />
      </Stack>
    </Section>
  );
}

interface ReasonFormProps {
  reason?: OwnReason;
  onSave(reason: OwnReason): void;
  onCancel(): void;
}

function ReasonForm({ reason, onSave, onCancel }: ReasonFormProps) {
  const [label, setLabel] = useState(reason?.label ?? '');
  const [kinds, setKinds] = useState<readonly DecisionKind[]>(reason?.kinds ?? []);
  const isReady = label.trim() !== '' && kinds.length > 0;
  return (
    <form
      onSubmit={submitted(() => {
        if (isReady) {
          const code = reason?.code ?? `own-${crypto.randomUUID().slice(0, 8)}`;
          onSave({ ...reason, code, label: label.trim(), kinds: [...kinds] });
        }
      })}
    >
      <Stack align="flex-start" gap={10}>
        <TextInput
          data-autofocus
          label="Reason"
          maxLength={120}
          value={label}
          onChange={(event) => setLabel(event.currentTarget.value)}
        />
        <fieldset className={formLayout.group}>
          <legend className={formLayout.legend}>Offered for</legend>
          <Flex wrap="wrap" align="center" columnGap={20} rowGap={8} mih={30}>
            {decisionKinds.map((kind) => (
              <Checkbox
                key={kind}
                label={decisionVerb(kind)}
                checked={kinds.includes(kind)}
                onChange={({ currentTarget: { checked } }) =>
                  setKinds(decisionKinds.filter((one) => (one === kind ? checked : kinds.includes(one))))
                }
              />
            ))}
          </Flex>
        </fieldset>
        <Group gap={10}>
          <Button variant="filled" type="submit" disabled={!isReady}>
            {reason ? 'Save reason' : 'Add'}
          </Button>
          <Button onClick={onCancel}>Cancel</Button>
        </Group>
      </Stack>
    </form>
  );
}
