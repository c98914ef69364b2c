import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import path from 'node:path'

const root = path.dirname(import.meta.dirname)

export interface BuiltCommit {
  /** Its checkout, with packages and built pages. */
  folder: string
  remove(): void
}

/** Checks a commit out into a folder of its own and builds it. Packages are installed only if they differ from this checkout's. */
export function buildCommit(commit: string): BuiltCommit {
  const folder = mkdtempSync('/tmp/vitrine-release-')
  const git = (...args: string[]) => execFileSync('git', ['-C', root, 'worktree', ...args], { stdio: 'ignore' })
  git('add', '--detach', '--force', folder, commit)
  const env = { ...process.env, PATH: `${path.join(root, 'node_modules/.bin')}${path.delimiter}${process.env.PATH}` }
  if (packagesOf(folder) === packagesOf(root))
    symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'))
  else
    execFileSync('npm', ['ci', '--include=dev', '--loglevel=error'], {
      cwd: folder,
      env,
      stdio: ['ignore', 2, 'inherit'],
    })
  execFileSync('react-router', ['build'], { cwd: folder, env, stdio: 'ignore' })
  return {
    folder,
    remove() {
      git('remove', '--force', folder)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The lock file without the shop's own version. */
function packagesOf(folder: string): string {
  const { packages } = JSON.parse(readFileSync(path.join(folder, 'package-lock.json'), 'utf8'))
  return JSON.stringify({ ...packages, '': { ...packages[''], version: undefined } })
}
