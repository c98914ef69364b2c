import { fieldsOf } from '../settings/fields.ts'
import { isAddress } from '../settings/read-catalogue.ts'
import { type ContentFields, contentKinds, contentLimits as max } from './content.ts'
import { hasContent, isPicture, readDocument } from './read-document.ts'

const nouns = { page: 'page', post: 'post' }

/**
 * Reads a page or a post that a browser sent.
 * @throws FieldError for the first field that cannot be used
 */
export function readContent(sent: unknown): ContentFields {
  const { value, text, moment, fail } = fieldsOf(sent)
  const kind = contentKinds.find(each => each === value('kind'))
  if (!kind) return fail('kind', 'It is a page or a post.')
  const title = text('title', `The title of the ${nouns[kind]}`, max.title, { isNeeded: true })
  const address = text('address', `The address of the ${nouns[kind]}`, max.address, { isNeeded: true }).toLowerCase()
  if (!isAddress(address))
    fail('address', 'An address has letters from a to z, digits and hyphens between them, such as our-makers.')
  const picture = value('picture') ?? null
  if (picture !== null && (typeof picture !== 'string' || !isPicture(picture)))
    return fail('picture', 'The picture must be uploaded first.')
  const publishedFrom = moment('publishedFrom', 'The time of publication')
  const document = readDocument(value('document'), 'document')
  if (publishedFrom && !hasContent(document))
    fail('document', `The ${nouns[kind]} has no text yet: write one, or save it as a draft.`)
  return {
    kind,
    title,
    address,
    summary: text('summary', 'The summary', max.summary),
    showsSummary: kind === 'post' || value('showsSummary') === true,
    author: text('author', 'The author', max.author),
    picture,
    alt: text('alt', 'The description of the picture', max.alt),
    seoTitle: text('seoTitle', 'The title for search engines', max.seoTitle),
    seoDescription: text('seoDescription', 'The description for search engines', max.seoDescription),
    document,
    publishedFrom,
  }
}

/** The address that a title suggests: `Caring for wool` becomes `caring-for-wool`. Empty for a title without Latin letters. */
export const addressFor = (title: string): string =>
  title
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter(word => word !== '')
    .join('-')
    .slice(0, max.address)
    .replace(/-$/, '')
