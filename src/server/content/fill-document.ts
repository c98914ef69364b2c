import { type Document, type Inline, type Mark, nodesOf } from '#domain/content/document.ts'
import { countryName } from '#domain/costs/countries.ts'
import { deliverySentence, destinationsOf } from '#domain/costs/delivery.ts'
import { returnSentence } from '#domain/returns/policy.ts'
import type { Settings } from '#domain/settings/section.ts'
import { mailLink, phoneLink } from '#domain/settings/shown.ts'

interface Word {
  text: string
  link?: string
}

/** The sections that documents speak of. */
export type FillSettings = Pick<Settings, 'identity' | 'contact' | 'delivery' | 'currency' | 'returns' | 'catalogue'>

const wordsOf = ({
  identity: { name },
  contact: { address, email, phone },
  delivery,
  currency,
  returns,
  catalogue,
}: FillSettings): Record<string, Word> => ({
  name: { text: name },
  address: { text: address.join(', ') },
  email: { text: email, link: mailLink(email) },
  phone: { text: phone, link: phoneLink(phone) },
  countries: { text: destinationsOf({ delivery }).map(countryName).toSorted().join(', ') },
  delivery: { text: deliverySentence({ delivery }) },
  returns: { text: returnSentence(returns, catalogue.categories) },
  currency: { text: currency.code === 'USD' ? 'US dollars' : currency.code },
})

const placeholder = /\{(name|address|email|phone|countries|delivery|returns|currency)\}/g

/**
 * Puts what the settings say in the place of `{name}`, `{address}`, `{email}`, `{phone}`, `{countries}`, `{delivery}`, `{returns}` and `{currency}`. What the settings
 * leave empty is left out: with the comma before it, else with its sentence.
 */
export function fillDocument(document: Document, settings: FillSettings): Document {
  const words = wordsOf(settings)
  const filled = structuredClone(document)
  for (const node of nodesOf(filled))
    if (node.type === 'paragraph' || node.type === 'heading')
      node.content = node.content.flatMap(inline => (inline.type === 'text' ? fill(inline, words) : [inline]))
  return filled
}

function fill({ text, marks = [] }: Extract<Inline, { type: 'text' }>, words: Record<string, Word>): Inline[] {
  return withoutEmpty(text, words)
    .split(placeholder)
    .flatMap((piece, index): Inline[] => {
      const word = index % 2 === 1 ? words[piece] : undefined
      const link: Mark[] = word?.link ? [{ type: 'link', attrs: { href: word.link } }] : []
      const all = marks.some(({ type }) => type === 'link')
        ? marks.map(mark => ofSettings(mark, words))
        : [...marks, ...link]
      const shown = word ? word.text : piece
      return shown === '' ? [] : [{ type: 'text', text: shown, ...(all.length > 0 && { marks: all }) }]
    })
}

function withoutEmpty(text: string, words: Record<string, Word>): string {
  const isEmpty = (name: string) => words[name]?.text === ''
  return text
    .replaceAll(/, \{(\w+)\}/g, (part, name) => (isEmpty(name) ? '' : part))
    .split(/(?<=[.!?])(?= )/)
    .filter(sentence => ![...sentence.matchAll(placeholder)].some(([, name = '']) => isEmpty(name)))
    .join('')
}

/** The links to what the settings say. */
function ofSettings(mark: Mark, words: Record<string, Word>): Mark {
  if (mark.type !== 'link') return mark
  const [, name = ''] = /^(?:mailto|tel):\{(email|phone)\}$/.exec(mark.attrs.href) ?? []
  return { type: 'link', attrs: { href: words[name]?.link ?? mark.attrs.href } }
}
