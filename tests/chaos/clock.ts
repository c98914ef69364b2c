// A real shop runs with a clock that is 40 days wrong (Debian's libfaketime; the clock of the machine stays as it is).
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Proof } from '#domain/integrity.ts'
import { backupFolder } from '#server/backups/folder.ts'
import { hashToken, newToken } from '#server/http/sessions.ts'
import { needPackages } from '../../scripts/debian.ts'
import { countBrokenRules } from './support/admin.ts'
import * as shop from './support/shop-in-hand.ts'
import { visit } from './support/shoppers.ts'
import { type TrialContext, trial } from './support/trial.ts'

const each = 20
const jobsTakeMs = 3_000
const env = { DONT_FAKE_MONOTONIC: '1' } // timers go on as usual
const wrong = (days: number) => ['faketime', '-f', `${days > 0 ? '+' : ''}${days}d`]
const folder = () => backupFolder({ dataDir: shop.dataDir() })
const nameOf = (daysAgo: number) => {
  const at = new Date(Date.now() - daysAgo * 24 * 60 * 60_000).toISOString().slice(0, 19)
  return `vitrine-${at.replaceAll(':', '')}Z.tar.zst`
}
const backups: string[] = []

needPackages({ faketime: '/usr/bin/faketime' })

await trial('While its clock is wrong, a shop deletes nothing for good.', async trial => {
  try {
    await shop.start()
    await fill()
    const before = await left()
    const rounds = trial.times(5)
    let lost = 0
    let unsaid = 0
    for (let round = 0; round < rounds; round++)
      for (const days of [40, -40]) {
        await restart(days)
        command(days, 'backup')
        lost += before - (await left())
        const state = days > 0 ? 'ahead' : 'behind'
        if ((await clockOnProof(days)) !== state || !shop.output().includes('The clock of this machine says')) unsaid++
        await restart(0)
        lost += before - (await left())
      }
    trial.note('accounts, pictures, e-mails and backups that such a clock makes too old', before)
    trial.note(
      'starts 40 days ahead and 40 days behind, each with a backup, and started again with the right clock',
      rounds,
    )
    trial.none('of these that deleted one of them', lost)
    trial.none('starts after which Proof or the log did not say it', unsaid)
    await reopenAfterHolidays(trial, before)
    trial.none('rules broken on the Proof page', await countBrokenRules())
  } finally {
    await shop.cleanUp()
  }
})

async function restart(days: number): Promise<void> {
  await shop.stop()
  const command = ['node', 'src/server/main.ts']
  await shop.start('', env, days === 0 ? command : [...wrong(days), ...command])
  await sleep(jobsTakeMs)
}

/** Accounts deleted yesterday, pictures that nothing names, e-mails that were not delivered, and five backups. */
async function fill(): Promise<void> {
  const many = `generate_series(1, ${each}) n`
  await shop.query(`
    insert into "user" (id, username, email, password_hash, role, created_at, deleted_at)
    select gen_random_uuid(), 'Ada', 'ada' || n || '@shop.test', 'x', 'user', now(), now() - interval '1 day' from ${many}`)
  await shop.query(`
    insert into image (id, width, height, placeholder, created_at)
    select 'picture' || n, 40, 4, '', now() - interval '1 hour' from ${many}`)
  await shop.query(`
    insert into mail (id, kind, address, created_at, failed_at, failure, news)
    select gen_random_uuid(), 'house-news', 'ada' || n || '@shop.test', now() - interval '1 day', now(), 'refused', '{}' from ${many}`)
  mkdirSync(folder(), { recursive: true })
  for (let days = 1; days <= 5; days++) {
    backups.push(nameOf(days))
    writeFileSync(path.join(folder(), nameOf(days)), '')
  }
}

/** How many of them are still there. */
async function left(): Promise<number> {
  const rows = await shop.one<number>(`select (
    (select count(*) from "user" where email like 'ada%@shop.test' and erased_at is null) +
    (select count(*) from image where id like 'picture%') +
    (select count(*) from mail where address like 'ada%@shop.test'))::int`)
  return rows + backups.filter(name => existsSync(path.join(folder(), name))).length
}

/** Runs `npm run shop -- ...` beside the shop, with the same clock. */
function command(days: number, ...args: string[]): void {
  const [program = '', ...rest] = [...(days === 0 ? [] : wrong(days)), 'node', 'src/server/cli/shop.ts', ...args]
  const settings = { DATA_DIR: shop.dataDir(), PORT: shop.port, SEED: 'none' }
  execFileSync(program, rest, { env: { ...process.env, ...env, ...settings }, stdio: ['ignore', 'ignore', 'inherit'] })
}

/** What the Proof page says of the clock, to an admin who has signed in with it. */
async function clockOnProof(days: number): Promise<Proof['clock']['state']> {
  const token = newToken()
  await shop.query(
    `insert into session (token_hash, bearer_hash, user_id, created_at, seen_at, expires_at)
     select $1, $2, id, at, at, at + interval '1 day'
     from (select id, now() + $3::integer * interval '1 day' as at from "user" where role = 'admin' order by created_at limit 1) admin`,
    [hashToken(token), hashToken(newToken()), days],
  )
  const { body } = await visit('proof', '/api/proof', { headers: { cookie: `token=${token}` } })
  const { clock }: Proof = JSON.parse(body).data
  return clock.state
}

/** The shop was closed for 40 days: its owner confirms the clock, unless NTP has. */
async function reopenAfterHolidays({ none, note }: TrialContext, before: number): Promise<void> {
  await shop.query(
    `update clock_heartbeat set seen_at = now() - interval '40 days', held_until = null, was_behind = false`,
  )
  await shop.query(`update "user" set deleted_at = deleted_at - interval '40 days' where email like 'ada%@shop.test'`)
  await shop.query(`update image set created_at = created_at - interval '40 days' where id like 'picture%'`)
  await shop.query(`update mail set failed_at = failed_at - interval '40 days' where address like 'ada%@shop.test'`)
  await restart(0)
  note('closed for 40 days, before the owner confirms the clock: still there', await left())
  command(0, 'clock:confirm')
  await restart(0)
  none('accounts, pictures and e-mails that are old, and not deleted after it', (await left()) - backups.length)
  note('of all', before - backups.length)
}
