import type { ShownCategory } from '#domain/settings/shown.ts'

/** The category of an address, also of a former one, which is not its own. */
export function categoryAt(categories: readonly ShownCategory[], name: string): ShownCategory | undefined {
  const address = name.toLowerCase()
  return categories.find(each => each.address === address) ?? categories.find(({ former }) => former.includes(address))
}

export const isFormer = ({ address }: ShownCategory, name: string) => address !== name.toLowerCase()
