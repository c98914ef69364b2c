import { Type } from 'typebox'

const text = Type.Optional(Type.String())

/** The query parameters of the dashboards' lists; without any of them, the newest 1,000 are returned. */
export const PageQuery = { page: text, limit: text, q: text }

export interface Page {
  page: number
  limit: number
  /** The search text. */
  q?: string
}

export const maxListed = 1_000
const maxPage = 10_000
const maxSearchLength = 254

/** Reads page, limit and search. Never throws: a value out of bounds is clamped, and one that is not a number is ignored. */
export function readPage({ page, limit, q = '' }: { page?: string; limit?: string; q?: string }): Page {
  const search = q.trim().slice(0, maxSearchLength)
  return {
    page: whole(page, 1, maxPage),
    limit: whole(limit, maxListed, maxListed),
    ...(search && { q: search }),
  }
}

function whole(text: string | undefined, unset: number, max: number): number {
  const number = Math.trunc(Number(text?.trim() || unset))
  return Number.isNaN(number) ? unset : Math.min(max, Math.max(1, number))
}

/** The header with the length of the whole list, when the response is one page of it. */
export const totalHeader = 'X-Total-Count'
