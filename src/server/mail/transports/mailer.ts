/** The outside party that carries e-mails. */
export interface Mailer {
  /**
   * Resolves once the e-mail has been taken over. The same e-mail may be sent again: whoever receives it can tell by its id.
   * Five at once are sent over connections of their own.
   * @throws MailRefused when it is this e-mail that was not taken over; any other error when nobody's would be, or nobody knows
   */
  send(email: Email): Promise<void>
  /** Forgets e-mails that it has kept, but for those that are still known. */
  forget?(known: (ids: string[]) => Promise<string[]>): Promise<void>
  /** Ends its connections. */
  close?(): Promise<void>
}

/** A mail server that takes others did not take this e-mail. */
export class MailRefused extends Error {
  override name = 'MailRefused'
  /** It never will: there is no such recipient. */
  readonly isFinal: boolean

  constructor(message: string, { isFinal, cause }: { isFinal: boolean; cause: unknown }) {
    super(message, { cause })
    this.isFinal = isFinal
  }
}

export interface Email {
  /** A uuid, the same for every repetition of this e-mail. */
  id: string
  /** One e-mail address. */
  to: string
  subject: string
  text: string
  html: string
  /** The address in the shop that the e-mail leads to. */
  link: string
}
