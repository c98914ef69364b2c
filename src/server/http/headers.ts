/** On every answer; pages put a policy of their own in the place of the last one. */
export const safeHeaders = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Content-Security-Policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
}

/** With the one for shops on https, that browsers shall never ask them in any other way. */
export const safeHeadersOf = (origin: string): Record<string, string> => ({
  ...safeHeaders,
  ...(origin.startsWith('https:') && { 'Strict-Transport-Security': 'max-age=31536000' }),
})
