import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isDatabaseBusy } from '../db/connection.ts'
import { isChange } from './is-change.ts'
import { noteFailure } from './log.ts'
import { plainPage, plainPageHeaders, wantsPage } from './plain-page.ts'
import { throttle } from './throttle.ts'

/** An error for the caller: a status, a code for programs and one plain sentence for people. */
export class ShopError extends Error {
  readonly statusCode: number
  readonly code: string
  readonly retryAfterSeconds: number | undefined
  /** Further fields of the answer, for programs. */
  readonly facts: object = {}

  constructor(statusCode: number, code: string, message: string, retryAfterSeconds?: number, cause?: unknown) {
    super(message, { cause })
    this.statusCode = statusCode
    this.code = code
    this.retryAfterSeconds = retryAfterSeconds
  }
}

class InvalidFieldError extends ShopError {
  override readonly facts: { field: string }

  constructor(statusCode: number, code: string, field: string, message: string) {
    super(statusCode, code, message)
    this.facts = { field }
  }
}

export const badRequest = (message: string) => new ShopError(400, 'bad_request', message)
/** A field that cannot be used, by its place, at which a form shows the message. */
export const wrongField = (field: string, message: string) => new InvalidFieldError(400, 'bad_request', field, message)
export const unauthorized = () => new ShopError(401, 'unauthorized', 'You must be logged in')
export const forbidden = (message = 'You may not do this') => new ShopError(403, 'forbidden', message)
/** The refusal of whatever is not open to the caller's role. */
export const adminOnly = () => forbidden('Access denied! You must be an admin')
export const notFound = (what: string) => new ShopError(404, 'not_found', `${what} not found`)
export const gone = (what: string) => new ShopError(410, 'gone', `${what} is no longer here`)
export const conflict = (message: string) => new ShopError(409, 'conflict', message)
/** The same of a field, at which a form shows the message. */
export const fieldConflict = (field: string, message: string) => new InvalidFieldError(409, 'conflict', field, message)
/** The id of this request came before with other contents, so that what is sent now would be lost. */
export const sentBefore = (message: string) => new ShopError(409, 'sent_before', message)
/** A product comes in sizes, and the line of a cart names none. */
export const sizeNeeded = (message: string) => new ShopError(409, 'size_needed', message)
/** The caller did something too often. */
export function tooMany(seconds: number): ShopError {
  const minutes = Math.ceil(seconds / 60)
  const wait = seconds > 120 ? `${minutes} minutes` : seconds === 1 ? '1 second' : `${seconds} seconds`
  return new ShopError(429, 'too_many', `That was too often. Please try again in ${wait}.`, seconds)
}
/** Asks the caller to try again in a moment. `cause` is only logged. */
export const busy = (cause?: unknown, message = 'The shop is busy. Please try again in a moment.', afterSeconds = 2) =>
  new ShopError(503, 'busy', message, afterSeconds, cause)

/** The disk is full. The message says so to an admin, who can make room, and asks a visitor to wait. `cause` is only logged. */
export const noRoom = ({ caller }: Pick<FastifyRequest, 'caller'>, cause?: unknown) =>
  new ShopError(503, 'no_room', caller?.role === 'admin' ? diskIsFull : cannotSave, 30, cause)
const diskIsFull =
  'The disk of the machine that keeps the shop’s data is full: nothing can be saved until there is room, and nothing was changed. Delete what is not needed there, such as old backups and logs, or enlarge the disk.'
const cannotSave = 'This cannot be saved right now, and nothing was changed. Please try again later.'

/** One handler for all errors: `{ success, message, code, requestId }`, never SQL, a stack or a path. */
export function registerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) =>
    sendError(toShopError(error, request), error, request, reply),
  )
  app.setNotFoundHandler((request, reply) => {
    const missing = notFound('Page')
    sendError(missing, missing, request, reply)
  })
}

/** Answers errors that Fastify finds before it knows the route, such as a bad escape in the path. */
export const answerBadUrl =
  (headers: Record<string, string>) =>
  (error: FastifyError, request: FastifyRequest, reply: FastifyReply): void =>
    sendError(toShopError(error, request), error, request, reply.headers(headers))

function sendError(answer: ShopError, cause: Error, request: FastifyRequest, reply: FastifyReply): void {
  if (answer.statusCode === 503) logTurnedAway({ request, answer })
  else if (answer.statusCode >= 500) noteFailure(request, cause)
  if (answer.retryAfterSeconds) reply.header('Retry-After', answer.retryAfterSeconds)
  const { message, code, facts } = answer
  reply.status(answer.statusCode).header('X-Request-Id', request.id)
  if (wantsPage(request)) reply.headers(plainPageHeaders).send(plainPage(answer, request.server.shopFrame().name))
  else reply.send({ success: false, message, code, ...facts, requestId: request.id })
}

const logTurnedAway = throttle<{ request: FastifyRequest; answer: ShopError }>(({ request, answer }, times) =>
  request.log.warn({ err: answer.cause, times }, 'turned away'),
)

const diskFull = '53100' // PostgreSQL's code; the only sign when the database is on another machine

function toShopError(error: FastifyError, request: FastifyRequest): ShopError {
  if (error instanceof ShopError) return error
  if (error.code === diskFull && isChange(request)) return noRoom(request, error)
  if (isDatabaseBusy(error)) return busy(error)
  if (error.validation) return badRequest(plainValidation(error))
  const known = knownFaults[error.code]
  if (known) return known
  if (/^22/.test(error.code)) return badRequest('A value in the request is not usable')
  if (/^23/.test(error.code)) return conflict('This conflicts with something that already exists')
  if (error.statusCode && error.statusCode < 500) {
    return new ShopError(error.statusCode, 'bad_request', 'The request could not be read')
  }
  return new ShopError(500, 'internal', 'Something went wrong. Please try again.')
}

const tooLarge = new ShopError(413, 'too_large', 'The request is too large')
const knownFaults: Record<string, ShopError> = {
  FST_ERR_BAD_URL: badRequest('The address is not well formed'),
  FST_ERR_CTP_BODY_TOO_LARGE: tooLarge,
  FST_ERR_CTP_INVALID_MEDIA_TYPE: new ShopError(415, 'unsupported_type', 'Send the request as JSON'),
  FST_ERR_CTP_INVALID_JSON_BODY: badRequest('The request is not valid JSON'),
  FST_ERR_CTP_EMPTY_JSON_BODY: badRequest('The request has no body'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: badRequest('The request was cut short'),
}

function plainValidation({ validation, validationContext }: FastifyError): string {
  const violation = validation?.[0]
  const field = violation?.instancePath.slice(1).replaceAll('/', '.')
  const choices = violation?.params?.allowedValues
  if (field && Array.isArray(choices)) return `The field ${field} must be one of ${choices.join(', ')}`
  return field
    ? `The field ${field} ${violation?.message}`
    : `The ${validationContext ?? 'request'} ${violation?.message ?? 'is not usable'}`
}
