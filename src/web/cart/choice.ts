import { useState } from 'react'
import { storage } from '../storage.ts'

/** What this browser has chosen for its cart: where and how it is delivered, and a discount code. */
export interface CartChoice {
  country?: string
  method?: string
  code?: string
}

const key = 'cart-choice'

/** The choice, which this browser remembers, and a function that changes parts of it. */
export function useChoice(): [CartChoice, (changes: CartChoice) => void] {
  const [choice, setChoice] = useState(read)
  return [
    choice,
    changes => {
      const next = { ...choice, ...changes }
      storage.write(key, JSON.stringify(next))
      setChoice(next)
    },
  ]
}

/** The discount code was used: the next order begins without one. */
export function forgetCode(): void {
  storage.write(key, JSON.stringify({ ...read(), code: undefined }))
}

function read(): CartChoice {
  try {
    const { country, method, code } = JSON.parse(storage.read(key) ?? '{}')
    return {
      ...(/^[A-Z]{2}$/.test(country) && { country }),
      ...(typeof method === 'string' && { method }),
      ...(typeof code === 'string' && { code }),
    }
  } catch {
    return {} // not written by this code
  }
}
