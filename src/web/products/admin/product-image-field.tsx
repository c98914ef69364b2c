import { ImageUp } from 'lucide'
import { useId, useState } from 'react'
import {
  bestPicture,
  pictureKinds,
  pictureSizes,
  pictureTypes,
  shownPicture,
  willBlur,
} from '#domain/products/picture-field.ts'
import { imageIdOf, imagePath } from '#domain/products/product.ts'
import { textLink } from '../../ui/form/button.ts'
import { PictureInput } from '../../ui/form/picture-input.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useGivenFiles } from './use-given-files.ts'
import { useImageUpload } from './use-image-upload.ts'

interface ProductImageFieldProps {
  /** The address of the picture, empty for none. */
  image: string
  onImage: (address: string) => void
  onUploading: (isUploading: boolean) => void
  error?: string
}

/** A product's picture: chosen, dropped or pasted, then uploaded and shown. */
export function ProductImageField({ image, onImage, onUploading, error }: ProductImageFieldProps) {
  const { upload, given, take, forget } = useImageUpload(onUploading, onImage)
  const isOver = useGivenFiles(take)
  const [stored, setStored] = useState<StoredPicture>()
  const id = useId()
  const { state } = upload

  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="text-sm">
        Image <span className="text-stone">(optional)</span>
      </label>
      <div
        className={`flex flex-wrap items-center gap-5 rounded-control border border-dashed p-4 ${isOver ? 'border-rosewood bg-line' : 'border-edge bg-paper'}`}
      >
        <Preview image={image} onSaved={setStored} />
        <div className="min-w-0 flex-1 basis-56">
          <p id={`${id}-hint`} className="mb-2 text-stone text-xs">
            {pictureKinds}, {pictureSizes}. Upright ones with {sizeOf(bestPicture)} pixels or more look good.
          </p>
          <PictureInput
            id={id}
            accept={pictureTypes}
            given={given?.image === image ? given.file : undefined}
            hasPicture={image !== ''}
            onFiles={take}
            aria-invalid={state === 'failed' || error ? true : undefined}
            aria-describedby={`${id}-hint ${id}-state`}
          />
          <p className="mt-2 text-stone text-xs">Or drop or paste one picture here.</p>
          <div id={`${id}-state`} className="mt-2 text-sm empty:hidden">
            <div role="status">
              {state === 'uploading' && <p>Uplading...</p>}
              {state === 'uploaded' && <p>Image uploaded successfully!</p>}
              {state !== 'uploading' && state !== 'failed' && stored?.image === image && willBlur(stored) && (
                <p className="mt-2 border-gold border-l-2 pl-3">
                  This picture will look blurred: it is kept with {sizeOf(stored)} pixels, and the product’s page shows
                  it with {sizeOf(shownPicture)} on a large screen.
                </p>
              )}
            </div>
            {state === 'failed' && (
              <div role="alert" className="text-rosewood">
                <p>Failed to upload image, please try again!</p>
                <p>{upload.reason}</p>
                {image !== '' && <p>The picture shown here stays.</p>}
              </div>
            )}
            {error && <p className="text-rosewood">{error}</p>}
          </div>
          {image !== '' && (
            <button
              type="button"
              className={textLink}
              onClick={() => {
                onImage('')
                forget()
              }}
            >
              Remove the picture
            </button>
          )}
        </div>
      </div>
    </div>
  )
}

/** The size of the stored picture, in px. */
interface StoredPicture {
  image: string
  width: number
  height: number
}

const sizeOf = ({ width, height }: Pick<StoredPicture, 'width' | 'height'>) => `${width}\u00a0×\u00a0${height}`

function Preview({ image, onSaved }: { image: string; onSaved: (stored: StoredPicture) => void }) {
  const id = imageIdOf(image)
  const shape = 'aspect-4/5 w-24 rounded-card border border-line'
  if (!id)
    return (
      <span className={`${shape} flex items-center justify-center text-stone`}>
        <Icon of={ImageUp} className="size-8 stroke-[1.25]" />
      </span>
    )
  return (
    <img
      src={imagePath(id, 1280, 'webp')}
      onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) => onSaved({ image, width, height })}
      alt="The product, as it will be shown"
      width={320}
      height={400}
      className={`${shape} object-cover`}
    />
  )
}
