import path from 'node:path'

/** How the owner calls a command: deploy/shop sets its own name where the shop runs as a service. */
export const typed = process.env.SHOP_COMMAND ?? 'npm run shop --'

/** Resolves a file name in the folder of the owner, because deploy/shop and npm change the current folder. */
export const fileOf = (name: string): string =>
  path.resolve(process.env.SHOP_FOLDER ?? process.env.INIT_CWD ?? '', name)
