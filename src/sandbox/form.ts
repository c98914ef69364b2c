import { Refusal } from './refusal.ts'

/**
 * A decoded form: `a[b][0]=x` is `{ a: { b: { 0: 'x' } } }`. Its objects have no prototype, so no key has a built-in
 * meaning.
 */
export interface Form {
  [key: string]: string | Form
}

const maxDepth = 8

/** Decodes a form with nested keys as the Stripe API does. */
export function decodeForm(text: string): Form {
  const form: Form = Object.create(null)
  for (const [name, value] of new URLSearchParams(text)) put(form, pathOf(name), value)
  return form
}

/** A cache of parsed names, which are the same in every request. */
const paths = new Map<string, string[]>()
const maxPaths = 1_000

function pathOf(name: string): string[] {
  const known = paths.get(name)
  if (known) return known
  if (!/^[^[\]]+(\[[^[\]]*\])*$/.test(name)) throw new Refusal(`Invalid parameter name: ${name}`, { param: name })
  const path = name.replaceAll(']', '').split('[')
  if (path.length > maxDepth) throw new Refusal(`Parameter is nested too deeply: ${name}`, { param: name })
  if (paths.size < maxPaths) paths.set(name, path)
  return path
}

function put(form: Form, path: string[], value: string): void {
  let place = form
  for (const key of path.slice(0, -1)) {
    const inner = place[key] ?? Object.create(null)
    if (typeof inner === 'string') throw new Refusal(`Invalid object: ${key}`, { param: key })
    place[key] = inner
    place = inner
  }
  place[path.at(-1) ?? ''] = value
}
