import { type ChangeEvent, type FormEvent, useRef, useState } from 'react'
import { goodLines, maxParcelRows, type ParcelList, parcelColumns } from '#domain/shipments/bulk.ts'
import { formErrorOf } from '../session/form-error.ts'
import { toast } from '../ui/feedback/toast.tsx'
import { button, textLink } from '../ui/form/button.ts'
import { Field } from '../ui/form/field.tsx'
import { useSendParcelListMutation } from './api.ts'
import { ParcelListPreview } from './parcel-list-preview.tsx'

/** A list of parcels to paste or choose, the preview of what it does, and its confirmation. */
export function ParcelListForm() {
  const [send, { isLoading }] = useSendParcelListMutation()
  const [error, setError] = useState('')
  const [shown, setShown] = useState<{ csv: string; list: ParcelList }>()
  const text = useRef<HTMLTextAreaElement>(null)

  async function ask(csv: string, confirmed?: number[]) {
    if (isLoading) return
    setError('')
    const { data: list, error: problem } = await send({ csv, confirmed })
    if (!list) {
      console.info('The list was not sent', problem)
      return setError(formErrorOf(problem))
    }
    setShown({ csv, list })
    if (list.isDone) toast.say(list.sent === 1 ? '1 parcel sent' : `${list.sent} parcels sent`)
  }

  function preview(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const csv = text.current?.value ?? ''
    if (csv.trim() === '') return setError('Paste a list or choose a file first.')
    ask(csv)
  }

  async function choose({ currentTarget: input }: ChangeEvent<HTMLInputElement>) {
    const [file] = input.files ?? []
    const csv = await file?.text()
    input.value = '' // so that the same file can be chosen again once it is corrected
    if (csv === undefined || !text.current) return
    text.current.value = csv.replace('\ufeff', '')
    ask(csv)
  }

  return (
    <div className="flex max-w-4xl flex-col gap-6">
      <p className="max-w-2xl leading-relaxed">
        A list has the columns {parcelColumns.join(', ')}: the number or the id of an order, the carrier, the tracking
        number, and a link, which may be missing. At most {maxParcelRows} rows. Nothing is sent before you have seen
        what it does.
      </p>
      <a href="/api/shipments/to-send" download className={`${textLink} self-start`}>
        Download the orders to send as a list
      </a>
      <form onSubmit={preview} noValidate className="flex flex-col gap-4">
        <label className="flex flex-col gap-1.5 text-sm">
          File
          <input
            type="file"
            accept=".csv,text/csv,text/plain"
            onChange={choose}
            className="block w-full text-sm file:mr-3 file:min-h-11 file:rounded-control file:border file:border-line file:border-solid file:bg-paper file:px-4 file:text-ink"
          />
        </label>
        <Field
          as="textarea"
          ref={text}
          label="Or paste the list"
          name="csv"
          rows={6}
          spellCheck={false}
          placeholder={`${parcelColumns.join(',')}\n1042,DHL,00340434161094042557,`}
          onChange={() => setShown(undefined)}
        />
        {error !== '' && (
          <p role="alert" className="border-danger border-l-2 pl-3 text-danger text-sm">
            {error}
          </p>
        )}
        <button type="submit" className={`${button.quiet} self-start`} aria-disabled={isLoading}>
          {isLoading ? 'Reading…' : 'Preview'}
        </button>
      </form>
      {shown && (
        <ParcelListPreview
          list={shown.list}
          isBusy={isLoading}
          onConfirm={() => ask(shown.csv, goodLines(shown.list.rows))}
        />
      )}
    </div>
  )
}
