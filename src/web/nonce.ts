import { createContext } from 'react'

/** Marks the page's own inline scripts while the server renders; empty in the browser, null when they need not be rendered. */
export const NonceContext = createContext<string | null>('')
