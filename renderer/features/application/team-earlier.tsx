import { Button, Checkbox, Stack } from '@mantine/core';
import { useState } from 'react';
import { visibleText } from '../../../preload/contract/service/visible-text.ts';
import { earlierText } from '../../../preload/wording/team.ts';
import { counted } from '../../../preload/wording/terms.ts';
import { useBridgeAction, useBridgeQuery } from '../../bridge/use-bridge.tsx';
import { Question } from '../../ui/notices.tsx';
import { useAnnounce } from '../../ui/services.tsx';
import { useFormCheck } from '../../ui/use-form-check.ts';
import { PartFailure } from '../environments/part-failure.tsx';

/** Shows what this console recorded before it joined, by environment, and brings in what is chosen. Nothing where there is none. */
export function EarlierCases() {
  const { data, failure } = useBridgeQuery('team.earlier', {});
  const bring = useBridgeAction('team.bring', {}, { changes: ['team.earlier', 'team.view'] });
  const announce = useAnnounce();
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [isAsked, setAsked] = useState(false);
  const check = useFormCheck({ chosen: chosen.length === 0 && 'Choose an environment.' });
  const earlier = data?.earlier ?? [];
  const names = earlier
    .filter(({ environmentId }) => chosen.includes(environmentId))
    .map(({ name }) => visibleText(name, 80));
  if (earlier.length === 0) {
    return <PartFailure failure={bring.failure ?? failure} />;
  }
  return (
    <Stack
      component="section"
      gap={10}
      align="flex-start"
      w="100%"
      ref={check.ref}
      aria-label="Earlier cases"
    >
      <Checkbox.Group
        label="Recorded here before this console joined, and not shared"
        value={[...chosen]}
        onChange={(values) => {
          setChosen(values);
          setAsked(false);
        }}
        error={check.errors.chosen}
      >
        <Stack gap={8} pt={4}>
          {earlier.map(({ environmentId, name, ...counts }) => (
            <Checkbox
              key={environmentId}
              value={environmentId}
              label={`${visibleText(name, 80)}: ${earlierText(counts)}`}
            />
          ))}
        </Stack>
      </Checkbox.Group>
      {isAsked ? (
        <Question
          text={`Everybody in the team gets what was decided, noted and labelled in ${names.join(', ')} before, with your name. This cannot be taken back. An earlier decision on a case that the team has decided, too, is shown as a conflict.`}
          action="Bring in"
          busy={bring.busy}
          onConfirm={async () => {
            const done = await bring.run({ environmentIds: [...chosen] });
            if (done) {
              setAsked(false);
              setChosen([]);
              announce(`${counted(done.entries, 'entry', 'entries')} to be sent`);
            }
          }}
          onCancel={() => setAsked(false)}
        />
      ) : (
        <Button onClick={() => check.passes() && setAsked(true)}>Bring into the team…</Button>
      )}
      <PartFailure failure={bring.failure ?? failure} />
    </Stack>
  );
}
