import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../../tests/support/database.ts'
import { findDataLocation } from './data-location.ts'
import { initialise } from './initialise.ts'

/** A program that creates one folder after the other, for a second or until their parent is deleted. */
const write = `
  const { mkdirSync } = require('node:fs')
  const folder = process.argv[1] + '/base'
  mkdirSync(folder, { recursive: true })
  for (let n = 0, end = Date.now() + 1_000; Date.now() < end; n++) {
    mkdirSync(folder + '/' + n)
    if (n === 100) console.log('begun')
  }`

test('the files of a killed start are removed, even while its initdb is still running', async () => {
  const dataDir = await temporaryFolder()
  const place = await findDataLocation(dataDir)
  const nobody = spawn('true')
  await once(nobody, 'exit')
  const orphan = spawn(process.execPath, ['-e', write, path.join(dataDir, `database.new-${nobody.pid}`)])
  const ended = once(orphan, 'exit')
  await once(orphan.stdout, 'data')
  await initialise(place)
  await ended
  expect(await fs.readdir(dataDir)).toEqual(['database'])
  await fs.rm(dataDir, { recursive: true })
})
