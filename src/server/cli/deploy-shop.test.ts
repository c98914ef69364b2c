import { spawnSync } from 'node:child_process'
import fs from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../tests/support/database.ts'

const script = path.resolve(import.meta.dirname, '../../../deploy/shop')

test('deploy/shop works for the shop of its own folder, and refuses a folder without a user', async () => {
  const temporary = await temporaryFolder()
  const folder = path.join(temporary, 'no-such-boutique')
  await fs.mkdir(path.join(folder, 'deploy'), { recursive: true })
  await fs.copyFile(script, path.join(folder, 'deploy/shop'))
  const refusal = `This shop stands in ${folder}, so it needs the user no-such-boutique, /etc/no-such-boutique.env and /var/lib/no-such-boutique: there is no user no-such-boutique.\n`
  for (const [cwd, typed] of [
    ['/', path.join(folder, 'deploy/shop')],
    [folder, 'deploy/shop'],
    [path.join(folder, 'deploy'), './shop'],
  ] as const) {
    const { status, stdout, stderr } = spawnSync(typed, ['backup'], { cwd, encoding: 'utf8' })
    expect({ status, stdout, stderr }).toEqual({ status: 1, stdout: '', stderr: refusal })
  }
  await fs.rm(temporary, { recursive: true })
})
