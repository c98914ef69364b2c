import { expect, test } from 'vitest'
import { pagePolicy } from './security.ts'

test('a page shows pictures from anywhere on the web, and runs only its own scripts', () => {
  const policy = pagePolicy(['sha256-abc'])
  expect(policy).toContain("; img-src 'self' data: https:;")
  expect(policy).toContain("; script-src 'self' 'sha256-abc';")
  expect(policy.match(/https:/g)).toHaveLength(1)
})
