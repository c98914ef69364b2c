import path from 'node:path'

/** What the owner types before a command: deploy/shop, where a service has it, says its own name. */
export const typed = process.env.SHOP_COMMAND ?? 'npm run shop --'

/** The file that the owner means: a relative name begins in the folder they are in, which deploy/shop and npm have left. */
export const fileOf = (name: string): string =>
  path.resolve(process.env.SHOP_FOLDER ?? process.env.INIT_CWD ?? '', name)
