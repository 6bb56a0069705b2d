import type { Person } from '../people.ts';

/** Two machine-readable lines like a passport's; the state, Utopia, is invented. */
export function machineReadable(person: Person, number: string): [string, string] {
  const plain = (text: string) => text.toUpperCase().replace(/[^A-Z]+/g, '<');
  const [first, last] = person.latin;
  const names = `P<UTO${plain(last === '' ? first : last)}${last === '' ? '' : `<<${plain(first)}`}`;
  const sex = person.gender === 'MALE' ? 'M' : person.gender === 'FEMALE' ? 'F' : '<';
  const born = person.birthDate.slice(2).replaceAll('-', '');
  const second = `${padded(number, 9)}0UTO${born}0${sex}3205100SPECIMEN`;
  return [padded(names, 44), padded(second, 44)];
}

function padded(text: string, length: number): string {
  return text.slice(0, length).padEnd(length, '<');
}
