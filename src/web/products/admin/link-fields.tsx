import { type LinkKind, maxLinks } from '#domain/products/fields/link-fields.ts'
import type { ProductTexts } from './api.ts'
import { ChosenProducts } from './chosen-products.tsx'
import { Fold } from './fold.tsx'
import { readLinked, writeList } from './list-texts.ts'

interface LinkFieldsProps {
  texts: Pick<ProductTexts, LinkKind>
  set: (name: LinkKind, text: string) => void
  /** The id of the product, which cannot be chosen. */
  id: string | undefined
  /** What another admin has saved meanwhile. */
  savedNow: Partial<ProductTexts>
}

const kinds = [
  {
    kind: 'related',
    title: 'You may also like',
    find: 'Find a related piece',
    note: `At most ${maxLinks.related}, shown first. The shop fills up with pieces that are like this one.`,
  },
  {
    kind: 'look',
    title: 'Complete the look',
    find: 'Find a piece of the look',
    note: `At most ${maxLinks.look}. Without any, the page has no such part.`,
  },
] as const

/** The products that the page of this one shows: related ones, and those that complete its look. */
export function LinkFields({ texts, set, id, savedNow }: LinkFieldsProps) {
  const lists = { related: readLinked(texts.related), look: readLinked(texts.look) }
  const isUsed = lists.related.length + lists.look.length > 0
  const wasSaved = savedNow.related !== undefined || savedNow.look !== undefined
  return (
    <Fold title="Pieces to show with this one" isOpen={isUsed} needsAttention={wasSaved}>
      {kinds.map(({ kind, title, find, note }) => (
        <fieldset key={kind} className="min-w-0 border-line border-t pt-5 first:border-t-0 first:pt-0">
          <legend className="float-left w-full font-medium text-sm">{title}</legend>
          <p className="clear-both mb-3 text-stone text-xs">
            {savedNow[kind] === undefined ? note : `Saved meanwhile: ${namesIn(savedNow[kind])}`}
          </p>
          <ChosenProducts
            name={kind}
            label={find}
            ids={lists[kind].map(({ _id }) => _id)}
            known={lists[kind]}
            max={maxLinks[kind]}
            except={id}
            error={undefined}
            onChange={(ids, added) => set(kind, writeList(ids.flatMap(each => chosenOf(lists[kind], each, added))))}
          />
        </fieldset>
      ))}
    </Fold>
  )
}

function chosenOf(
  list: ReturnType<typeof readLinked>,
  id: string,
  added?: { _id: string; name: string; image: string },
) {
  const known = list.find(({ _id }) => _id === id)
  if (known) return known
  return added?._id === id ? { _id: id, name: added.name, image: added.image } : []
}

const namesIn = (text: string) =>
  readLinked(text)
    .map(({ name }) => name)
    .join(', ') || 'none'
