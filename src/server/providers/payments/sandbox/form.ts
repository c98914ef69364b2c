import { Refusal } from './refusal.ts'

/** A decoded form: `a[b][0]=x` is `{ a: { b: { 0: 'x' } } }`. Without prototypes, so that no key means anything by itself. */
export interface Form {
  [key: string]: string | Form
}

const deepest = 8

/** Decodes a form with nested keys as the Stripe API reads them. */
export function decodeForm(text: string): Form {
  const form: Form = Object.create(null)
  for (const [name, value] of new URLSearchParams(text)) put(form, pathOf(name), value)
  return form
}

function pathOf(name: string): string[] {
  if (!/^[^[\]]+(\[[^[\]]*\])*$/.test(name)) throw new Refusal(`Invalid parameter name: ${name}`, { param: name })
  const path = name.replaceAll(']', '').split('[')
  if (path.length > deepest) throw new Refusal(`Parameter is nested too deeply: ${name}`, { param: name })
  return path
}

function put(form: Form, path: string[], value: string): void {
  const [key = '', ...rest] = path
  if (rest.length === 0) {
    form[key] = value
    return
  }
  const inner = form[key] ?? Object.create(null)
  if (typeof inner === 'string') throw new Refusal(`Invalid object: ${key}`, { param: key })
  form[key] = inner
  put(inner, rest, value)
}
