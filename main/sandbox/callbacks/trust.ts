import { X509Certificate } from 'node:crypto';
import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls';

/** The certificate authorities that receivers of callbacks may have. */
export type Trust = ReturnType<typeof receiverTrust>;

/** Trusts the authorities of the runtime and those given, as PEM. */
export function receiverTrust(authorities: readonly string[]) {
  let additions: readonly string[] = [];
  let context: SecureContext | undefined;
  // Made at the first use: reading the runtime's authorities takes longer than a start should.
  const make = () =>
    createSecureContext({ ca: [...getCACertificates('default'), ...authorities, ...additions] });
  return {
    /** Trusts one more, as PEM. Throws when it is not a certificate. */
    add(certificates: string): void {
      // createSecureContext ignores anything but certificates.
      new X509Certificate(certificates);
      additions = [...additions, certificates];
      context = undefined;
    },
    context(): SecureContext {
      context ??= make();
      return context;
    },
    /** Trusts again only those of the start. */
    reset(): void {
      additions = [];
      context = undefined;
    },
  };
}
