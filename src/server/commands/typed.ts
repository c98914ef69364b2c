/** What the owner types before a command: deploy/shop, where a service has it, says its own name. */
export const typed = process.env.SHOP_COMMAND ?? 'npm run shop --'
