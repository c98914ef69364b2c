const unreachable = 'We could not reach the shop. Please check your connection and try again.'
const failed = 'Something went wrong on our side. Please try again in a moment.'

/**
 * What to tell about a call that failed: `refusal`, or else the server's own sentence, when it judged what was sent; its own
 * sentence when it refused for another reason, such as patience or the wrong address; a plain one when it could not be reached.
 */
export function formErrorOf(error: unknown, refusal?: string): string {
  const { status, data } = error as { status?: unknown; data?: { message?: string } }
  if (typeof status !== 'number') return unreachable
  if (status >= 500 && status !== 503) return failed
  return (status < 402 && refusal) || data?.message || failed
}
