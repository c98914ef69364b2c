// Runs as its own process: it backs up or restores, and stops at its second picture, where a test kills it.
//   node cut-off.fixture.ts backup|restore|full '{"connection": ..., "storage": ..., "folder": ..., "file": ...}'
import path from 'node:path'
import { openDatabase } from '../db/connection.ts'
import { diskStorage } from '../images/disk.ts'
import { openBackup } from './read-backup.ts'
import { restoreBackup } from './restore.ts'
import { saveBackup } from './save-backup.ts'

const [, , task, json = '{}'] = process.argv
const { connection, storage, folder, file, origin } = JSON.parse(json)
const disk = diskStorage(path.join(storage, 'images'))
let pictures = 0

async function untilTheSecond() {
  if (++pictures < 2 || task === 'full') return
  console.info('in the middle')
  setInterval(() => undefined, 1_000)
  await new Promise(() => undefined)
}

const images = {
  ...disk,
  async get(key: string) {
    await untilTheSecond()
    return await disk.get(key)
  },
  async put(key: string, bytes: Buffer) {
    await untilTheSecond()
    await disk.put(key, bytes)
  },
}

try {
  if (file) await restoreBackup(await openBackup(file), { connection, images })
  else {
    const db = openDatabase(connection)
    await saveBackup({ db, images, origin, madeAt: new Date() }, { connection, folder })
  }
  console.info('done')
} catch (error) {
  console.info((error as Error).message)
}
process.exit()
