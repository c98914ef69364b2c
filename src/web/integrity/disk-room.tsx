import type { Disk, Proof } from '#domain/integrity.ts'
import { Warning } from './warning.tsx'

const inUnits = (unit: 'gigabyte' | 'megabyte', digits: number) =>
  new Intl.NumberFormat('en-US', { style: 'unit', unit, maximumFractionDigits: digits })
const [gigabytes, megabytes] = [inUnits('gigabyte', 1), inUnits('megabyte', 0)]
const sizeOf = (bytes: number) => (bytes < 1e9 ? megabytes.format(bytes / 1e6) : gigabytes.format(bytes / 1e9))

const cure = 'Delete what is not needed, such as old backups and logs, or enlarge the disk.'

/** Free disk space, and what to do when it is low. */
export const DiskRoom = ({ disk }: Pick<Proof, 'disk'>) => (
  <div className="mb-6">
    {disk.state === 'full' || disk.state === 'low' ? (
      <Warning>{shortageOf(disk)}</Warning>
    ) : (
      <p className="text-sm text-stone">
        {disk.state === 'ok' && disk.freeBytes !== undefined
          ? `${sizeOf(disk.freeBytes)} are free on the disk.`
          : 'How much room is left on the disk cannot be seen from here.'}
      </p>
    )}
  </div>
)

function shortageOf({ state, freeBytes }: Disk): string {
  const left = freeBytes === undefined ? '' : ` ${sizeOf(freeBytes)} are left.`
  return state === 'full'
    ? `The disk is full.${left} The shop shows everything, and nothing can be saved until there is room. ${cure}`
    : `The disk is almost full.${left} When it is full, nothing can be saved. ${cure}`
}
