import type { ComparedField } from './difference.ts';

const person = 'result.identity.user.person';
const documents = ['passport', 'idCard', 'driverLicence', 'residencePermit', 'otherDocument'];
const ofDocuments = (member: string) => documents.map((document) => `${person}.ids.${document}.${member}`);

/** The ten values that say whether two cases are of one person; those of a document in the order in which the first is taken. */
const mainPaths = [
  ['userKey'],
  [`${person}.name.firstName`],
  [`${person}.name.lastName`],
  [`${person}.name.fullName`],
  [`${person}.info.birthDate`],
  [`${person}.info.nationality`],
  [`${person}.ids.nationalId`],
  ofDocuments('id'),
  ofDocuments('expiryDate'),
  [`${person}.contact.email`],
];

/** Returns those of the ten main values that a side has. Documents of different kinds are compared too. */
export function mainFieldsOf(fields: readonly ComparedField[]): (ComparedField & { paths: string[] })[] {
  const byPath = new Map(fields.map((field) => [field.path, field]));
  return mainPaths.flatMap((paths) => {
    const fields = paths.flatMap((path) => byPath.get(path) ?? []);
    const [first] = fields;
    const left = fields.find((field) => field.left !== undefined);
    const right = fields.find((field) => field.right !== undefined);
    const sides = { left: left?.left, right: right?.right, isSame: left?.left === right?.right };
    // A second document of a side stays among the other values.
    const bothPaths = [left?.path, right?.path].filter((path) => path !== undefined);
    return first === undefined
      ? []
      : [{ ...first, ...sides, path: left?.path ?? first.path, paths: bothPaths }];
  });
}
