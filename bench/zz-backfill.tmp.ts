import { openFilledShop } from './filled-shop.ts'
let t = performance.now()
const shop = await openFilledShop(1_000_000, 1_000)
console.log('filled', Math.round(performance.now() - t))
console.log('plain restart', Math.round(await shop.restart()))
await shop.query('set session_replication_role = replica').catch(console.error)
await shop.query(`do $$ begin set local session_replication_role = replica; set local statement_timeout = 0; update order_line set variant_id = null; alter table order_line drop constraint order_line_variant_id_fkey; delete from variant; alter table order_line add foreign key (variant_id) references variant; end $$`)
await shop.query(`insert into variant_backfill values ('00000000-0000-0000-0000-000000000000')`)
console.log(await shop.query('select count(*) from variant'))
await shop.query('vacuum analyze variant')
console.log('restart with backfill', Math.round(await shop.restart()))
t = performance.now()
for (;;) {
  const [row] = await shop.query<{ n: string; left: string }>('select (select count(*) from variant) as n, (select count(*) from variant_backfill) as left')
  console.log(Math.round(performance.now() - t), row)
  if (row?.left === '0') break
  await new Promise(r => setTimeout(r, 1000))
}
await shop.remove()
