import { currencyNoun, isWholeAmount } from '../currency.ts'
import { currencyDecimals, toDollars } from '../money.ts'
import { isPlainNumber, productLimits } from '../products/fields/product-fields.ts'
import { catalogueLimits } from './catalogue.ts'
import {
  type CollectionRule,
  type CollectionSetting,
  type Collections,
  collectionKinds,
  collectionLimits,
  collectionOrders,
  noRule,
} from './collections.ts'
import { fieldsOf } from './fields.ts'
import { isAddress, readId, refuseTwice } from './read-catalogue.ts'

/** @throws FieldError for the first field that cannot be used */
export function readCollections(sent: unknown): Collections {
  const items = fieldsOf(sent).list('items', 'Collections', collectionLimits.collections, readCollection)
  refuseTwice(items, 'items', 'name', ({ name }) => `There are two collections called ${name}.`)
  refuseTwice(
    items,
    'items',
    'address',
    ({ address }) => `Two collections have the address ${address}: each needs its own.`,
  )
  refuseTwice(items, 'items', 'id', () => 'Two collections have the same id.')
  return { items }
}

function readCollection(item: unknown, place: string): CollectionSetting {
  const { value, text, picture, list, fail, at } = fieldsOf(item, place)
  const name = text('name', 'The name of a collection', catalogueLimits.name, { isNeeded: true })
  const address = text('address', 'The address of a collection', catalogueLimits.name, { isNeeded: true }).toLowerCase()
  if (!isAddress(address))
    fail('address', 'An address has letters from a to z, digits and hyphens between them, such as evening-wear.')
  const isInMenu = value('isInMenu')
  if (typeof isInMenu !== 'boolean') return fail('isInMenu', 'Say whether the menu names the collection.')
  const kind = collectionKinds.find(each => each === value('kind'))
  if (!kind) return fail('kind', 'A collection is made by a rule or by hand.')
  const order = collectionOrders.find(each => each === value('order'))
  if (!order) return fail('order', `The order must be one of ${collectionOrders.join(', ')}.`)
  if (order === 'own' && kind === 'rule') fail('order', 'Only a collection made by hand has an order of its own.')
  const products = list('products', 'Products', collectionLimits.products, (id, where) => {
    const read = fieldsOf({ id }, where).text('id', 'The id of a product', 36)
    return uuid.test(read) ? read.toLowerCase() : fail('products', 'A product is named by its id.')
  })
  return {
    id: readId(item, place),
    ...{ name, address },
    words: text('words', 'The words about a collection', catalogueLimits.words),
    picture: picture('picture', 'The picture of a collection'),
    ...{ isInMenu, kind, order },
    rule: kind === 'rule' ? readRule(value('rule'), at('rule')) : noRule,
    products: kind === 'hand' ? [...new Set(products)] : [],
  }
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

function readRule(sent: unknown, place: string): CollectionRule {
  const { value, text, fail } = fieldsOf(sent, place)
  if (value('collection') !== undefined)
    fail('collection', 'A rule cannot name a collection, least of all its own: it would match itself.')
  const isSale = value('isSale')
  if (typeof isSale !== 'boolean') return fail('isSale', 'Say whether only reduced pieces belong to the collection.')
  const { newest: maxNewest } = collectionLimits
  const highest = toDollars(productLimits.priceCents)
  const number = (name: string, max: number, sentence: string) => {
    const sent = value(name) ?? null
    if (sent === null || sent === '') return null
    const read = typeof sent === 'string' && isPlainNumber(sent.trim()) ? Number(sent) : sent
    return typeof read === 'number' && read >= 0 && read <= max ? read : fail(name, sentence)
  }
  const newest = number('newest', maxNewest, newestSentence)
  if (newest !== null && (newest < 1 || !Number.isInteger(newest))) fail('newest', newestSentence)
  const priceSentence = `A price must be a number of ${currencyNoun()} from 0 to ${highest.toLocaleString('en-US')} with ${currencyDecimals() ? 'at most two' : 'no'} decimals.`
  const price = (name: string) => {
    const read = number(name, highest, priceSentence)
    return read === null || isWholeAmount(read) ? read : fail(name, priceSentence)
  }
  const rule = {
    ...{ isSale, newest },
    category: text('category', 'The category', catalogueLimits.name),
    color: text('color', 'The color', catalogueLimits.name),
    minPrice: price('minPrice'),
    maxPrice: price('maxPrice'),
  }
  if (rule.minPrice !== null && rule.maxPrice !== null && rule.minPrice > rule.maxPrice)
    fail('maxPrice', 'The highest price must not be below the lowest.')
  const isEmpty = Object.entries(noRule).every(([name, none]) => rule[name as keyof CollectionRule] === none)
  if (isEmpty) fail('category', 'A rule needs at least one condition: without one it would be the whole shop.')
  return rule
}

const newestSentence = `The number of the newest pieces must be whole, from 1 to ${collectionLimits.newest}.`
