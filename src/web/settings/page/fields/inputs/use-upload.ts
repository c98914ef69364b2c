import { useState } from 'react'
import { pictureError } from '#domain/products/fields/picture-field.ts'
import { imageIdOf, imagePath } from '#domain/products/product.ts'
import type { ShownPicture } from '#domain/settings/section.ts'
import { useUploadImageMutation } from '../../../../products/admin/api.ts'
import { formErrorOf } from '../../../../session/form-error.ts'
import { dataUrlOf } from '../../../../ui/form/data-url-of.ts'

type Upload = { picture: ShownPicture; error?: undefined } | { error: string }

/** Uploads one picture at a time. */
export function useUpload() {
  const [send] = useUploadImageMutation()
  const [state, setState] = useState({ isUploading: false, error: '' })

  async function upload(file: File): Promise<Upload> {
    const fileError = pictureError(file)
    if (fileError) return { error: fileError }
    const image = await dataUrlOf(file)
    if (image === undefined) return { error: 'This file cannot be read.' }
    const { data: url, error } = await send(image)
    if (url === undefined) return { error: formErrorOf(error) }
    return { picture: await shownPictureOf(imageIdOf(url) ?? '') }
  }

  return {
    ...state,
    forget: () => setState({ isUploading: false, error: '' }),
    /** @returns the uploaded picture, undefined if the file was refused; `error` says why */
    async take([file, ...others]: Iterable<File>): Promise<ShownPicture | undefined> {
      if (!file || state.isUploading) return undefined
      setState({ isUploading: true, error: '' })
      const result: Upload = others.length > 0 ? { error: 'Please choose one picture only.' } : await upload(file)
      setState({ isUploading: false, error: result.error ?? '' })
      return result.error === undefined ? result.picture : undefined
    },
  }
}

/** A stored picture with its size, in px. */
async function shownPictureOf(id: string): Promise<ShownPicture> {
  const image = new Image()
  image.src = imagePath(id, 1280, 'webp')
  await image.decode().catch(error => console.info('The size of the picture is not known', error))
  return { id, width: image.naturalWidth || 4, height: image.naturalHeight || 5 }
}
