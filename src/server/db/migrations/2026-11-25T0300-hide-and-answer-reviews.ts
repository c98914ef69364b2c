import { type Kysely, sql } from 'kysely'

/**
 * An admin can hide a review and answer it. The new columns are empty for the release before, which goes on showing every
 * review.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table review
      add column hidden_at timestamptz,
      add column answer text,
      add column answered_at timestamptz,
      add constraint review_answer_check check ((answer is null) = (answered_at is null))`.execute(db)
  await sql`create index on review (product_id, rating) where hidden_at is null`.execute(db)
  await sql`create index on review (created_at desc, id desc)`.execute(db)
  await sql`create index on review (created_at desc, id desc) where hidden_at is not null`.execute(db)
  await sql`create index on review using gin (comment gin_trgm_ops)`.execute(db)
  await sql`
    alter table audit
      drop constraint audit_record_check,
      add constraint audit_record_check check (record in ('user', 'product', 'order', 'import', 'message', 'review'))`.execute(
    db,
  )

  // A product's page says whose author has bought it: an order that becomes paid or no longer is, or a guest's that becomes a
  // user's, changes the pages of those of its products that its buyer has reviewed, which are mostly none.
  await sql`
    create function tell_bought_reviews() returns trigger language plpgsql as $$
    begin
      perform tell_changes(array(
        select distinct 'reviews:' || review.product_id
        from order_line join review on review.product_id = order_line.product_id and review.user_id = new.user_id
        where order_line.order_id = new.id limit 101
      ));
      return null;
    end $$`.execute(db)
  await sql`create trigger order_of_reviewer_is_told after update of payment_state, deleted_at, user_id on "order"
    for each row when (new.user_id is not null
      and (old.user_id = new.user_id and old.payment_state = 'paid' and old.deleted_at is null)
      is distinct from (new.payment_state = 'paid' and new.deleted_at is null))
    execute function tell_bought_reviews()`.execute(db)
}
