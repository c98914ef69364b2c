import { expect, test } from 'vitest'
import { explainFileError, explainOutput } from './explain.ts'

test.each([
  ['ENOSPC', 'The disk that holds /data is full: free some space and start again.'],
  ['EDQUOT', 'The disk that holds /data is full: free some space and start again.'],
  ['EACCES', 'may not write to /data: give that user the folder (chown), or set DATA_DIR to another one.'],
  ['EROFS', '/data is on a read-only file system: set DATA_DIR to a folder that can be written to.'],
])('the error %s of the file system becomes a sentence', (code, sentence) => {
  expect(explainFileError(Object.assign(new Error('raw'), { code }), '/data')).toMatchObject({
    name: 'StartupError',
    message: expect.stringContaining(sentence),
  })
})

test('an unexpected error is returned unchanged', () => {
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
  [
    'postgres: could not find the database system\nExpected to find it in the directory "/data",\nbut could not open file "/data/global/pg_control": No such file or directory',
    'The database in /data is damaged (could not open file "/data/global/pg_control": No such file or directory): put it aside and restore the newest backup, as docs/operate.md says in section 5.',
  ],
  [
    'FATAL:  the database system is starting up\nFATAL:  could not access status of transaction 760\nDETAIL:  Could not open file "pg_xact/0000": No such file or directory.',
    'The database in /data is damaged (could not access status of transaction 760): put it aside',
  ],
  ['FATAL:  could not read file "global/pg_control": read 100 of 296', 'The database in /data is damaged ('],
  ['PANIC:  could not locate a valid checkpoint record at 0/1CF8C68', 'The database in /data is damaged ('],
  ['', 'The database in /data did not start: it gave no reason. The details are in /log.'],
])('the last output of the database becomes a sentence: %s', (output, sentence) => {
  expect(explainOutput(output, '/data', '/log').message).toContain(sentence)
})
