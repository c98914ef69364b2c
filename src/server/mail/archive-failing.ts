import type { Db } from '../db/connection.ts'
import { findAdmin } from './admin-digest.ts'
import type { MailContext, QueuedEmail, WrittenEmail } from './context.ts'

/** Queues an e-mail to every admin: for a while nothing could be archived. */
export async function queueArchiveFailing(db: Db, now: Date): Promise<void> {
  await db
    .insertInto('mail')
    .columns(['id', 'kind', 'address', 'created_at', 'due_at'])
    .expression(query =>
      query
        .selectFrom('user')
        .select(({ fn, val, ref }) => [
          fn<string>('gen_random_uuid', []).as('id'),
          val('archive-failing' as const).as('kind'),
          ref('email').as('address'),
          val(now).as('created_at'),
          val(now).as('due_at'),
        ])
        .where('role', '=', 'admin')
        .where('deleted_at', 'is', null),
    )
    .execute()
}

/** Undefined when the recipient is no longer an admin. */
export async function writeArchiveFailing(
  { db, origin }: MailContext,
  { id, address }: QueuedEmail,
): Promise<WrittenEmail | undefined> {
  const to = await findAdmin(db, address ?? '')
  if (!to) return undefined
  const link = `${origin}/dashboard/proof`
  return {
    id,
    to,
    subject: 'The archive does not take the changes of your shop',
    link,
    blocks: [
      { kind: 'headline', text: 'The archive does not take the changes of your shop' },
      {
        kind: 'paragraph',
        text: 'The shop sells as usual. But for a quarter of an hour its changes have been on its machine only, and would be lost with it. They wait on its disk and are archived as soon as the archive takes them.',
      },
      { kind: 'paragraph', text: 'Proof in the dashboard says why it fails and how much waits.' },
      { kind: 'button', label: 'Proof', url: link },
    ],
  }
}
