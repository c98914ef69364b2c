/** Delivers e-mails. */
export interface Mailer {
  /**
   * Resolves once the e-mail was accepted. The same e-mail may be sent again: its recipient can tell by its id. Up to five at once are
   * sent over a connection each.
   * @throws MailRefused when this e-mail was refused; any other error when every e-mail would fail, or the cause is unknown
   */
  send(email: Email): Promise<void>
  /** Deletes stored e-mails. `known` returns which of the given ids the shop still knows; those stay. */
  deleteUnknown?(known: (ids: string[]) => Promise<string[]>): Promise<void>
  /** Closes its connections. */
  close?(): Promise<void>
}

/** The mail server refused this e-mail, but would accept others. */
export class MailRefused extends Error {
  override name = 'MailRefused'
  /** A retry is pointless: there is no such recipient. */
  readonly isFinal: boolean

  constructor(message: string, { isFinal, cause }: { isFinal: boolean; cause: unknown }) {
    super(message, { cause })
    this.isFinal = isFinal
  }
}

export interface Email {
  /** A UUID, the same for every repetition of this e-mail. */
  id: string
  /** An empty address stands for the setting MAIL_FROM. */
  sender: { name: string; address: string }
  /** One e-mail address. */
  to: string
  subject: string
  text: string
  html: string
  /** The page of the shop that the e-mail links to. */
  link: string
  /** An address that ends what this e-mail is about, by a POST (RFC 8058). */
  unsubscribe?: string
  /** Where an answer to this e-mail goes, of one that a person has written. */
  replyTo?: string
}
