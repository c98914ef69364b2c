import { v5 } from 'uuid'

const namespace = '6f1c1a52-9a0e-4c5b-8d53-3f8b0a7d2c11'

/** The same thing has the same id in every demo shop. */
export const idOf = (kind: string, name: string | number) => v5(`${kind}:${name}`, namespace)
