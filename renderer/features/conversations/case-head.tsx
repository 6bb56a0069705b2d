import type { Conversation } from '../../../preload/contract/service/conversation.ts';
import { countryName } from '../../../preload/wording/country-names.ts';
import { maskShape } from '../../../preload/wording/mask-shape.ts';
import { birthDateOf, nameOf, personShape } from '../../../preload/wording/person.ts';
import { documentKinds, documents } from '../../../preload/wording/record.ts';
import { MaskShape, useShown } from '../../ui/masked.tsx';
import { OutsideText } from '../../ui/outside-text.tsx';

const maxName = 120;

/** Shows the name of the person, or its shape and the year of birth while data is masked. */
export function CaseName({ conversation }: { conversation: Conversation }) {
  const isRevealed = useShown();
  const name = nameOf(conversation);
  if (name === undefined) {
    return 'No name';
  }
  return isRevealed ? (
    <span data-personal>
      <OutsideText text={name} max={maxName} />
    </span>
  ) : (
    <MaskShape shape={personShape(name, birthDateOf(conversation))} />
  );
}

/** Shows by what the person is recognised: birth date, document and country. Numbers have their shape while data is masked. */
export function CasePerson({ conversation }: { conversation: Conversation }) {
  const isRevealed = useShown();
  const birthDate = birthDateOf(conversation);
  const { ids } = conversation.result?.identity?.user?.person ?? {};
  const kind = documentKinds.find((one) => ids?.[one] !== undefined);
  const { id, issueCountry } = (kind && ids?.[kind]) ?? {};
  const country = issueCountry ?? conversation.info?.[0]?.country;
  const number = typeof id === 'string' && id !== '' ? (isRevealed ? id : maskShape(id)) : undefined;
  const texts = [
    isRevealed ? birthDate : undefined,
    kind && [documents[kind].title, number].filter(Boolean).join(' '),
    country && (countryName(country) ?? country),
  ].filter((text) => text !== undefined && text !== '');
  return texts.length === 0 ? null : (
    <span {...(isRevealed && { 'data-personal': true })}>
      <OutsideText text={texts.join(' · ')} max={300} />
    </span>
  );
}
