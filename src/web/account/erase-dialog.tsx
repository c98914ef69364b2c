import { useEffect, useId, useRef, useState } from 'react'
import type { User } from '#domain/users/user.ts'
import { Dialog } from '../ui/feedback/dialog.tsx'
import { button } from '../ui/form/button.ts'
import { EraseForm } from './erase-form.tsx'

interface EraseDialogProps {
  open: boolean
  onClose: () => void
  user: User
}

/** Says what is erased and what stays, then asks for the password. */
export function EraseDialog({ open, onClose, user }: EraseDialogProps) {
  const id = useId()
  return (
    <Dialog
      open={open}
      onClose={onClose}
      labelledBy={id}
      isForm
      className="m-auto w-[min(34rem,calc(100vw-min(2rem,8.5vw)))] rounded-card border border-line bg-paper p-0 text-ink dark:border-edge"
    >
      {open && <Steps titleId={id} onClose={onClose} user={user} />}
    </Dialog>
  )
}

function Steps({ titleId, onClose, user }: Omit<EraseDialogProps, 'open'> & { titleId: string }) {
  const [isSure, setIsSure] = useState(false)
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (!isSure) title.current?.focus()
  }, [isSure])
  return (
    <div className="p-[min(1.5rem,6.2vw)] sm:p-8">
      <h2 ref={title} id={titleId} tabIndex={-1} className="mb-4 text-2xl">
        {isSure ? 'Your password, to be sure' : 'Erase your account?'}
      </h2>
      {isSure ? (
        <EraseForm user={user} onBack={() => setIsSure(false)} />
      ) : (
        <>
          <WhatHappens />
          <div className="mt-8 flex flex-wrap justify-end gap-3">
            <button type="button" className={button.quiet} onClick={onClose}>
              Keep my account
            </button>
            <button type="button" className={button.primary} onClick={() => setIsSure(true)}>
              Continue
            </button>
          </div>
        </>
      )}
    </div>
  )
}

const list = 'mt-2 list-disc space-y-1.5 pl-5 text-sm leading-relaxed marker:text-stone'

const WhatHappens = () => (
  <>
    <h3 className="text-base">What goes</h3>
    <ul className={list}>
      <li>your name, e-mail address, password, picture and all else in your profile</li>
      <li>the names, addresses, telephone numbers and e-mail addresses of your orders</li>
      <li>every place where you are signed in, and the letters that we sent you or were about to send</li>
    </ul>
    <h3 className="mt-5 text-base">What stays</h3>
    <ul className={list}>
      <li>your orders in our books: what was bought, when, and for how much, without you</li>
      <li>what you wrote in reviews, by ‘Deleted user’</li>
      <li>our backups, until they are deleted: after about two weeks</li>
      <li>
        what our payment provider knows, and what you wrote to us in the contact form: please write to us about that
      </li>
    </ul>
    <p className="mt-5 text-sm leading-relaxed">
      Nobody can undo it, not even we. An order that is on its way has to arrive first.
    </p>
  </>
)
