import { type Static, Type } from 'typebox'
import { isUuid } from '../../ids.ts'

/** The products that an owner shows with another: related ones, and those that complete its look. */
export const linkKinds = ['related', 'look'] as const
export type LinkKind = (typeof linkKinds)[number]

/** At most so many of a kind. */
export const maxLinks: Record<LinkKind, number> = { related: 4, look: 6 }

/** A product that another one names, as the form shows it. */
export const LinkedProduct = Type.Object({
  _id: Type.String(),
  name: Type.String(),
  image: Type.String({ description: 'An absolute URL' }),
  isHidden: Type.Optional(Type.Boolean({ description: 'Visitors cannot see it now' })),
})
export type LinkedProduct = Static<typeof LinkedProduct>

/** Ids in the order in which they are shown; a kind that stays is missing. */
export type LinkFields = Partial<Record<LinkKind, string[]>>

const words: Record<LinkKind, { one: string; many: string }> = {
  related: { one: 'Related piece', many: 'related pieces' },
  look: { one: 'Piece of the look', many: 'pieces in its look' },
}

/** Names one of a list for an error, counted from 1. */
export const linkInWords = (kind: LinkKind, index: number): string => `${words[kind].one} ${index + 1}`

/**
 * Reads the products that were sent to be shown with a product; null and empty mean none. Never throws: the error is one sentence
 * about the first value that is not valid.
 */
export function readLinks(
  sent: Partial<Record<LinkKind, unknown>>,
): { links: LinkFields; error?: undefined } | { error: string } {
  const links: LinkFields = {}
  for (const kind of linkKinds) {
    if (sent[kind] === undefined) continue
    const read = readIds(kind, sent[kind])
    if (typeof read === 'string') return { error: read }
    links[kind] = read
  }
  return { links }
}

function readIds(kind: LinkKind, value: unknown): string[] | string {
  if (value === null || value === '') return []
  const { many } = words[kind]
  if (!Array.isArray(value)) return `The ${many} must be a list of ids of products.`
  if (value.length > maxLinks[kind])
    return `A product can have at most ${maxLinks[kind]} ${many}, these are ${value.length}.`
  const ids: string[] = []
  for (const [index, each] of value.entries()) {
    if (typeof each !== 'string' || !isUuid(each)) return `${linkInWords(kind, index)} must be the id of a product.`
    const id = each.toLowerCase()
    if (ids.includes(id)) return `${linkInWords(kind, index)} is there twice.`
    ids.push(id)
  }
  return ids
}
