import type { Person } from '../../main/sandbox/people.ts';

// All check digits are 0 and the state is Utopia (UTO), so no reader accepts these lines.

/** Two machine-readable lines of 44 characters, as in a passport. */
export function passportLines(person: Person, number: string): string[] {
  const [first, last] = person.latin;
  const names = `P<UTO${letters(last === '' ? first : last)}${last === '' ? '' : `<<${letters(first)}`}`;
  return [
    padded(names, 44),
    padded(`${padded(number, 9)}0UTO${born(person)}0${sex(person)}3205100SPECIMEN`, 44),
  ];
}

/** Three machine-readable lines of 30 characters, as on a card. */
export function cardLines(person: Person, number: string): string[] {
  const [first, last] = person.latin;
  const names = last === '' ? letters(first) : `${letters(last)}<<${letters(first)}`;
  return [
    padded(`I<UTO${padded(number, 9)}0SPECIMEN`, 30),
    padded(`${born(person)}0${sex(person)}3205100UTO`, 29).concat('0'),
    padded(names, 30),
  ];
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
