const unreachable = 'We could not reach the shop. Please check your connection and try again.'
const failed = 'Something went wrong on our side. Please try again in a moment.'

/** The field that the server names with its refusal, and its message; undefined when it names none. */
export function fieldErrorOf(error: unknown): { field: string; message: string } | undefined {
  const { data } = error as { data?: { field?: unknown; message?: string } }
  return typeof data?.field === 'string' && data.message ? { field: data.field, message: data.message } : undefined
}

/** Whether the same id was sent before with other contents: what is typed now needs an id of its own. */
export const wasSentBefore = (error: unknown): boolean =>
  (error as { data?: { code?: string } } | undefined)?.data?.code === 'sent_before'

/**
 * The message for a failed call: `refusal` or the server's own message if the input was rejected; the server's message
 * for other refusals, such as a rate limit or the wrong host; a general sentence if the server was unreachable.
 */
export function formErrorOf(error: unknown, refusal?: string): string {
  const { status, data } = error as { status?: unknown; data?: { message?: string } }
  if (typeof status !== 'number') return unreachable
  if (status >= 500 && status !== 503) return failed
  return (status < 402 && refusal) || data?.message || failed
}
