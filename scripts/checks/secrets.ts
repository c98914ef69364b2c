import { lintSource } from '@secretlint/core'
import { creator } from '@secretlint/secretlint-rule-preset-recommend'

const id = '@secretlint/secretlint-rule-preset-recommend'
const config = { rules: [{ id, rule: creator, rules: [] }] }

/** Made-up values in tests and examples, which give access to nothing. */
const madeUp = /@(?:localhost|127\.0\.0\.1|[\w.-]*\.(?:example|test|invalid)|database|host|nowhere)\b|EXAMPLE/i

/** Finds keys of payment providers and clouds, passwords in URLs and private keys in a text, each with its line. */
export async function findSecrets(name: string, text: string): Promise<string[]> {
  const source = { filePath: name, content: text, contentType: 'text' as const, ext: '' }
  const { messages } = await lintSource({ source, options: { config } })
  return messages
    .filter(({ range: [from, to] }) => !madeUp.test(text.slice(from, to)))
    .map(({ message, range: [from] }) => `${name}:${text.slice(0, from).split('\n').length} ${message.split(':')[0]}`)
}
