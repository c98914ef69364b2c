import { ImageUp } from 'lucide'
import { type ChangeEvent, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import {
  bestPicture,
  pictureKinds,
  pictureSizes,
  pictureTypes,
  shownPicture,
  willBlur,
} from '#domain/products/fields/picture-field.ts'
import { variationLimits } from '#domain/products/fields/variation-fields.ts'
import type { ProductImage } from '#domain/products/variation.ts'
import { button } from '../../../ui/form/button.ts'
import { PictureInput } from '../../../ui/form/picture-input.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { readPictures, writeList } from '../list-texts.ts'
import { useGivenFiles } from '../use-given-files.ts'
import { type Direction, PictureItem, type PictureSize } from './picture-item.tsx'
import { UploadState } from './upload-state.tsx'
import { usePictureUploads } from './use-picture-uploads.ts'

interface PicturesFieldProps {
  /** As `list-texts.ts` writes it. */
  text: string
  onChange: (text: string) => void
  onUploading: (isUploading: boolean) => void
  error?: string
  isSavedMeanwhile: boolean
}

/** A product's pictures: chosen, dropped or pasted, uploaded one after the other, put in order and described. */
export function PicturesField({ text, onChange, onUploading, error, isSavedMeanwhile }: PicturesFieldProps) {
  const id = useId()
  const pictures = readPictures(text)
  const list = useRef<HTMLOListElement>(null)
  const several = useRef<HTMLInputElement>(null)
  const dragged = useRef<number>(undefined)
  const [announced, setAnnounced] = useState('')
  const [sizes, setSizes] = useState<ReadonlyMap<string, PictureSize>>(new Map())
  const write = (next: ProductImage[]) => onChange(writeList(next))

  const uploads = usePictureUploads({
    count: pictures.length,
    onUploading,
    onPicture(url) {
      if (pictures.some(each => each.url === url)) setAnnounced('This picture is there already.')
      else write([...pictures, { url, alt: '' }])
    },
  })
  const { take, takeOne, given, failed, refusal, forget } = uploads
  const isOver = useGivenFiles(take)
  const hasFailed = failed.length > 0 || refusal !== ''

  function chooseSeveral({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    take([...(currentTarget.files ?? [])])
    currentTarget.value = '' // so that the same files can be chosen again
  }

  function move(from: number, to: number, direction?: Direction) {
    const moved = pictures[from]
    if (!moved || from === to || to < 0 || to >= pictures.length) return
    flushSync(() => {
      write(pictures.toSpliced(from, 1).toSpliced(to, 0, moved))
      setAnnounced(
        `Picture ${from + 1} is now picture ${to + 1} of ${pictures.length}${to === 0 ? ', the main picture' : ''}.`,
      )
    })
    if (direction) list.current?.children[to]?.querySelector<HTMLElement>(`[data-move=${direction}]`)?.focus()
  }

  function remove(place: number) {
    forget()
    flushSync(() => {
      write(pictures.toSpliced(place, 1))
      setAnnounced(`Picture ${place + 1} was removed.`)
    })
    const next = list.current?.children[Math.min(place, pictures.length - 2)]
    const target = next?.querySelector<HTMLElement>('[data-remove]') ?? document.getElementById(id)
    target?.focus()
  }

  return (
    <div
      className={`flex min-w-0 flex-col gap-4 rounded-control outline-dashed outline-offset-8 ${isOver ? 'outline-2 outline-rosewood' : 'outline-0'}`}
    >
      <ol ref={list} className="grid grid-cols-2 gap-3 empty:hidden sm:grid-cols-3 lg:grid-cols-4">
        {pictures.map((picture, place) => (
          <PictureItem
            key={picture.url}
            picture={picture}
            place={place}
            isLast={place === pictures.length - 1}
            onLoaded={size => setSizes(current => new Map(current).set(picture.url, size))}
            onAlt={alt => write(pictures.with(place, { ...picture, alt }))}
            onMove={direction => move(place, direction === 'earlier' ? place - 1 : place + 1, direction)}
            onRemove={() => remove(place)}
            onDragStart={() => {
              dragged.current = place
            }}
            onDrop={() => {
              if (dragged.current !== undefined) move(dragged.current, place)
            }}
            onDragEnd={() => {
              dragged.current = undefined
            }}
          />
        ))}
      </ol>
      <div className="flex min-w-0 flex-wrap items-center gap-x-6 gap-y-4">
        {pictures.length === 0 && (
          <span className="flex aspect-4/5 w-24 items-center justify-center rounded-card border border-edge border-dashed text-stone">
            <Icon of={ImageUp} className="size-8 stroke-[1.25]" />
          </span>
        )}
        <div className="flex min-w-0 flex-1 basis-64 flex-col gap-2">
          <label htmlFor={id} className="text-sm">
            Image <span className="text-stone">(optional)</span>
          </label>
          <div className="flex min-w-0 flex-wrap items-center gap-3">
            <div className="min-w-0">
              <PictureInput
                id={id}
                accept={pictureTypes}
                given={pictures.some(({ url }) => url === given?.url) ? given?.file : undefined}
                hasPicture={pictures.length > 0}
                onFiles={takeOne}
                aria-invalid={hasFailed || error ? true : undefined}
                aria-describedby={`${id}-hint ${id}-state`}
              />
            </div>
            <input ref={several} type="file" multiple hidden accept={pictureTypes} onChange={chooseSeveral} />
            <button type="button" className={button.quiet} onClick={() => several.current?.click()}>
              Add several pictures
            </button>
          </div>
          <p className="text-stone text-xs">
            Or drop or paste pictures here, at most {variationLimits.images} in all. The first one is the main picture.
          </p>
          <p id={`${id}-hint`} className="text-stone text-xs">
            {pictureKinds}, {pictureSizes}. Upright ones with {sizeOf(bestPicture)} pixels or more look good.
          </p>
        </div>
      </div>
      <div id={`${id}-state`} className="flex flex-col gap-2 text-sm empty:hidden">
        <UploadState uploads={uploads} count={pictures.length} />
        <div role="status" className="flex flex-col gap-2 empty:hidden">
          {!hasFailed &&
            blurred(pictures, sizes).map(line => (
              <p key={line} className="border-gold border-l-2 pl-3">
                {line}
              </p>
            ))}
        </div>
        {error && <p className="text-danger">{error}</p>}
        {isSavedMeanwhile && (
          <p className="text-stone text-xs">Saved meanwhile: other pictures. Yours are shown here.</p>
        )}
      </div>
      <p role="status" className="sr-only">
        {announced}
      </p>
    </div>
  )
}

const sizeOf = ({ width, height }: PictureSize) => `${width}\u00a0×\u00a0${height}`

/** A sentence for each picture that is smaller than the product's page shows it. */
function blurred(pictures: ProductImage[], sizes: ReadonlyMap<string, PictureSize>): string[] {
  return pictures.flatMap(({ url }, place) => {
    const size = sizes.get(url)
    if (!size || !willBlur(size)) return []
    const which = pictures.length === 1 ? 'This picture' : `Picture ${place + 1}`
    return `${which} will look blurred: it is kept with ${sizeOf(size)} pixels, and the product’s page shows it with ${sizeOf(shownPicture)} on a large screen.`
  })
}
