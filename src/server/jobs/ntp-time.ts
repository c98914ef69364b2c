import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

/**
 * The time of the machine when NTP keeps it right; undefined when it does not, or when systemd cannot be asked, as in a container. The
 * kernel forgets that its clock was synchronised when somebody sets it.
 * @param program that prints as `timedatectl` does
 */
export async function ntpTime(program = 'timedatectl'): Promise<Date | undefined> {
  const env = { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' }
  const asked = run(program, ['show', '-p', 'NTPSynchronized', '-p', 'TimeUSec'], { env, timeout: 5_000 })
  return readNtpTime(
    await asked.then(
      ({ stdout }) => stdout,
      () => '',
    ),
  )
}

/** Reads lines such as `NTPSynchronized=yes` and `TimeUSec=Sat 2026-11-28 05:30:00 UTC`. */
export function readNtpTime(shown: string): Date | undefined {
  const [, day, time] = /^TimeUSec=\w{3} (\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d) UTC$/m.exec(shown) ?? []
  return /^NTPSynchronized=yes$/m.test(shown) && day ? new Date(`${day}T${time}Z`) : undefined
}
