import { type FormEvent, useEffect, useId, useState } from 'react'
import { fitKinds, fits, readFits } from '#domain/products/size.ts'
import { useUser } from '../../session/use-user.ts'
import { Dialog } from '../../ui/feedback/dialog.tsx'
import { button } from '../../ui/form/button.ts'
import { choice } from '../../ui/form/choice.ts'
import { useLazyOwnSizesQuery, useSaveOwnSizesMutation } from './api.ts'
import { readOwnSizes, writeOwnSizes } from './own-sizes-storage.ts'

interface OwnSizesDialogProps {
  open: boolean
  onClose: () => void
  /** Gets the chosen sizes, undefined for none. */
  onSaved: (sizes: string[] | undefined) => void
}

const kinds = fitKinds.filter(kind => kind !== 'One size')

/** The sizes that somebody wears, kept in this browser and, for who wishes, in the account. */
export function OwnSizesDialog({ open, onClose, onSaved }: OwnSizesDialogProps) {
  const user = useUser()
  const titleId = useId()
  const [chosen, setChosen] = useState<string[]>([])
  const [inAccount, setInAccount] = useState(false)
  const [error, setError] = useState('')
  const [readAccount] = useLazyOwnSizesQuery()
  const [save, { isLoading }] = useSaveOwnSizesMutation()

  useEffect(() => {
    if (!open) return
    setChosen(readOwnSizes())
    setError('')
    if (!user) return
    readAccount().then(({ data }) => {
      if (!data || data.sizes.length === 0) return
      setInAccount(true)
      setChosen(here => (here.length > 0 ? here : data.sizes))
    })
  }, [open, user, readAccount])

  async function submit(event: FormEvent) {
    event.preventDefault()
    const sizes = readFits(chosen.join())
    writeOwnSizes(sizes ?? [])
    if (user) {
      const { error } = await save({ sizes: inAccount && sizes ? sizes : [] })
      if (error) return setError('Your sizes are kept in this browser, but not in your account. Please try again.')
    }
    onSaved(sizes)
  }
  const toggle = (code: string) =>
    setChosen(all => (all.includes(code) ? all.filter(each => each !== code) : [...all, code]))

  return (
    <Dialog
      open={open}
      onClose={onClose}
      labelledBy={titleId}
      className="m-auto w-[min(32rem,calc(100vw-2.5rem))] rounded-card border border-line bg-paper p-0 text-ink dark:border-edge"
    >
      <form onSubmit={submit} className="p-6 sm:p-8">
        <h2 id={titleId} className="text-2xl">
          My sizes
        </h2>
        <p className="mt-2 text-sm text-stone leading-relaxed">
          The switch “In my size” shows what can be bought in one of these, and what comes in one size. This browser
          keeps them.
        </p>
        {kinds.map(kind => (
          <fieldset key={kind} className="mt-6">
            <legend className="text-sm">{kind}</legend>
            <div className="mt-2 grid grid-cols-[repeat(auto-fill,minmax(4.25rem,1fr))] gap-2">
              {fits
                .filter(fit => fit.kind === kind)
                .map(({ code, label, also }) => (
                  <label key={code} title={also.join(', ')} className={`${choice} border-edge`}>
                    <input
                      type="checkbox"
                      checked={chosen.includes(code)}
                      onChange={() => toggle(code)}
                      aria-label={[label, ...also].join(', ')}
                      className="absolute inset-0 cursor-pointer opacity-0"
                    />
                    {label}
                    {kind === 'Clothes' && <span className="text-[0.6875rem] empty:hidden">{also[0]}</span>}
                  </label>
                ))}
            </div>
          </fieldset>
        ))}
        {user && (
          <label className="mt-6 flex min-h-11 items-center gap-3 text-sm">
            <input
              type="checkbox"
              checked={inAccount}
              onChange={event => setInAccount(event.target.checked)}
              className="size-5 accent-ink"
            />
            Keep them in my account, too
          </label>
        )}
        {error && (
          <p role="alert" className="mt-4 text-danger text-sm">
            {error}
          </p>
        )}
        <div className="mt-6 flex flex-wrap gap-3">
          <button type="submit" disabled={isLoading} className={`${button.primary} flex-1`}>
            {chosen.length > 0 ? 'Show what fits' : 'Keep no sizes'}
          </button>
          <button type="button" onClick={onClose} className={button.quiet}>
            Cancel
          </button>
        </div>
      </form>
    </Dialog>
  )
}
