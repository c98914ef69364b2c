import { sql } from 'kysely'
import type { Db } from '../../db/connection.ts'
import { likelyCorrections, swapsOf } from './spelling.ts'
import { knownSynonyms, synonymsOf } from './synonyms.ts'

/** What the catalogue knows about a typed word. */
export interface WordLookup {
  word: string
  /** It is too common to be searched for: 'the', 'with'. */
  isStopWord: boolean
  /** Some product contains it. */
  isKnown: boolean
  /** Words of the catalogue that begin with it; only for a last word that may be incomplete. */
  longer: string[]
  /** Words in names, categories and colors that are spelt like it; only when it is unknown and at most 3 words are. */
  near: string[]
  /** The words that it probably misspells; only when it is unknown and at most 3 words are. */
  corrections: string[]
  /** Its two halves, when both are words of the catalogue. */
  halves?: [string, string]
}

export interface Lookup {
  words: WordLookup[]
  /** Two neighbouring words that are one word of the catalogue, such as 'sun glasses', by the index of the first. */
  joined: Map<number, string>
  /** The shop's colors. */
  colors: readonly string[]
}

const minHalfLength = 3
const maxLonger = 12
const maxUnknown = 3

/** Looks up each word among the words of the catalogue, in one statement. */
export async function lookUpWords(db: Db, words: string[], isLastWordOpen: boolean): Promise<Omit<Lookup, 'colors'>> {
  const pairs = words.slice(0, -1).map((word, at) => word + words[at + 1])
  const halves = words.flatMap(word => halvesOf(word).flat())
  const swaps = words.flatMap(swapsOf)
  const correctable = words.filter(word => word.length > 3 && synonymsOf(word).length === 0)
  const last = isLastWordOpen ? (words.at(-1) ?? '') : ''
  const { rows } = await sql<{
    kind: 'stop' | 'known' | 'half' | 'swap' | 'longer' | 'near'
    typed: string
    word: string
  }>`
    with typed as (select distinct unnest(${words}::text[]) as word),
    known as materialized (
      select asked.word from (select distinct unnest(${[...words, ...pairs]}::text[]) as word) asked
      where exists (
        select from search_word
        where stem = (ts_lexize('english_stem', asked.word))[1] and abs(length(word) - length(asked.word)) < 3
      )
    ),
    unknown as materialized (
      select word from typed where word = any(${correctable}::text[]) and ts_lexize('english_stem', word) <> '{}'
      except select word from known
    )
    select 'stop' as kind, word as typed, word from typed where ts_lexize('english_stem', word) = '{}'
    union all select 'known', word, word from known
    union all select 'half', word, word from search_word where word = any(${halves}::text[])
    union all select 'swap', word, word from search_word where in_names and word = any(${swaps}::text[])
    union all select 'longer', ${last}, word from (
      select word from search_word
      where word ~>~ ${last} and word ~<~ ${`${last}\u{10ffff}`} and length(${last}) > 1
        and (in_names or not exists (select from known where word = ${last}))
      order by in_names desc, length(word), word limit ${last.length < 3 ? 4 : maxLonger}
    ) longer
    union all
    select 'near', unknown.word, nearest.word
    from unknown cross join lateral nearest_words(unknown.word) nearest
    where (select count(*) from unknown) <= ${maxUnknown}`.execute(db)

  const of = (kind: string, typed: string) =>
    rows.filter(row => row.kind === kind && row.typed === typed).map(({ word }) => word)
  const all = (kind: string) => new Set(rows.filter(row => row.kind === kind).map(({ word }) => word))
  const [known, knownHalves, knownSwaps] = [all('known'), all('half'), all('swap')]
  const stops = all('stop')
  const mayCorrect = new Set(correctable.filter(word => !known.has(word) && !stops.has(word))).size <= maxUnknown
  const lookedUp = (word: string): WordLookup => {
    const near = mayCorrect ? [...swapsOf(word).filter(swap => knownSwaps.has(swap)), ...of('near', word)] : []
    return {
      word,
      isStopWord: stops.has(word),
      isKnown: known.has(word),
      longer: word === last ? of('longer', word) : [],
      near,
      corrections: mayCorrect && !known.has(word) ? likelyCorrections(word, [...near, ...knownSynonyms]) : [],
      halves: halvesOf(word).find(halves => halves.every(half => knownHalves.has(half))),
    }
  }
  return {
    words: words.map(lookedUp),
    joined: new Map([...pairs.entries()].filter(([, pair]) => known.has(pair))),
  }
}

function halvesOf(word: string): [string, string][] {
  const cuts = Math.max(0, word.length - 2 * minHalfLength + 1)
  return Array.from({ length: cuts }, (_, at) => [word.slice(0, minHalfLength + at), word.slice(minHalfLength + at)])
}
