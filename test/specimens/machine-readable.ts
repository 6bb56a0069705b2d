import type { Person } from '../../main/sandbox/people.ts';

// The state is Utopia (UTO), which ICAO Doc 9303 uses for specimens and no reader accepts as a state. The check digits are right.

/** Two machine-readable lines of 44 characters, as in a passport. */
export function passportLines(person: Person, number: string): string[] {
  const [first, last] = person.latin;
  const names = `P<UTO${letters(last === '' ? first : last)}${last === '' ? '' : `<<${letters(first)}`}`;
  const numbers = [checked(padded(number, 9)), checked(born(person)), checked('320510')] as const;
  const personal = checked(padded('SPECIMEN', 14));
  const all = digit(`${numbers.join('')}${personal}`);
  return [padded(names, 44), `${numbers[0]}UTO${numbers[1]}${sex(person)}${numbers[2]}${personal}${all}`];
}

/** Three machine-readable lines of 30 characters, as on a card. */
export function cardLines(person: Person, number: string): string[] {
  const [first, last] = person.latin;
  const names = last === '' ? letters(first) : `${letters(last)}<<${letters(first)}`;
  const first30 = padded(`I<UTO${checked(padded(number, 9))}SPECIMEN`, 30);
  const [birth, expiry] = [checked(born(person)), checked('320510')];
  const all = digit(`${first30.slice(5)}${birth}${expiry}${'<'.repeat(11)}`);
  return [first30, padded(`${birth}${sex(person)}${expiry}UTO`, 29).concat(all), padded(names, 30)];
}

function letters(text: string): string {
  return text.toUpperCase().replace(/[^A-Z]+/g, '<');
}

function born({ birthDate }: Person): string {
  return /^\d{4}-/.test(birthDate) ? birthDate.slice(2).replaceAll('-', '') : '000000';
}

function sex({ gender }: Person): string {
  return gender === 'OTHER' ? '<' : gender.slice(0, 1);
}

function padded(text: string, length: number): string {
  return text.slice(0, length).padEnd(length, '<');
}

function checked(text: string): string {
  return text + digit(text);
}

/** Returns the check digit of ICAO Doc 9303-3, section 4.9: weights 7, 3, 1; letters count from 10, the filler as 0. */
function digit(text: string): string {
  const value = (character: string) => (character === '<' ? 0 : Number.parseInt(character, 36));
  const sum = [...text].reduce(
    (total, character, at) => total + value(character) * ([7, 3, 1][at % 3] ?? 0),
    0,
  );
  return String(sum % 10);
}
