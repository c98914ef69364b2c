/** The outside party that carries letters. */
export interface Mailer {
  /**
   * Resolves once the letter has been taken over. The same letter may be sent again: whoever receives it can tell by its id.
   * @throws when it was not taken over, or nobody knows
   */
  send(letter: Letter): Promise<void>
  /** Forgets letters that it has kept, but for those that are still known. */
  forget?(known: (ids: string[]) => Promise<string[]>): Promise<void>
}

export interface Letter {
  /** A uuid, the same for every repetition of this letter. */
  id: string
  /** One e-mail address. */
  to: string
  subject: string
  text: string
  html: string
  /** The address in the shop that the letter leads to. */
  link: string
}
