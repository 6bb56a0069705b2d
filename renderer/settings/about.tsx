import type { ApplicationInfo } from '../../preload/contract/application.ts';
import { CopyButton } from '../ui/copyable.tsx';
import { Field, FieldList } from '../ui/field-list.tsx';
import { Section } from '../ui/section.tsx';

/** Which console this is and what it is made of: what support asks for. */
export function About({ info }: { info: ApplicationInfo }) {
  const parts: [name: string, version: string][] = [
    ['Assay', info.version],
    ['Platform', info.platform],
    ...Object.entries(info.versions),
  ];
  const text = parts.map(([name, version]) => `${name} ${version}`).join('\n');
  return (
    <Section title="About" actions={<CopyButton value={text} label="versions" />}>
      <FieldList>
        {parts.map(([name, version]) => (
          <Field key={name} label={name}>
            {version}
          </Field>
        ))}
      </FieldList>
    </Section>
  );
}
