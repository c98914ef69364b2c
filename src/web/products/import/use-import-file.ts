import { useEffect, useRef, useState } from 'react'
import { useStore } from 'react-redux'
import { maxImportBytes } from '#domain/products/product-import.ts'
import { checkSession } from '../../session/check.ts'
import { formErrorOf } from '../../session/form-error.ts'
import type { Store } from '../../store.ts'
import { sendImport } from './send-import.ts'

type Sending =
  | { state: 'idle' }
  /** `part` goes from 0 to 1; afterwards the shop still checks the rest of the file. */
  | { state: 'sending'; name: string; part: number }
  | { state: 'failed'; name: string; reason: string }

/** Uploads one file of products: exactly one; several are rejected. Leaving the page aborts it. */
export function useImportFile(onRead: (id: string) => void) {
  const [sending, setSending] = useState<Sending>({ state: 'idle' })
  const page = useRef<AbortController>(undefined)
  const store = useStore() as Store

  useEffect(() => {
    const open = new AbortController()
    page.current = open
    return () => open.abort()
  }, [])

  async function take(files: FileList) {
    const [file, ...others] = files
    const signal = page.current?.signal
    if (!file || !signal || sending.state === 'sending') return
    const { name } = file
    const fail = (reason: string) => setSending({ state: 'failed', name, reason })
    if (others.length > 0) return fail('Please choose one file only: of several, none is read.')
    if (file.size > maxImportBytes) return fail(`A file can have at most ${maxImportBytes / 2 ** 20} MB.`)
    setSending({ state: 'sending', name, part: 0 })
    const { data, error } = await sendImport(file, signal, part => setSending({ state: 'sending', name, part }))
    if (signal.aborted) return
    if (data) return onRead(data._id)
    console.info('The file was not read', error)
    fail(formErrorOf(error))
    if (error.status === 401 || error.status === 403) await checkSession(store)
  }

  return { sending, take }
}
