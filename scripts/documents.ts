import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** All documents of the shop by their paths. */
export function readDocuments(): Record<string, string> {
  const names = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.md'], {
    encoding: 'utf8',
  })
  return Object.fromEntries(
    names
      .trim()
      .split('\n')
      .map(name => [name, readFileSync(name, 'utf8')]),
  )
}

const programs =
  /^(?:[A-Z_]+=\S+ |\S+=\$\([^)]*\) )*(?:apt-get|caddy|cp|curl|deploy\/shop|docker|git|install|journalctl|nginx|node|node_modules\/\.bin\/\w+|npm|openssl|scripts\/\S+|ss|stripe|su|systemctl|systemd-analyze|tar|timedatectl|useradd|zstd)(?: |$)/

/** The commands that a document tells its reader to type: lines of code, and what stands in backticks. */
export function commandsIn(text: string): string[] {
  const blocks = text
    .split('\n')
    .filter(line => /^ {4,}\S/.test(line))
    .map(line => line.trim())
  const fenced = [...text.matchAll(/^```(?:sh|bash|)\n([\s\S]*?)^```/gm)].flatMap(([, code = '']) => code.split('\n'))
  const inline = [...text.matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code)
  const lines = [...blocks, ...fenced, ...inline]
    .flatMap(line => line.split(' && '))
    .map(line => line.split(/ {2,}/)[0] ?? '')
  return [...new Set(lines.filter(line => programs.test(line) && / /.test(line)))]
}
if (process.argv[1] === import.meta.filename)
  for (const [name, text] of Object.entries(readDocuments()))
    for (const c of commandsIn(text)) console.log(name, '\t', c)
