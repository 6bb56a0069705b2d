import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import {
  type ErasureEntries,
  type ErasureRequest,
  erasureEntries,
} from '../../../../preload/contract/erasure.ts';
import { visibleText } from '../../../../preload/contract/service/visible-text.ts';
import { dayText, deadlineText, letterOf, reachTexts } from '../../../../preload/wording/erasure.ts';
import { counted } from '../../../../preload/wording/terms.ts';
import { useEnvironment, useEnvironmentAction } from '../../../environments/use-environment.ts';
import { clearCopiesAfter } from '../../../ui/clipboard.ts';
import layout from '../../../ui/layout.module.css';
import { Masked, useShown } from '../../../ui/masked.tsx';
import { FailureNotice } from '../../../ui/notices.tsx';
import { OutsideText } from '../../../ui/outside-text.tsx';
import { UnderPolicy } from '../../../ui/policy.tsx';
import { Section } from '../../../ui/section.tsx';
import { useCopy } from '../../../ui/use-copy.ts';
import { ActionForm } from '../action-form.tsx';
import type { From } from '../deletion-state.ts';
import { StepForm } from '../step-form.tsx';
import { FoundItems } from './found-items.tsx';

interface RequestViewProps {
  request: ErasureRequest;
  today: string;
  /** False where the role in a team does not allow it. */
  mayChange: boolean;
  onDelete(from: From, ticket: string | undefined): void;
  onRemoved(): void;
}

/** Shows one request in its order: identity and period, what was found, what a deletion reaches, the answer. */
export function RequestView(props: RequestViewProps) {
  const environment = useEnvironment();
  const { request, today, mayChange, onDelete, onRemoved } = props;
  const { requestId, person, contact, ticket, receivedOn, deadline, items } = request;
  const { proofAskedOn, proof, extension, answeredOn } = request;
  const isOpen = mayChange && answeredOn === undefined;
  const { copy } = useCopy();
  const changes = { changes: ['erasure.list'] } as const;
  const saving = useEnvironmentAction('erasure.save', { requestId }, changes);
  const removing = useEnvironmentAction('erasure.remove', { requestId }, changes);
  const file = useEnvironmentAction('erasure.file', { requestId }, { saves: true });
  const revealed = useShown();
  const put = async (change: Partial<ErasureEntries>): Promise<boolean> => {
    // The parts that main adds are left out, and a member that is undefined is removed.
    const { success, data } = erasureEntries.safeParse({
      person,
      contact,
      ticket,
      receivedOn,
      proofAskedOn,
      proof,
      extension,
      answeredOn,
      items: items.map(({ conversationId, refused }) => ({ conversationId, ...(refused && { refused }) })),
      ...change,
    });
    const entries = success && JSON.parse(JSON.stringify(data));
    return entries && (await saving.run({ entries }, 'Request saved')) !== undefined;
  };
  const letter = letterOf(request, today).join('\n\n');
  const failure = saving.failure ?? file.failure;
  const form = { day: { label: 'Date', value: today, max: today }, busy: saving.busy, onClose: saving.reset };
  return (
    <>
      {failure && <FailureNotice failure={failure} />}
      <Section
        title="Identity and period"
        aside={<strong>{deadlineText(request)}</strong>}
        actions={
          mayChange && (
            <ActionForm
              label="Remove request"
              busy={removing.busy}
              failure={removing.failure}
              onClose={removing.reset}
              onSubmit={async () => {
                const isRemoved = (await removing.run({}, 'Request removed')) !== undefined;
                if (isRemoved) {
                  onRemoved();
                }
                return isRemoved;
              }}
            >
              <Text>The entered data is removed. Its steps stay in the journal, without the name.</Text>
            </ActionForm>
          )
        }
      >
        <Stack gap={8}>
          <Text>
            <Masked value={person} label="name" shape />
            {contact !== undefined && (
              <>
                {' · '}
                <Masked value={contact} label="address" shape />
              </>
            )}
            {` · received ${dayText(receivedOn)}${ticket === undefined ? '' : ` · ticket ${ticket}`}`}
          </Text>
          <Text>
            {proof === undefined
              ? proofAskedOn === undefined
                ? 'Identity is not proved yet.'
                : `Proof of identity asked for on ${dayText(proofAskedOn)}. The period is paused until there is one.`
              : `Identity proved on ${dayText(proof.on)}: ${visibleText(proof.how)}${deadline.pausedDays === 0 ? '' : ` The period was paused for ${counted(deadline.pausedDays, 'day')}.`}`}
          </Text>
          {extension && (
            <Text>{`Extended by two months on ${dayText(extension.on)}: ${visibleText(extension.reason)}`}</Text>
          )}
          {isOpen && (
            <Group>
              {proof === undefined && proofAskedOn === undefined && (
                <StepForm
                  {...form}
                  label="Proof asked for"
                  onSave={({ day }) => put({ proofAskedOn: day })}
                />
              )}
              {proof === undefined && (
                <StepForm
                  {...form}
                  label="Identity proved"
                  text={{ label: 'How it was proved', maxLength: 300 }}
                  onSave={({ day, text }) => put({ proof: { on: day, how: text } })}
                />
              )}
              {extension === undefined && (
                <StepForm
                  {...form}
                  label="Extend by two months"
                  text={{ label: 'Reason given to the person' }}
                  note={`The person must be told by ${dayText(deadline.extensionUntil)}. It can be extended once.`}
                  onSave={({ day, text }) => put({ extension: { on: day, reason: text } })}
                />
              )}
            </Group>
          )}
        </Stack>
      </Section>
      <FoundItems
        person={request.person}
        items={items}
        busy={saving.busy}
        onFormClose={saving.reset}
        onDelete={(from) => onDelete(from, ticket)}
        isReadOnly={environment.settings.readOnly}
        isOpen={isOpen}
        onItems={(changed) => put({ items: changed })}
      />
      <Section title="Reach">
        <ul>
          {reachTexts(items, visibleText(environment.settings.name)).map((text) => (
            <li key={text}>
              <OutsideText text={text} max={4000} />
            </li>
          ))}
        </ul>
      </Section>
      <Section title="Answer">
        <Stack align="flex-start">
          {items.length === 0 && (
            <Text>
              The letter says that you hold no data of this person, since nothing has been added to this
              request. Search for the person first.
            </Text>
          )}
          <Textarea
            aria-label="Letter of answer"
            w="100%"
            readOnly
            maxRows={16}
            value={
              revealed
                ? letter
                : [person, ...(contact ? [contact] : [])].reduce(
                    (text, one) => text.replaceAll(one, '•••'),
                    letter,
                  )
            }
          />
          <Group>
            <Button onClick={() => void copy(letter, { clearAfterMs: clearCopiesAfter })}>Copy letter</Button>
            <UnderPolicy rule="export">
              <Button loading={file.busy} onClick={() => void file.run()}>
                Save letter and receipts (PDF)
              </Button>
            </UnderPolicy>
            {isOpen && <StepForm {...form} label="Answered" onSave={({ day }) => put({ answeredOn: day })} />}
          </Group>
          <p className={layout.explanation}>
            The PDF has the letter, the record of the request, and the signed receipts attached; assay
            verify-receipt checks it.
          </p>
        </Stack>
      </Section>
    </>
  );
}
