// Checks the licences and known vulnerabilities of the packages, and the files of the repository for secrets and for regular
// expressions that some text makes slow.
//   npm run supply              part of npm run check; asks the registry for known vulnerabilities
//   npm run supply -- --list    every package with its licence
import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { type Component, licenceOf, refusedLicences } from './licences.ts'
import { patternsIn, slowPatterns } from './regular-expressions.ts'
import { findSecrets } from './secrets.ts'

const npm = (...args: string[]) => spawnSync('npm', [...args, '--loglevel=error'], { encoding: 'utf8' })

const { components }: { components: Component[] } = JSON.parse(
  npm('sbom', '--omit=dev', '--package-lock-only', '--sbom-format=cyclonedx').stdout,
)
if (process.argv.includes('--list'))
  for (const component of components) console.log(`${component.name} ${component.version} ${licenceOf(component)}`)
const refused = refusedLicences(components)
console.log(`Licences: ${components.length} packages, ${refused.length} under terms that the shop does not accept.`)

const known = knownFaults()
console.log(known === undefined ? 'Audit: not available from this registry.' : `Audit: ${known.length} known faults.`)

const files = execFileSync('git', ['ls-files', '-z'], { encoding: 'utf8' }).split('\0').filter(Boolean)
const texts = files.map(file => [file, readFileSync(file)] as const).filter(([, bytes]) => !bytes.includes(0))
const secrets = (await Promise.all(texts.map(([file, bytes]) => findSecrets(file, bytes.toString())))).flat()
console.log(`Secrets: ${texts.length} files read, ${secrets.length} found.`)

const code = texts.filter(
  ([file]) => /^(?:src|scripts|demo|drawing)\/.*\.(?:tsx?|mjs)$/.test(file) && !/\.(?:test|fixture)\./.test(file),
)
const patterns = code.flatMap(([file, bytes]) => patternsIn(file, bytes.toString()))
const slow = await slowPatterns(patterns)
console.log(
  `Regular expressions: ${patterns.length} in ${code.length} files, ${slow.length} that some text makes slow.`,
)

const wrong = [...refused, ...(known ?? []), ...secrets, ...slow]
for (const line of wrong) console.error(line)
process.exit(wrong.length > 0 ? 1 : 0)

/** Returns the known vulnerabilities of production packages; undefined when the registry does not report them. */
function knownFaults(): string[] | undefined {
  const { stdout } = npm('audit', '--omit=dev', '--json')
  const { vulnerabilities } = JSON.parse(stdout || '{}') as { vulnerabilities?: Record<string, { severity: string }> }
  return vulnerabilities && Object.entries(vulnerabilities).map(([name, { severity }]) => `${name}: ${severity}`)
}
