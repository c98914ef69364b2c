// Runs the dependency rules (.dependency-cruiser.json) on the sources, and on planted violations that they must find.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { cruise, type ICruiseResult } from 'dependency-cruiser'
import configuration from '../../.dependency-cruiser.json' with { type: 'json' }

const minModules = 50
const { forbidden, options } = configuration

/** Each import breaks one rule, by a path or by a `#` alias of the package. */
const planted: [rule: string, file: string, imports: string][] = [
  ['no-cycles', 'src/domain/a.ts', './b.ts'],
  ['no-cycles', 'src/domain/b.ts', './a.ts'],
  ['domain-stands-alone', 'src/domain/c.ts', '#server/app.ts'],
  ['web-does-not-know-the-server', 'src/web/d.ts', '#server/app.ts'],
  ['server-does-not-know-the-web', 'src/server/e.ts', '../web/d.ts'],
  ['the-shop-does-not-import-the-drawing-package', 'src/server/s.ts', '../../drawing/products/t.ts'],
  ['only-the-start-knows-the-demo', 'src/server/f.ts', '#demo/seed.ts'],
  ['account-modules-import-queries-and-types', 'src/server/auth/p.ts', '../products/h.ts'],
  ['sales-modules-import-queries-and-types', 'src/server/orders/g.ts', '../products/h.ts'],
  ['modules-import-queries-and-types', 'src/server/search/q.ts', '../products/h.ts'],
  ['shared-server-code-knows-no-module', 'src/server/http/i.ts', '../products/h.ts'],
  ['sandbox-knows-only-lib', 'src/sandbox/r.ts', '../server/app.ts'],
  ['web-modules-keep-apart', 'src/web/orders/j.tsx', '../products/k.tsx'],
  ['cart-keeps-to-itself', 'src/web/cart/l.tsx', '../products/k.tsx'],
  ['ui-knows-nothing-of-the-shop', 'src/web/ui/m.tsx', '#domain/n.ts'],
  ['nothing-imports-a-page', 'src/web/layout/o.tsx', '../routes/p.tsx'],
]
const targets = [
  'src/server/app.ts',
  'demo/seed.ts',
  'drawing/products/t.ts',
  'src/server/products/h.ts',
  'src/web/products/k.tsx',
  'src/domain/n.ts',
  'src/web/routes/p.tsx',
]

async function check(folder: string, paths: string[]): Promise<ICruiseResult> {
  const ruleSet = { forbidden } as Parameters<typeof cruise>[1] extends { ruleSet?: infer Rules } ? Rules : never
  const { output } = await cruise(paths, { ...options, ruleSet, validate: true, baseDir: folder } as Parameters<
    typeof cruise
  >[1])
  return output as ICruiseResult
}

async function findPlanted(): Promise<Set<string>> {
  const folder = await mkdtemp('/tmp/vitrine-floors-')
  const write = async (file: string, text: string) => {
    await mkdir(dirname(join(folder, file)), { recursive: true })
    await writeFile(join(folder, file), text)
  }
  const imports = { '#domain/*': './src/domain/*', '#server/*': './src/server/*', '#demo/*': './demo/*' }
  await write('package.json', JSON.stringify({ type: 'module', imports }))
  await write('tsconfig.json', '{}')
  for (const file of targets) await write(file, 'export const here = 1\n')
  for (const [, file, from] of planted) await write(file, `import { here } from '${from}'\nexport { here }\n`)
  const { summary } = await check(folder, ['src', 'demo'])
  await rm(folder, { recursive: true })
  return new Set(summary.violations.map(({ rule }) => rule.name))
}

const root = join(import.meta.dirname, '../..')
const { summary } = await check(root, ['src', 'demo', 'drawing'])
const faults = summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} -> ${to}`)
if (summary.totalCruised < minModules) faults.push(`only ${summary.totalCruised} modules were looked at`)
const found = await findPlanted()
for (const { name } of forbidden) if (!found.has(name)) faults.push(`a planted violation of ${name} was not found`)

for (const fault of faults) console.error(fault)
if (faults.length) process.exit(1)
console.log(
  `Dependency rules: ${summary.totalCruised} modules, ${forbidden.length} rules hold and each finds its planted violation.`,
)
