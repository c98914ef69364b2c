import { StartupError } from '../../lib/startup-error.ts'
import { sayDamaged } from '../damage.ts'

/** Turns a file system error about `place` into a sentence for the owner; any other error is returned unchanged. */
export function explainFileError(error: unknown, place: string): unknown {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'ENOSPC' || code === 'EDQUOT') return fullDisk(place)
  if (code === 'EACCES' || code === 'EPERM')
    return new StartupError(
      `${whoami()} may not write to ${place}: give that user the folder (chown), or set DATA_DIR to another one.`,
    )
  if (code === 'EROFS')
    return new StartupError(`${place} is on a read-only file system: set DATA_DIR to a folder that can be written to.`)
  if (code === 'ENOENT')
    return new StartupError(`${place} cannot be made where it is: set DATA_DIR to a folder on an ordinary disk.`)
  if (code === 'ENOTDIR' || code === 'EEXIST')
    return new StartupError(`${place} is not a folder: move that file away, or set DATA_DIR to another place.`)
  return error
}

/** Turns the last output of a failed `initdb` or `postgres` into a sentence for the owner. */
export function explainOutput(output: string, folder: string, logFile?: string): StartupError {
  if (/No space left on device|Disk quota exceeded/.test(output)) return fullDisk(folder)
  if (/Permission denied|Operation not permitted|has wrong ownership|invalid permissions/.test(output))
    return new StartupError(
      `${whoami()} may not use the database in ${folder}: start the shop as the user who owns it, or give it to this one (chown -R).`,
    )
  const reasons = [...output.matchAll(/(?:FATAL|PANIC|error): +(.*)/g)].map(([, reason = '']) => reason)
  const reason = reasons.find(each => !/starting up$/.test(each)) ?? output.trim().split('\n').at(-1) ?? ''
  if (logFile && tellsOfDamage.test(output))
    return new StartupError(sayDamaged(`The database in ${folder}`, reason.replace(/^(?:but|postgres:) /, '')))
  const details = logFile ? ` The details are in ${logFile}.` : ''
  return new StartupError(`The database in ${folder} did not start: ${reason || 'it gave no reason'}.${details}`)
}

/** Messages about database files that are missing or damaged. */
const tellsOfDamage =
  /No such file|directory "[^"]*" does not exist|checkpoint record|checksum|read (?:only )?\d+ of|Input\/output error/

const fullDisk = (place: string) =>
  new StartupError(`The disk that holds ${place} is full: free some space and start again.`)

const whoami = () => `This user (number ${process.getuid?.() ?? 'unknown'})`
