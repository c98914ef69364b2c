// The parts of `begin_checkout` that find what an order costs. The rule is `costsOf` of the domain; a test compares them.
import { sqlFunction } from '../db/sql-function.ts'

const costsBody = `
begin
  discount := case kind
    when 'percent' then (eligible * value + 5000) / 10000
    when 'fixed' then least(value, eligible)
    else 0 end;
  delivery := case when kind = 'delivery' or goods - discount >= free_from then 0 else delivery_price end;
  total := goods - discount + delivery;
  tax := coalesce((2 * total * tax_bp + 10000 + tax_bp) / (2 * (10000 + tax_bp)), 0);
end`

/**
 * The parts of an amount, in cents. `eligible` are the goods that the code makes cheaper; without a code its kind is null, without
 * a limit free_from is null, without tax tax_bp is null.
 */
export const orderCostsFunction = sqlFunction(
  'order_costs',
  '(goods bigint, eligible bigint, kind text, value bigint, delivery_price bigint, free_from bigint, tax_bp bigint, out discount bigint, out delivery bigint, out tax bigint, out total bigint)',
  costsBody,
)

const discountBody = `
begin
  select * into discount from discount_code where discount_code.code = typed;
  if is_taking and found and (discount.max_uses is not null or discount.is_once) then
    perform from discount_code where id = discount.id for no key update;
    select * into discount from discount_code where id = discount.id;
  end if;
  refused := case
    when discount.id is null or not discount.is_active or discount.starts_at > at or discount.ends_at <= at then 'unknown'
    when discount.is_once and buyer is null then 'login'
    when discount.min_cents > goods then 'min'
    when discount.category <> all (categories) then 'category'
    when discount.is_once and exists (
      select from "order" where discount_code_id = discount.id and user_id = buyer
        and payment_state not in ('failed', 'expired', 'awaiting')
    ) then 'once'
    when (discount.is_once and is_taking and exists (
      select from "order" where discount_code_id = discount.id and user_id = buyer and payment_state = 'awaiting'
    )) or discount.max_uses <= (
      select count(*) from (
        select from "order" where discount_code_id = discount.id and payment_state not in ('failed', 'expired')
          and (is_taking or visitor is distinct from own_visitor)
        limit discount.max_uses
      ) use
    ) then 'taken'
  end;
end`

/**
 * Finds a discount code, and says why it cannot be used: a `CodeRefusal`, or null. Who takes it locks it when its uses are limited:
 * those who come at the same time wait for each other, and the later one sees the earlier one's order. An order that ended unpaid
 * does not count, so nothing has to be given back. Who only asks does not count their own waiting orders: a checkout closes them.
 */
export const findDiscountFunction = sqlFunction(
  'find_discount',
  '(typed text, buyer uuid, own_visitor text, goods bigint, categories text[], at timestamptz, is_taking boolean, out discount discount_code, out refused text)',
  discountBody,
)

/** Finds the discount of the order, and the parts of its amount. */
export const findCosts = `
  if checkout.code is not null then
    select * into answer from ${findDiscountFunction.name}(
      checkout.code, checkout.user_id, checkout.visitor, total,
      array(select category from json_to_recordset(sold) as line (category text)), checkout.ordered_at, true
    );
    discount := answer.discount;
    refused := answer.refused;
    if refused is not null then
      refused_min := discount.min_cents;
      refused_category := discount.category;
      return;
    end if;
  end if;
  select * into costs from ${orderCostsFunction.name}(
    total,
    case when discount.category is null then total else (
      select coalesce(sum("priceCents"::bigint * quantity), 0)::bigint
      from json_to_recordset(sold) as line ("priceCents" integer, quantity integer, category text)
      where category = discount.category
    ) end,
    discount.kind, discount.value, checkout.delivery_cents, checkout.free_from_cents, checkout.tax_bp
  );
  if costs.total = 0 then
    refused := 'nothing';
    return;
  end if;
`

/** Adds to each line of `sold` its part of the discount: whole cents, and the remaining ones to the largest remainders. */
export const splitDiscount = `
  if costs.discount > 0 then
    select json_agg(line order by position) into sold from (
      select line.*, coalesce(
        floor(costs.discount * eligible / whole) + (row_number() over (order by costs.discount * eligible % whole desc, position)
          <= costs.discount - sum(floor(costs.discount * eligible / whole)) over ())::integer, 0) as "discountCents"
      from (
        select line.*, eligible, sum(eligible) over () as whole
        from json_to_recordset(sold) as line (position integer, id uuid, name text, "priceCents" integer, "imageId" text,
            quantity integer, "variantId" uuid, size text, sku text, color text, category text, "onHand" integer, held integer),
          lateral (select case when discount.category is null or category = discount.category
            then "priceCents"::numeric * quantity else 0 end as eligible) share
      ) line
    ) line;
  end if;
`
