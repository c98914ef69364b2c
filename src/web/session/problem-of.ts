const unreachable = 'We could not reach the shop. Please check your connection and try again.'
const failed = 'Something went wrong on our side. Please try again in a moment.'

/**
 * What to tell about a call that failed: `refusal`, or else the server's own sentence, when it refused what was sent; how
 * long to wait when it asks for patience; a plain sentence when it could not be reached.
 */
export function problemOf(error: unknown, refusal?: string): string {
  const { status, data } = error as { status?: unknown; data?: { message?: string } }
  if (typeof status !== 'number') return unreachable
  if (status === 429 || status === 503) return data?.message ?? failed
  if (status >= 500) return failed
  return refusal ?? data?.message ?? failed
}
