import { sql } from 'kysely'
import type { Db } from '../db/connection.ts'
import { swapsOf } from './spelling.ts'

/** What the catalogue says of a word that was typed. */
export interface LookedUp {
  word: string
  /** Too common to be searched for: 'the', 'with'. */
  isEmpty: boolean
  /** It stands in some product. */
  isKnown: boolean
  /** Words of the catalogue that begin with it; only for a last word that may go on. */
  longer: string[]
  /** Words of the catalogue that are spelt much like it; only when it is unknown. */
  near: string[]
  /** Its two halves, when it is unknown and both are words of the catalogue. */
  halves?: [string, string]
}

export interface Lookup {
  words: LookedUp[]
  /** Two neighbours that are one word of the catalogue: 'sun glasses'. At the place of the first. */
  joined: Map<number, string>
}

const shortestHalf = 3
const mostLonger = 12

/** Asks the words of the catalogue about each word, in one statement. */
export async function lookUpWords(db: Db, words: string[], goesOn: boolean): Promise<Lookup> {
  const pairs = words.slice(0, -1).map((word, at) => word + words[at + 1])
  const parts = words.flatMap(word => [...halvesOf(word).flat(), ...swapsOf(word)])
  const last = goesOn ? (words.at(-1) ?? '') : ''
  const { rows } = await sql<{ kind: 'stop' | 'known' | 'spelt' | 'longer' | 'near'; typed: string; word: string }>`
    with typed as (select distinct unnest(${words}::text[]) as word),
    known as materialized (
      select asked.word from (select distinct unnest(${[...words, ...pairs]}::text[]) as word) asked
      where exists (
        select from search_word
        where stem = (ts_lexize('english_stem', asked.word))[1] and abs(length(word) - length(asked.word)) < 3
      )
    )
    select 'stop' as kind, word as typed, word from typed where ts_lexize('english_stem', word) = '{}'
    union all select 'known', word, word from known
    union all select 'spelt', word, word from search_word where word = any(${parts}::text[])
    union all select * from (
      select 'longer', ${last}, word from search_word
      where word like ${`${last}_%`} and length(${last}) > 1
        and (in_names or not exists (select from known where word = ${last}))
      order by in_names desc, length(word), word limit ${last.length < 3 ? 4 : mostLonger}
    ) longer
    union all
    select 'near', typed.word, nearest.word
    from (select word from typed except select word from known) typed cross join lateral nearest_words(typed.word) nearest
    where length(typed.word) > 3`.execute(db)

  const of = (kind: string, typed: string) =>
    rows.filter(row => row.kind === kind && row.typed === typed).map(({ word }) => word)
  const all = (kind: string) => new Set(rows.filter(row => row.kind === kind).map(({ word }) => word))
  const [known, spelt] = [all('known'), all('spelt')]
  return {
    words: words.map(word => ({
      word,
      isEmpty: of('stop', word).length > 0,
      isKnown: known.has(word),
      longer: word === last ? of('longer', word) : [],
      near: [...swapsOf(word).filter(swap => spelt.has(swap)), ...of('near', word)],
      halves: halvesOf(word).find(halves => halves.every(half => spelt.has(half))),
    })),
    joined: new Map([...pairs.entries()].filter(([, pair]) => known.has(pair))),
  }
}

function halvesOf(word: string): [string, string][] {
  const cuts = Math.max(0, word.length - 2 * shortestHalf + 1)
  return Array.from({ length: cuts }, (_, at) => [word.slice(0, shortestHalf + at), word.slice(shortestHalf + at)])
}
