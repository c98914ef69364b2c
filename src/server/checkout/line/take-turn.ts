import { tags } from '../../cache/tags.ts'
import type { Db } from '../../db/connection.ts'
import { run } from '../../db/raw-query.ts'
import { sqlFunction } from '../../db/sql-function.ts'

/** Who has not asked for so long has lost the place. A browser lets a page in the background ask once a minute. */
export const placeSeconds = 90
/** Who has asked within this time is expected to ask again; it is more than the longest Retry-After. Others hold up nobody. */
const expectedSeconds = 15
/** More buyers get no place. */
export const maxPlaces = 10_000

/** A buyer who asks for a place. */
export interface Asker {
  who: string
  /** The hash of the network, in hexadecimal digits. */
  address: string
  /** The variants in the cart. */
  wants: string[]
}

export interface LinePlace {
  who: string
  place: number
  /** How many buyers it is to the front, with this one. */
  rank: number
  /**
   * The same without those who hold up nobody: who has stopped asking loses the place later, and who wants something of which no piece
   * is free is told so when they ask again.
   */
  expectedRank: number
}

export interface LineTurn {
  /** How many wait, in all processes. */
  length: number
  /** How many of them were there at the turn before. */
  remaining: number
  /** The last place that was ever given, for the next turn. */
  last: number
  /** Those of the askers, of whom some may have no place. */
  places: LinePlace[]
}

interface TurnRequest {
  asked: Asker[]
  /** The places of buyers who have their answer. */
  served: number[]
  /** `LineTurn.last` of this process's turn before. */
  last: number
  maxOfAddress: number
}

/**
 * One turn of one process, for all its buyers together. The lock lets one process at a time do so: places are given in the order in
 * which buyers ask. The time is the database's, because the clocks of several machines differ.
 */
const body = `
declare
  at timestamptz;
  length_before integer;
begin
  perform pg_advisory_xact_lock(hashtextextended('checkout line', 0));
  at := clock_timestamp();
  delete from checkout_line
  where seen_at < at - interval '${placeSeconds} seconds' or checkout_line.place = any (served);
  select count(*) into length_before from checkout_line;
  if length_before >= ${maxPlaces} then
    delete from checkout_line where seen_at < at - interval '${expectedSeconds} seconds';
    select count(*) into length_before from checkout_line;
  end if;
  update checkout_line set seen_at = at, wants = asker.wants
  from (select distinct on (who) who, wants from jsonb_to_recordset(asked) as asker (who text, wants uuid[])) asker
  where checkout_line.who = asker.who;
  insert into checkout_line (who, address, wants, seen_at)
  select who, decode(address, 'hex'), wants, at
  from (
    select distinct on (who) who, address, wants, n
    from rows from (jsonb_to_recordset(asked) as (who text, address text, wants uuid[]))
      with ordinality asker (who, address, wants, n)
    order by who, n
  ) asker
  where not exists (select from checkout_line known where known.who = asker.who)
    and (select count(*) from checkout_line known where known.address = decode(asker.address, 'hex')) < max_of_address
  order by n limit greatest(0, ${maxPlaces} - length_before);
  select count(*), count(*) filter (where checkout_line.place <= last_known), coalesce(max(checkout_line.place), last_known)
  into length, remaining, last from checkout_line;
  select coalesce(json_agg(line), '[]') into places
  from (
    select who, checkout_line.place, row_number() over before as rank,
      count(*) filter (where seen_at > at - interval '${expectedSeconds} seconds' and blocked is null) over before as "expectedRank"
    from checkout_line left join (
      select distinct waiting.who as blocked
      from checkout_line waiting cross join unnest(wants) wanted join stock on variant_id = wanted
      where on_hand = held
    ) gone on blocked = who
    window before as (order by checkout_line.place rows unbounded preceding)
  ) line
  where who in (select who from jsonb_to_recordset(asked) as asker (who text));
  if length_before = 0 and length > 0 then
    perform pg_notify('shop_changed', '${tags.checkoutLine}');
  end if;
end`

const signature =
  '(asked jsonb, served bigint[], last_known bigint, max_of_address integer, out length integer, out remaining integer, out last bigint, out places json)'

/** The function in which a process takes its turn. */
export const takeTurnFunction = sqlFunction('take_turn', signature, body)

const statement = `select * from ${takeTurnFunction.name}($1::jsonb, $2::bigint[], $3::bigint, $4::integer)`

/** Gives places to all who ask, removes who has been served or has stopped asking, and says who is where. */
export async function takeTurn(db: Db, { asked, served, last, maxOfAddress }: TurnRequest): Promise<LineTurn> {
  const [turn] = await run<LineTurn>(db, statement, [JSON.stringify(asked), served, last, maxOfAddress])
  if (!turn) throw new Error('The database gave no turn')
  return turn
}

/** Whether the line has begun. */
export async function isAnybodyWaiting(db: Db): Promise<boolean> {
  return (await db.selectFrom('checkout_line').select('place').limit(1).execute()).length > 0
}
