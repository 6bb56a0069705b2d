import { Button, Flex, Group } from '@mantine/core';
import type { SandboxCertificate } from '../../../preload/contract/sandbox.ts';
import layout from '../../ui/layout.module.css';
import { useUiServices } from '../../ui/services.tsx';
import classes from './sandbox-drawer.module.css';

interface CertificatePartProps {
  certificate: SandboxCertificate | undefined;
  busy: boolean;
  onIssue(): void;
}

const parts: readonly { name: keyof SandboxCertificate; label: string }[] = [
  { name: 'certificate', label: 'Copy certificate' },
  { name: 'key', label: 'Copy private key' },
  { name: 'authority', label: 'Copy authority' },
];

/** Shows a certificate for a receiver on this computer, to which the sandbox then sends callbacks over https. */
export function CertificatePart({ certificate, busy, onIssue }: CertificatePartProps) {
  const { clipboard, announce } = useUiServices();
  return (
    <Flex component="section" direction="column" gap={8} aria-label="Certificate">
      <h2 className={classes.heading}>Certificate for an https receiver</h2>
      <p className={layout.quietParagraph}>
        For 127.0.0.1, ::1 and localhost, as PEM. The sandbox trusts the authority that issues it.
      </p>
      <Group align="flex-end">
        <Button disabled={busy} onClick={onIssue}>
          {certificate === undefined ? 'Issue certificate' : 'Issue another'}
        </Button>
        {certificate &&
          parts.map(({ name, label }) => (
            <Button
              key={name}
              variant="subtle"
              size="compact-sm"
              onClick={() =>
                void clipboard.copy(certificate[name]).then(
                  () => announce('Copied'),
                  () => announce('Not copied: clipboard access was denied'),
                )
              }
            >
              {label}
            </Button>
          ))}
      </Group>
    </Flex>
  );
}
