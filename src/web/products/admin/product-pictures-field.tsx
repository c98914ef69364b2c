import { ImageUp } from 'lucide'
import { type ChangeEvent, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { bestPicture, pictureKinds, pictureSizes, pictureTypes } from '#domain/products/picture-field.ts'
import { type ProductImage, variationLimits } from '#domain/products/variation.ts'
import { button } from '../../ui/form/button.ts'
import { Icon } from '../../ui/icon.tsx'
import { readPictures, writeList } from './list-texts.ts'
import { type Move, ProductPictureItem, sizeOf } from './product-picture-item.tsx'
import { useGivenFiles } from './use-given-files.ts'
import { usePictureUploads } from './use-picture-uploads.ts'

interface ProductPicturesFieldProps {
  /** As `list-texts.ts` writes it. */
  text: string
  onChange: (text: string) => void
  onUploading: (isUploading: boolean) => void
  error?: string
  isSavedMeanwhile: boolean
}

/** A product's pictures: chosen, dropped or pasted, uploaded one after the other, put in order and described. */
export function ProductPicturesField({
  text,
  onChange,
  onUploading,
  error,
  isSavedMeanwhile,
}: ProductPicturesFieldProps) {
  const id = useId()
  const pictures = readPictures(text)
  const list = useRef<HTMLOListElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const [announced, setAnnounced] = useState('')
  const dragged = useRef<number>(undefined)
  const write = (next: ProductImage[]) => onChange(writeList(next))

  const max = variationLimits.images
  const { take, progress, isUploaded, failed, refusal, dismiss, tryAgain, forget } = usePictureUploads({
    free: max - pictures.length,
    max,
    onUploading,
    onPicture(url) {
      if (pictures.some(each => each.url === url)) setAnnounced('This picture is there already.')
      else write([...pictures, { url, alt: '' }])
    },
  })
  const isOver = useGivenFiles(take)

  function choose({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    const files = [...(currentTarget.files ?? [])]
    currentTarget.value = '' // so that a file can be chosen again
    take(files)
  }

  function move(from: number, to: number, focus?: Move) {
    const moved = pictures[from]
    if (!moved || from === to || to < 0 || to >= pictures.length) return
    const next = pictures.toSpliced(from, 1).toSpliced(to, 0, moved)
    flushSync(() => {
      write(next)
      setAnnounced(
        `Picture ${from + 1} is now picture ${to + 1} of ${next.length}${to === 0 ? ', the main picture' : ''}.`,
      )
    })
    if (focus) list.current?.children[to]?.querySelector<HTMLElement>(`[data-move=${focus}]`)?.focus()
  }

  function remove(place: number) {
    forget()
    const next = pictures.toSpliced(place, 1)
    flushSync(() => {
      write(next)
      setAnnounced(`Picture ${place + 1} was removed.`)
    })
    const neighbour = list.current?.children[Math.min(place, next.length - 1)]
    const target = neighbour?.querySelector<HTMLElement>('[data-remove]') ?? input.current
    target?.focus()
  }

  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="text-sm">
        Images <span className="text-stone">(optional)</span>
      </label>
      <div
        className={`flex min-w-0 flex-col gap-4 rounded-control border border-dashed p-4 ${isOver ? 'border-rosewood bg-line' : 'border-edge bg-paper'}`}
      >
        {pictures.length === 0 && (
          <span className="flex aspect-4/5 w-24 items-center justify-center rounded-card border border-line text-stone">
            <Icon of={ImageUp} className="size-8 stroke-[1.25]" />
          </span>
        )}
        <ol ref={list} className="flex flex-col gap-4 empty:hidden">
          {pictures.map((picture, place) => (
            <ProductPictureItem
              key={picture.url}
              picture={picture}
              place={place}
              isLast={place === pictures.length - 1}
              onAlt={alt => write(pictures.with(place, { ...picture, alt }))}
              onMove={way => move(place, way === 'earlier' ? place - 1 : place + 1, way)}
              onRemove={() => remove(place)}
              onDragStart={() => {
                dragged.current = place
              }}
              onDrop={() => {
                if (dragged.current !== undefined) move(dragged.current, place)
                dragged.current = undefined
              }}
            />
          ))}
        </ol>
        <div className="min-w-0">
          <p id={`${id}-hint`} className="mb-2 text-stone text-xs">
            {pictureKinds}, {pictureSizes}. Upright ones with {sizeOf(bestPicture)} pixels or more look good.
          </p>
          <input
            ref={input}
            id={id}
            type="file"
            multiple
            accept={pictureTypes}
            onChange={choose}
            aria-invalid={failed.length > 0 || error ? true : undefined}
            aria-describedby={`${id}-hint ${id}-state`}
            className={`block w-full text-sm file:mr-3 file:min-h-11 file:rounded-control file:border file:border-line file:border-solid file:bg-paper file:px-4 file:text-ink ${pictures.length > 0 ? 'text-transparent' : ''}`}
          />
          <p className="mt-2 text-stone text-xs">Or drop or paste pictures here, at most {max} in all.</p>
          <div id={`${id}-state`} className="mt-2 text-sm empty:hidden">
            <div role="status">
              {progress && <p>Uplading...</p>}
              {progress && progress.of > 1 && (
                <p>
                  {progress.at} of {progress.of}
                </p>
              )}
              {!progress && isUploaded && <p>Image uploaded successfully!</p>}
            </div>
            {(failed.length > 0 || refusal !== '') && (
              <div role="alert" className="flex flex-col gap-2 text-rosewood">
                {failed.length > 0 && <p>Failed to upload image, please try again!</p>}
                {failed.map(each => (
                  <div key={each.id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
                    <p className="min-w-0 flex-1 basis-56 [overflow-wrap:anywhere]">
                      {each.file.name}: {each.reason}
                    </p>
                    <button
                      type="button"
                      aria-label={`Try again with ${each.file.name}`}
                      className={button.quiet}
                      onClick={() => tryAgain(each)}
                    >
                      Try again
                    </button>
                    <button
                      type="button"
                      aria-label={`Dismiss ${each.file.name}`}
                      className={button.quiet}
                      onClick={() => dismiss(each.id)}
                    >
                      Dismiss
                    </button>
                  </div>
                ))}
                {refusal !== '' && <p>{refusal}</p>}
                {pictures.length === 1 && <p>The picture shown here stays.</p>}
                {pictures.length > 1 && <p>The pictures shown here stay.</p>}
              </div>
            )}
            {error && <p className="text-rosewood">{error}</p>}
            {isSavedMeanwhile && (
              <p className="text-stone text-xs">Saved meanwhile: other pictures. Yours are shown here.</p>
            )}
          </div>
          <p role="status" className="sr-only">
            {announced}
          </p>
        </div>
      </div>
    </div>
  )
}
