import { createContext } from 'react'

/** Marks the page's own inline scripts while the server renders; empty in the browser. */
export const NonceContext = createContext('')
