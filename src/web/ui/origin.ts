import { createContext } from 'react'

/** The shop's own address without a path, such as https://vitrine.example: for links that are used outside the shop. */
export const OriginContext = createContext('')
