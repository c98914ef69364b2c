import { button } from '../../../ui/form/button.ts'
import type { usePictureUploads } from './use-picture-uploads.ts'

interface UploadStateProps {
  uploads: ReturnType<typeof usePictureUploads>
  /** How many pictures the product has. */
  count: number
}

/** How far the uploads are, and which files were not uploaded. */
export function UploadState({ uploads, count }: UploadStateProps) {
  const { progress, isUploaded, failed, refusal, tryAgain, dismiss } = uploads
  return (
    <>
      <div role="status">
        {progress.of > 0 && <p>Uplading...</p>}
        {progress.of > 1 && (
          <div className="flex items-center gap-3">
            <progress aria-hidden value={progress.at - 1} max={progress.of} className="h-1 w-40 accent-wine" />
            <p className="tabular-nums">
              {progress.at} of {progress.of}
            </p>
          </div>
        )}
        {progress.of === 0 && isUploaded && <p>Image uploaded successfully!</p>}
      </div>
      {(failed.length > 0 || refusal !== '') && (
        <div role="alert" className="flex flex-col gap-2 text-danger">
          <p>Failed to upload image, please try again!</p>
          {failed.map(each => (
            <div key={each.id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <p className="min-w-0 flex-1 basis-56 [overflow-wrap:anywhere]">
                {each.file.name}: {each.reason}
              </p>
              {each.canRetry && (
                <button
                  type="button"
                  aria-label={`Try again with ${each.file.name}`}
                  className={button.quiet}
                  onClick={() => tryAgain(each)}
                >
                  Try again
                </button>
              )}
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
          {count > 0 && <p>{count === 1 ? 'The picture shown here stays.' : 'The pictures shown here stay.'}</p>}
        </div>
      )}
    </>
  )
}
