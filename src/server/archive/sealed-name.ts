/** What a sealed file is called: its name, and the SHA-256 of its bytes in hex. */
export interface SealedName {
  name: string
  hash: string
}

export const sealedName = ({ name, hash }: SealedName): string => `${name}.${hash}.zst.age`

/** Reads the name of a sealed file; undefined for any other file. */
export function readSealedName(file: string): SealedName | undefined {
  const [, name, hash] = /^(.+)\.([0-9a-f]{64})\.zst\.age$/.exec(file) ?? []
  return name && hash ? { name, hash } : undefined
}
