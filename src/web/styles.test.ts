import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { contrastOf } from '#domain/settings/accent.ts'

const here = import.meta.dirname
const styles = readFileSync(path.join(here, 'styles.css'), 'utf8')
const valuesOf = (token: string) => [...styles.matchAll(new RegExp(`--${token}: (#[0-9a-f]{6})`, 'g'))].map(m => m[1])

test('an error can be read on every ground, and does not follow the accent', () => {
  const [light, dark, onPicture] = valuesOf('danger') as [string, string, string]
  expect(onPicture).toBe(light)
  for (const token of ['ivory', 'paper']) {
    const [lightGround, darkGround] = valuesOf(token) as [string, string]
    expect(contrastOf(light, lightGround)).toBeGreaterThan(4.5)
    expect(contrastOf(dark, darkGround)).toBeGreaterThan(4.5)
  }
  expect(styles).not.toMatch(/--danger: var\(--(?!danger)/)
})

test('no error has the color of the accent', () => {
  const files = globSync('**/*.tsx', { cwd: here })
  expect(files.length).toBeGreaterThan(100)
  const wrong = files.flatMap(file =>
    readFileSync(path.join(here, file), 'utf8')
      .split('\n')
      .filter(
        line =>
          /role="alert"|-error`|[eE]rror \?|Delete/.test(line) &&
          /[ "'`](?:text|border)-rosewood/.test(line) &&
          !/-danger/.test(line), // the accent is then for what is no error
      )
      .map(line => `${file}: ${line.trim()}`),
  )
  expect(wrong).toEqual([])
})
