import { Button, Flex, Group, Title } from '@mantine/core';
import type { SandboxCertificate } from '../../../preload/contract/sandbox.ts';
import { useEnvironmentAction } from '../../environments/use-environment.ts';
import layout from '../../ui/layout.module.css';
import { FailureNotice } from '../../ui/notices.tsx';
import { useCopy } from '../../ui/use-copy.ts';

const parts: readonly { name: keyof SandboxCertificate; label: string }[] = [
  { name: 'certificate', label: 'Copy certificate' },
  { name: 'key', label: 'Copy private key' },
  { name: 'authority', label: 'Copy authority' },
];

/** Shows a certificate for a receiver on this computer, to which the sandbox then sends callbacks over https. */
export function CertificatePart() {
  const { run, busy, data: certificate, failure } = useEnvironmentAction('sandbox.certificate');
  const { copy } = useCopy();
  return (
    <Flex component="section" direction="column" gap={8} aria-label="Certificate">
      <Title order={2}>Certificate for an https receiver</Title>
      <p className={layout.quietParagraph}>
        For 127.0.0.1, ::1 and localhost, as PEM. The sandbox trusts the authority that issues it.
      </p>
      <Group align="flex-end">
        <Button disabled={busy} onClick={() => void run()}>
          {certificate === undefined ? 'Issue certificate' : 'Issue another'}
        </Button>
        {certificate &&
          parts.map(({ name, label }) => (
            <Button
              key={name}
              variant="subtle"
              size="compact-sm"
              onClick={() => void copy(certificate[name])}
            >
              {label}
            </Button>
          ))}
      </Group>
      {failure && <FailureNotice failure={failure} />}
    </Flex>
  );
}
