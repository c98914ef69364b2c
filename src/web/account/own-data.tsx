import { Download } from 'lucide'
import { type ReactNode, useState } from 'react'
import type { User } from '#domain/users/user.ts'
import { formErrorOf } from '../session/form-error.ts'
import { toast } from '../ui/feedback/toast.tsx'
import { button } from '../ui/form/button.ts'
import { Icon } from '../ui/icon.tsx'
import { EraseDialog } from './erase-dialog.tsx'
import { useFetchMyDataMutation } from './own-data-api.ts'

/** Lets a user download their personal data or erase the account. */
export function OwnData({ user }: { user: User }) {
  const [isErasing, setIsErasing] = useState(false)
  return (
    <section aria-labelledby="data-title" className="mt-12">
      <h2 id="data-title" className="mb-6 text-2xl">
        Your data
      </h2>
      <div className="divide-y divide-line rounded-card border border-line bg-paper px-5 sm:px-6">
        <Offer title="Take it with you" text="One file with all that we know about you, for you or for a program.">
          <DownloadMyData />
        </Offer>
        <Offer
          title="Erase your account"
          text={
            user.role === 'admin'
              ? 'An admin’s account cannot be erased: another admin must make it a user’s account first.'
              : 'For good. Orders stay in our books and reviews on their pages, without you.'
          }
        >
          {user.role !== 'admin' && (
            <button type="button" className={button.quiet} onClick={() => setIsErasing(true)}>
              Erase my account
            </button>
          )}
        </Offer>
      </div>
      <EraseDialog open={isErasing} onClose={() => setIsErasing(false)} user={user} />
    </section>
  )
}

function Offer({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-4 py-5">
      <div className="min-w-[min(16rem,100%)] flex-1">
        <h3 className="text-lg">{title}</h3>
        <p className="mt-1 max-w-prose text-sm text-stone leading-relaxed">{text}</p>
      </div>
      {children}
    </div>
  )
}

function DownloadMyData() {
  const [fetchMyData, { isLoading }] = useFetchMyDataMutation()

  async function save() {
    if (isLoading) return
    const { data: address, error } = await fetchMyData()
    if (address === undefined) return toast.alert(`The file was not made. ${formErrorOf(error)}`)
    const link = document.createElement('a')
    link.href = address
    link.download = 'my-data.json'
    link.click()
    URL.revokeObjectURL(address)
    toast.say('Your file is saved.')
  }

  return (
    <button type="button" className={button.quiet} aria-disabled={isLoading} onClick={save}>
      <Icon of={Download} className="size-4" />
      {isLoading ? 'Preparing…' : 'Download my data'}
    </button>
  )
}
