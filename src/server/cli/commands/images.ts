import { Argument, type Command } from 'commander'
import type { Config } from '../../config/settings.ts'
import { copyPictures, type MovedPictures } from '../../images/move-pictures.ts'
import { openFolder } from '../../images/open-images.ts'
import { CommandFailed, type Options, run } from '../run.ts'
import type { Terminal } from '../terminal.ts'

interface MoveOptions extends Options {
  dryRun?: boolean
}
type Place = 's3' | 'disk'

export function imagesCommand(program: Command, terminal: Terminal): void {
  program
    .command('images:move')
    .description('copy all pictures from the folder into the bucket of the S3_ settings, or back; nothing is deleted')
    .addArgument(new Argument('<to>', 'where they are to go').choices(['s3', 'disk']))
    .option('--dry-run', 'say what would happen, and change nothing')
    .option('--json', 'answer in JSON')
    .action((to: Place, options: MoveOptions) =>
      run(terminal, options, async ({ config, db, images: bucket }) => {
        if (!config.s3)
          throw new CommandFailed('There is no bucket: set S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.')
        const folder = openFolder(config)
        const [from, target] = to === 's3' ? [folder, bucket] : [bucket, folder]
        const moved = await copyPictures(db, from, target, options.dryRun === true)
        const data = { ...moved, changed: !options.dryRun && moved.copied > 0 }
        return { text: textOf(to, moved, config, options), data, bad: moved.missing.length > 0 }
      }),
    )
}

const maxNamed = 10

function textOf(
  to: Place,
  { copied, skipped, missing }: MovedPictures,
  { s3, dataDir }: Config,
  { dryRun }: MoveOptions,
) {
  const [bucket, folder] = [`the bucket ${s3?.bucket}`, `${dataDir}/images`]
  const [source, target] = to === 's3' ? [folder, bucket] : [bucket, folder]
  const lines = [
    `${copied} files ${dryRun ? 'would be' : 'were'} copied into ${target}; ${skipped} were there before.`,
    ...(missing.length ? [`${missing.length} are missing in ${source}: ${namesOf(missing)}.`] : []),
  ]
  if (dryRun) return lines.join('\n')
  const restart = to === 's3' ? 'Start the shop with the same S3_ settings' : 'Start the shop without S3_BUCKET'
  return [
    ...lines,
    `${restart}, then do this once more for what was uploaded meanwhile.`,
    `What is in ${source} stays there: delete it when all is well.`,
  ].join('\n')
}

const namesOf = (keys: string[]) => keys.slice(0, maxNamed).join(', ') + (keys.length > maxNamed ? ' and others' : '')
