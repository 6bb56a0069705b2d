import { Button, FileButton, Flex, Group, PasswordInput, Text } from '@mantine/core';
import { IconFileCertificate } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import type { ClientCertificateView } from '../../../preload/contract/environments.ts';
import { clientCertificateInput } from '../../../preload/contract/secrets.ts';
import { useEnvironment } from '../../environments/use-environment.ts';
import layout from '../../ui/layout.module.css';
import { Notice } from '../../ui/notices.tsx';
import { Time } from '../../ui/time.tsx';
import type { SecretFormState } from './secret-form.tsx';
import { SecretSection, type SecretValues } from './secret-section.tsx';
import formLayout from './settings-form.module.css';

/** Shows the certificate shown to services that ask for one: read from its file once, its key never shown. */
export function ClientCertificateSection() {
  const { clientCertificate } = useEnvironment();
  return (
    <SecretSection
      kind="client-certificate"
      name="client certificate"
      title="Client certificate"
      secret={clientCertificate}
      about={
        clientCertificate ? (
          <CertificateDetails certificate={clientCertificate} />
        ) : (
          'Only needed if the service asks for one (mutual TLS).'
        )
      }
      form={(form) => <CertificateForm {...form} />}
    />
  );
}

function CertificateDetails({ certificate }: { certificate: ClientCertificateView }) {
  const { subject, issuer, validUntil, fingerprint } = certificate;
  const isExpired = Date.parse(validUntil) < Date.now();
  return (
    <>
      {isExpired && (
        <Notice role="status">
          This certificate has expired: services will refuse it. Ask for a new one.
        </Notice>
      )}
      <dl className={layout.facts}>
        <dt>Issued to</dt>
        <dd>{subject}</dd>
        <dt>Issued by</dt>
        <dd>{issuer}</dd>
        <dt>Valid until</dt>
        <dd>{validUntil === '' ? 'unknown' : <Time at={validUntil} relative={false} />}</dd>
        <dt>SHA-256</dt>
        <dd className={layout.mono}>{fingerprint}</dd>
      </dl>
    </>
  );
}

function CertificateForm({ busy, onSave, onCancel }: SecretFormState<SecretValues<'client-certificate'>>) {
  const [files, setFiles] = useState<readonly File[]>([]);
  const [passphrase, setPassphrase] = useState('');
  const [error, setError] = useState<string>();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const bytes = await Promise.all(files.map(async (file) => new Uint8Array(await file.arrayBuffer())));
    const read = clientCertificateInput.safeParse({ files: bytes, passphrase });
    setError(read.error?.issues[0]?.message);
    if (read.success) {
      await onSave({ files: bytes, passphrase });
    }
  };
  return (
    <form className={formLayout.form} onSubmit={submit} noValidate autoComplete="off">
      <p className={layout.explanation}>
        A PKCS #12 file (.p12, .pfx), or PEM files with the certificate and its private key. The key is kept
        in the keychain; the file is not needed afterwards. Keys that cannot be exported, such as those on a
        smart card or locked in the system’s certificate store, cannot be used.
      </p>
      <Group gap={10}>
        <FileButton
          multiple
          accept=".p12,.pfx,.pem,.crt,.cer,.key,application/x-pkcs12"
          onChange={(files) => {
            setFiles(files);
            setError(undefined);
          }}
        >
          {(props) => (
            <Button {...props} leftSection={<IconFileCertificate size={14} />}>
              Choose files…
            </Button>
          )}
        </FileButton>
        <span role="status">
          {files.length === 0 ? 'No file chosen' : files.map(({ name }) => name).join(', ')}
        </span>
      </Group>
      {error !== undefined && (
        <Text role="alert" c="error">
          {error}
        </Text>
      )}
      <div className={formLayout.fields}>
        <PasswordInput
          label="Passphrase"
          description="For the file or its key. Leave empty if there is none."
          value={passphrase}
          onChange={(event) => setPassphrase(event.currentTarget.value)}
          visibilityToggleButtonProps={{ 'aria-label': 'Show passphrase' }}
        />
      </div>
      <Flex wrap="wrap" align="center" columnGap={12} rowGap={8} pt={4}>
        <Button variant="filled" type="submit" loading={busy}>
          Save certificate
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </Flex>
    </form>
  );
}
