import { X509Certificate } from 'node:crypto';
import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls';

/** The certificate authorities that receivers of callbacks may have. */
export interface Trust {
  /** Trusts one more, as PEM. Throws when it is no certificate. */
  add(certificates: string): void;
  context(): SecureContext;
  /** Only those of the start are trusted again. */
  reset(): void;
}

/** Trusts the authorities of the runtime and those given, as PEM. */
export function receiverTrust(given: readonly string[]): Trust {
  let added: readonly string[] = [];
  let made: SecureContext | undefined;
  // Made at the first use: reading the runtime's authorities takes longer than a start should.
  const make = () => createSecureContext({ ca: [...getCACertificates('default'), ...given, ...added] });
  return {
    add(certificates) {
      // createSecureContext ignores what is no certificate.
      new X509Certificate(certificates);
      added = [...added, certificates];
      made = undefined;
    },
    context() {
      made ??= make();
      return made;
    },
    reset() {
      added = [];
      made = undefined;
    },
  };
}
