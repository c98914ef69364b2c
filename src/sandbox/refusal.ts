/** An error with the message that the Stripe API gives. */
export class Refusal extends Error {
  override name = 'Refusal'
  readonly status: number
  readonly body: { error: { type: string; message: string; code?: string; param?: string } }
  /** A repeated response for the same idempotency key. */
  replayed = false

  constructor(message: string, about: { status?: number; type?: string; code?: string; param?: string } = {}) {
    super(message)
    const { status = 400, type = 'invalid_request_error', code, param } = about
    this.status = status
    this.body = { error: { type, message, code, param } }
  }

  static again(status: number, { error }: Refusal['body']): Refusal {
    const refusal = new Refusal(error.message, { ...error, status })
    refusal.replayed = true
    return refusal
  }
}

export const missing = (param: string) =>
  new Refusal(`Missing required param: ${param}.`, { code: 'parameter_missing', param })

export const unknownParameter = (param: string) =>
  new Refusal(`Received unknown parameter: ${param}`, { code: 'parameter_unknown', param })

export const noSuchSession = (id: string) =>
  new Refusal(`No such checkout.session: ${id}`, { status: 404, code: 'resource_missing', param: 'session' })
