import { momentOf, type Statement, withdrawalReceived } from '#domain/withdrawals/withdrawal.ts'
import { addObjectionKey, findWithdrawal } from '../withdrawals/queries.ts'
import type { QueuedEmail, WriteContext, WrittenEmail } from './context.ts'
import type { Block, EmailDraft } from './render.ts'

/** Writes the receipt to the typed address. If that is the order's own, it says how to object. Undefined when it is erased. */
export async function writeWithdrawalReceived(
  { db, origin }: WriteContext,
  { id, return_id }: QueuedEmail,
): Promise<WrittenEmail | undefined> {
  const found = return_id ? await findWithdrawal(db, return_id) : undefined
  if (!found || !return_id) return undefined
  const isOwn = found.orderEmail?.toLowerCase() === found.email.toLowerCase()
  const objection = isOwn ? await addObjectionUrl({ db, origin }, return_id) : undefined
  return { id, to: found.email, ...withdrawalReceipt(found, origin, objection) }
}

/** Tells the order's own address, unless the withdrawal is cancelled meanwhile. */
export async function writeWithdrawalNotice(
  { db, origin }: WriteContext,
  { id, return_id }: QueuedEmail,
): Promise<WrittenEmail | undefined> {
  const found = return_id ? await findWithdrawal(db, return_id) : undefined
  if (!found?.orderEmail || !return_id || found.number === null || found.cancelledAt) return undefined
  const objection = await addObjectionUrl({ db, origin }, return_id)
  return { id, to: found.orderEmail, ...withdrawalNotice({ ...found, number: found.number }, origin, objection) }
}

/** The key is behind the `#`, which browsers send to no server. */
const addObjectionUrl = async ({ db, origin }: Pick<WriteContext, 'db' | 'origin'>, returnId: string) =>
  `${origin}/withdraw/objection#${await addObjectionKey(db, returnId)}`

/**
 * Keeps mail programs from making links of what somebody typed, who may be anybody: a word joiner, which nobody sees, stands after
 * each mark that an address needs.
 */
const unlinked = (text: string): string => text.replaceAll(/[.:/@](?=\S)/g, '$&\u2060')

const typed = (title: string, text: string): Block[] => [
  { kind: 'title', text: title },
  { kind: 'typed', text },
]

/** Builds the receipt: what was stated and when it came. */
function withdrawalReceipt(
  { name, contract, email, pieces, receivedAt }: Statement & { receivedAt: Date },
  origin: string,
  objection: string | undefined,
): EmailDraft {
  return {
    subject: 'We have received your withdrawal',
    link: `${origin}/withdraw`,
    blocks: [
      { kind: 'headline', text: withdrawalReceived },
      { kind: 'paragraph', text: `It reached us on ${momentOf(receivedAt)}. This is what it says:` },
      ...typed('Name', unlinked(name)),
      ...typed('Order', unlinked(contract)),
      ...(pieces === null
        ? ([
            { kind: 'title', text: 'What for' },
            { kind: 'paragraph', text: 'The whole order' },
          ] satisfies Block[])
        : typed('What for: these pieces', unlinked(pieces))),
      ...typed('E-mail for this receipt', email),
      {
        kind: 'note',
        text: 'This e-mail says that we have received it and when. We will write to you about what comes next. Please keep it.',
      },
      ...(objection ? objectionBlocks(objection) : []),
    ],
  }
}

/** Builds the e-mail to the order's own address. It contains nothing that somebody else could have typed. */
function withdrawalNotice(
  { number, pieces, receivedAt }: { number: number; pieces: string | null; receivedAt: Date },
  origin: string,
  objection: string,
): EmailDraft {
  const what = pieces === null ? 'all of your order' : 'some pieces of your order'
  return {
    subject: `Somebody has withdrawn from your order #${number}`,
    link: `${origin}/withdraw`,
    blocks: [
      { kind: 'headline', text: 'Was that you?' },
      {
        kind: 'paragraph',
        text: `On ${momentOf(receivedAt)} somebody told us to withdraw from ${what} #${number}, and gave another e-mail address than yours. The receipt went there.`,
      },
      {
        kind: 'paragraph',
        text: 'If it was you, or somebody who may do so for you, you need not do anything. No money moves by it alone, and money only ever goes back the way it was paid.',
      },
      ...objectionBlocks(objection),
    ],
  }
}

const objectionBlocks = (url: string): Block[] => [
  { kind: 'note', text: 'If it was not you, tell us with one press of a button:' },
  { kind: 'link', label: 'That was not me', url },
]
