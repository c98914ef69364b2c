const sentences: Record<string, (host: string) => string> = {
  CERT_HAS_EXPIRED: host => `The certificate of ${host} has expired, or the clock of this machine is wrong.`,
  CERT_NOT_YET_VALID: host => `The certificate of ${host} is not valid yet, or the clock of this machine is wrong.`,
  ERR_TLS_CERT_ALTNAME_INVALID: host => `The certificate that ${host} shows is for another host.`,
}
const unknownIssuer = (host: string) =>
  `The certificate of ${host} comes from nobody this machine trusts: if it is one of your own, name its issuer in NODE_EXTRA_CA_CERTS.`

const unknownIssuers =
  /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_VERIFY_LEAF_SIGNATURE|UNABLE_TO_GET_ISSUER_CERT(_LOCALLY)?)$/
/** Some libraries replace the telling error code by one of their own. */
const messages: [RegExp, string][] = [
  [/certificate has expired/, 'CERT_HAS_EXPIRED'],
  [/certificate is not yet valid/, 'CERT_NOT_YET_VALID'],
  [/does not match certificate's altnames/, 'ERR_TLS_CERT_ALTNAME_INVALID'],
  [
    /self[- ]signed certificate|unable to (verify the first|get (local )?issuer) certificate/,
    'SELF_SIGNED_CERT_IN_CHAIN',
  ],
]

/**
 * Describes what is wrong with the certificate of an external service, in one sentence for the owner.
 * @param error the error of a connection or its library
 * @returns undefined when the certificate was not the cause
 */
export function certificateError(error: unknown, host: string): string | undefined {
  const code = codeOf(error)
  return code && (sentences[code] ?? unknownIssuer)(host)
}

/** Whether a certificate failed for its dates: it was valid before, or will be. */
export const isOfTime = (error: unknown): boolean => /^CERT_(HAS_EXPIRED|NOT_YET_VALID)$/.test(codeOf(error) ?? '')

function codeOf(error: unknown): string | undefined {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause ?? detailOf(at), depth++) {
    const { code = '', message } = at as NodeJS.ErrnoException
    if (sentences[code] || unknownIssuers.test(code)) return code
    const known = messages.find(([text]) => text.test(message))?.[1]
    if (known) return known
  }
}

/** The field in which Stripe's library stores the underlying error. */
const detailOf = (error: Error): unknown => (error as { detail?: unknown }).detail
