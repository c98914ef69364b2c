import { useState } from 'react'
import { flushSync } from 'react-dom'
import { mailLink, phoneLink } from '#domain/settings/shown.ts'
import { useShop } from '../settings/api.ts'
import { button, textLink } from '../ui/form/button.ts'
import { ContactForm } from './contact-form.tsx'

/** The form, replaced by a thank-you message once it is sent. */
export function ContactDetails() {
  const { email, phone } = useShop()
  const [isSent, setIsSent] = useState(false)

  function writeAnother() {
    flushSync(() => setIsSent(false))
    document.querySelector<HTMLElement>('#letter [name=subject]')?.focus()
  }

  return (
    <div id="letter">
      <noscript>
        <p className="rounded-card border border-line bg-paper p-6 leading-relaxed">
          The form needs JavaScript, which is switched off in your browser. A letter to{' '}
          <a href={mailLink(email)} className={textLink}>
            {email}
          </a>
          {phone && (
            <>
              {' '}
              or a call to{' '}
              <a href={phoneLink(phone)} className={textLink}>
                {phone}
              </a>
            </>
          )}{' '}
          reaches us as well.
        </p>
      </noscript>
      {isSent ? (
        <div className="rounded-card border border-line bg-paper p-8">
          <h2 ref={takeFocus} tabIndex={-1} className="text-3xl outline-none">
            Thank you. Your message has reached us.
          </h2>
          <p className="mt-4 max-w-prose text-stone leading-relaxed">
            A person reads it, and answers to the address that you gave.
          </p>
          <button type="button" className={`${button.quiet} mt-6`} onClick={writeAnother}>
            Write another message
          </button>
        </div>
      ) : (
        <ContactForm onSent={() => setIsSent(true)} />
      )}
    </div>
  )
}

const takeFocus = (heading: HTMLElement | null) => heading?.focus()
