import path from 'node:path'

/** The place that Node writes above the lines of a file which it cannot read. */
const place = /^(?:file:\/\/)?(\/.+\.(?:ts|tsx|mjs|js)):(\d+)$/m

/**
 * What to say of a file of the shop that cannot be read, as after a quote too many in `house.ts`: which line, and why.
 * @returns undefined when it is another failure
 */
export function brokenSource(error: unknown): string | undefined {
  if (!(error instanceof SyntaxError)) return undefined
  const [, file, line] = place.exec(error.stack ?? '') ?? []
  if (!file) return undefined
  const root = path.resolve(import.meta.dirname, '../../..')
  return `${path.relative(root, file)}, line ${line}, cannot be read: ${error.message}. Look there and on the line before for a quote or a comma too many or too few, mend it, and start again.`
}
