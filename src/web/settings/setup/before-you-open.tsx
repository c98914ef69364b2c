import { useId, useState } from 'react'
import { formErrorOf } from '../../session/form-error.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { textLink } from '../../ui/form/button.ts'
import { Link } from '../../ui/link.tsx'
import { useChecklistQuery, useFirstRunQuery, useHideChecklistMutation } from './api.ts'
import { OpenItems } from './checklist.tsx'
import { whoSets } from './who-sets.ts'

/** The open items of the checklist, until there are none or the owner hides them. */
export function BeforeYouOpen() {
  const id = useId()
  const { data: items = [] } = useChecklistQuery(undefined, { refetchOnMountOrArgChange: true })
  const { data: firstRun } = useFirstRunQuery()
  const [hide] = useHideChecklistMutation()
  const [isHiding, setIsHiding] = useState(false)
  const open = items.filter(({ isDone }) => !isDone)
  if (open.length === 0 || !firstRun || firstRun.isHidden) return null

  async function handleHide() {
    if (isHiding) return
    setIsHiding(true)
    const { error } = await hide({ isHidden: true })
    if (error) toast.alert(formErrorOf(error))
    else toast.say('Hidden. You find the list under Settings, Services.')
    setIsHiding(false)
  }

  return (
    <section aria-labelledby={id} className="mt-12 rounded-card border border-line bg-paper p-4 sm:p-6">
      <h2 id={id} className="mb-1 text-2xl">
        Before you open
      </h2>
      <p className="mb-4 max-w-prose text-sm text-stone">What would go wrong if somebody bought today. {whoSets}</p>
      <OpenItems items={open} />
      <div className="mt-3 flex flex-wrap items-center justify-between gap-x-6">
        <Link to="/dashboard/first-run" className={textLink}>
          Set up the shop, step by step
        </Link>
        <button type="button" className={`${textLink} text-stone`} aria-disabled={isHiding} onClick={handleHide}>
          Hide this list
        </button>
      </div>
    </section>
  )
}
