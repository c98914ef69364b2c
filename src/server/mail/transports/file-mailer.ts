import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Log } from '../../lib/log.ts'
import type { Mailer } from './mailer.ts'
import { messageFrom, nodemailer } from './message.ts'

interface Options {
  folder: string
  from: string
  /** Whether the log shows the link of an e-mail, which is as good as the e-mail itself: only on the developer's own machine. */
  showsLinks: boolean
  log: Pick<Log, 'info'>
}

/** Also matches the unfinished files that a killed process leaves, which have a longer name. */
const fileName = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.eml/

const filesIn = (folder: string): Promise<string[]> =>
  readdir(folder).catch(error => {
    if (error.code === 'ENOENT') return []
    throw error
  })

/** Writes each e-mail to a file in a folder that only the shop's own user can read. A repeated e-mail replaces its file. */
export function fileMailer({ folder, from, showsLinks, log }: Options): Mailer {
  const open = async () => (await nodemailer()).createTransport({ streamTransport: true, buffer: true })
  let transport: ReturnType<typeof open> | undefined
  return {
    async send(email) {
      transport ??= open()
      const mail = messageFrom(email, from)
      mail.headers = { ...mail.headers, 'X-Link': { prepared: true, value: email.link } } // in the text the encoding breaks a long link
      const { message } = await (await transport).sendMail(mail)
      const file = path.join(folder, `${email.id}.eml`)
      const unfinished = `${file}.${randomUUID()}`
      const write = () => writeFile(unfinished, message as Buffer, { mode: 0o600 })
      await write().catch(async error => {
        if (error.code !== 'ENOENT') throw error
        await mkdir(folder, { recursive: true, mode: 0o700 })
        await write()
      })
      await rename(unfinished, file)
      log.info({ file, ...(showsLinks && { link: email.link }) }, `e-mail in the outbox: ${email.subject}`)
    },

    async deleteUnknown(known) {
      const emails = (await filesIn(folder))
        .filter(name => fileName.test(name))
        .map(name => ({ name, id: name.slice(0, 36) }))
      const saved = new Set(await known(emails.map(({ id }) => id)))
      for (const { name, id } of emails) if (!saved.has(id)) await rm(path.join(folder, name), { force: true })
    },
  }
}
