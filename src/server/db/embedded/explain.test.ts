import { expect, test } from 'vitest'
import { explainFileError, explainOutput } from './explain.ts'

test.each([
  ['ENOSPC', 'The disk that holds /data is full: free some space and start again.'],
  ['EDQUOT', 'The disk that holds /data is full: free some space and start again.'],
  ['EACCES', 'may not write to /data: give that user the folder (chown), or set DATA_DIR to another one.'],
  ['EROFS', '/data is on a read-only file system: set DATA_DIR to a folder that can be written to.'],
])('the error %s of the file system becomes a sentence', (code, sentence) => {
  expect(explainFileError(Object.assign(new Error('raw'), { code }), '/data')).toMatchObject({
    name: 'CannotStart',
    message: expect.stringContaining(sentence),
  })
})

test('an unexpected error stays what it is', () => {
  const error = new TypeError('a mistake of ours')
  expect(explainFileError(error, '/data')).toBe(error)
})

test.each([
  [
    'initdb: error: could not write to file "pg_wal/xlogtemp.1": No space left on device',
    'The disk that holds /data is full: free some space and start again.',
  ],
  [
    'FATAL:  data directory "/data" has wrong ownership\nHINT:  The server must be started by the user that owns it.',
    'may not use the database in /data: start the shop as the user who owns it, or give it to this one (chown -R).',
  ],
  [
    'LOG:  starting\nFATAL:  could not map anonymous shared memory: Cannot allocate memory\nLOG:  shut down',
    'The database in /data did not start: could not map anonymous shared memory: Cannot allocate memory. The details are in /log.',
  ],
  ['', 'The database in /data did not start: it gave no reason. The details are in /log.'],
])('what the database said last becomes a sentence: %s', (output, sentence) => {
  expect(explainOutput(output, '/data', '/log').message).toContain(sentence)
})
