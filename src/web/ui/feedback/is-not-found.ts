/** True for the error of a query whose subject does not exist: trying again would not help. */
export const isNotFound = (error: unknown): boolean => (error as { status?: unknown } | undefined)?.status === 404
