import { useState } from 'react'
import { button } from './button.ts'

/** Copies a text, and reports below its row whether the browser allowed it. */
export function CopyButton({ text, children }: { text: string; children: string }) {
  const [announced, setAnnounced] = useState('')

  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      setAnnounced('Copied.')
    } catch (error) {
      console.info('Copying failed', error)
      setAnnounced('This browser does not let us copy: please select the text and copy it yourself.')
    }
  }

  return (
    <>
      <button type="button" className={button.quiet} onClick={copy}>
        {children}
      </button>
      <span role="status" className="order-last basis-full text-sm text-stone">
        {announced}
      </span>
    </>
  )
}
