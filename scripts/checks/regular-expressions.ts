import { check } from 'recheck'
import { type ESTree, parseSync, Visitor } from 'vite'

/** A regular expression of the code. */
export interface Pattern {
  /** `file:line` */
  place: string
  /** Undefined when it is built from values that are known only at run time. */
  source: string | undefined
  flags: string
}

/**
 * Finds the regular expressions of a file: literals, arguments of `RegExp`, and the `pattern` of a JSON schema or of an input
 * element.
 */
export function patternsIn(file: string, text: string): Pattern[] {
  const { program, errors } = parseSync(file, text)
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0]?.message}`)
  const found: Pattern[] = []
  const constants = new Map<string, ESTree.Expression>()
  const add = ({ start }: { start: number }, source: string | undefined, flags: string) =>
    found.push({ place: `${file}:${text.slice(0, start).split('\n').length}`, source, flags })
  const addCall = (call: ESTree.CallExpression | ESTree.NewExpression) => {
    if (call.callee.type !== 'Identifier' || call.callee.name !== 'RegExp') return
    const [source, flags] = call.arguments
    add(call, textOf(source, constants), textOf(flags, constants) ?? '')
  }
  new Visitor({
    VariableDeclaration({ kind, declarations }) {
      if (kind !== 'const') return
      for (const { id, init } of declarations) if (id.type === 'Identifier' && init) constants.set(id.name, init)
    },
  }).visit(program)
  new Visitor({
    Literal(literal) {
      if ('regex' in literal) add(literal, literal.regex.pattern, literal.regex.flags)
    },
    NewExpression: addCall,
    CallExpression: addCall,
    Property({ key, value }) {
      if (key.type === 'Identifier' && key.name === 'pattern' && value.type === 'Literal')
        add(value, textOf(value, constants), 'u')
    },
    JSXAttribute({ name, value }) {
      if (name.name === 'pattern' && value?.type === 'Literal') add(value, textOf(value, constants), 'u')
    },
  }).visit(program)
  return found
}

type Node = ESTree.Expression | ESTree.Argument | ESTree.ObjectProperty['value'] | ESTree.JSXAttributeValue

function textOf(node: Node | undefined, constants: Map<string, ESTree.Expression>): string | undefined {
  if (node?.type === 'Literal') return typeof node.value === 'string' ? node.value : undefined
  if (node?.type === 'Identifier') return textOf(constants.get(node.name), constants)
  if (node?.type === 'TemplateLiteral') return joined(node, 'cooked', constants)
  if (node?.type === 'TaggedTemplateExpression')
    return isStringRaw(node.tag) ? joined(node.quasi, 'raw', constants) : undefined
  return undefined
}

function joined(
  { quasis, expressions }: ESTree.TemplateLiteral,
  form: 'raw' | 'cooked',
  constants: Map<string, ESTree.Expression>,
): string | undefined {
  const values = expressions.map(expression => textOf(expression, constants))
  if (values.includes(undefined)) return undefined
  return quasis.map(({ value }, at) => `${value[form] ?? ''}${values[at] ?? ''}`).join('')
}

const isStringRaw = (tag: ESTree.Expression) =>
  tag.type === 'MemberExpression' &&
  tag.object.type === 'Identifier' &&
  tag.object.name === 'String' &&
  tag.property.type === 'Identifier' &&
  tag.property.name === 'raw'

/**
 * Returns one line for each regular expression that some text makes slow (ReDoS): its time grows faster than the length of the
 * text, or the analyser cannot tell. The analyser ignores limits on the text, so such a pattern must be rewritten. See
 * https://makenowjust-labs.github.io/recheck/
 */
export async function slowPatterns(patterns: readonly Pattern[]): Promise<string[]> {
  const places = Map.groupBy(patterns, ({ source, flags }) =>
    source === undefined ? undefined : `/${source}/${flags}`,
  )
  const slow: string[] = []
  for (const [shown, alike] of places) {
    const at = alike.map(({ place }) => place).join(', ')
    const [{ source, flags } = { source: undefined, flags: '' }] = alike
    const fault = source === undefined ? unknown : await faultOf(source, flags)
    if (fault) slow.push(`${at}: ${shown ? `${shown} ` : ''}${fault}`)
  }
  return slow
}

const unknown = 'a regular expression is built from what is known only when it runs'

async function faultOf(source: string, flags: string): Promise<string | undefined> {
  const found = await check(source, flags)
  if (found.status === 'safe') return undefined
  return found.status === 'vulnerable' ? `can be made slow: ${found.complexity.summary}` : 'cannot be judged'
}
