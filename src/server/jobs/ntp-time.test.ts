import { chmod, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../tests/support/database.ts'
import { ntpTime, readNtpTime } from './ntp-time.ts'

const shown = 'NTPSynchronized=yes\nTimeUSec=Sat 2026-11-28 05:30:00 UTC\n'

test('the time counts only while NTP keeps it right', () => {
  expect(readNtpTime(shown)).toEqual(new Date('2026-11-28T05:30:00Z'))
  expect(readNtpTime(shown.replace('yes', 'no'))).toBeUndefined()
  expect(readNtpTime('')).toBeUndefined()
  expect(readNtpTime('NTPSynchronized=yes\nTimeUSec=n/a\n')).toBeUndefined()
})

test('a program that prints as timedatectl does is asked; a missing or failing one says nothing', async () => {
  const folder = await temporaryFolder()
  const program = path.join(folder, 'timedatectl')
  await writeFile(program, `#!/bin/sh\n[ "$TZ" = UTC ] && [ "$1" = show ] && printf '${shown}'\n`)
  await chmod(program, 0o700)
  expect(await ntpTime(program)).toEqual(new Date('2026-11-28T05:30:00Z'))
  await writeFile(program, '#!/bin/sh\necho "System has not been booted with systemd" >&2; exit 1\n')
  expect(await ntpTime(program)).toBeUndefined()
  expect(await ntpTime(path.join(folder, 'nothing'))).toBeUndefined()
  await rm(folder, { recursive: true })
})
