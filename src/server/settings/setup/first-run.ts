import { sql } from 'kysely'
import { type FirstRun, type FirstRunStep, firstRunSteps, type StepState } from '#domain/settings/setup.ts'
import type { Db } from '../../db/connection.ts'

/** The row of `shop_setting` that holds how far the shop is set up. It is no section of the owner's. */
const section = 'first-run'

interface Stored {
  steps: Partial<Record<FirstRunStep, StepState>>
  isHidden: boolean
}

/** @param wasStartedEmpty whether the shop was started without the demo catalogue */
export async function readFirstRun(db: Db, wasStartedEmpty: boolean): Promise<FirstRun> {
  const { rows } = await sql<{ value: Stored | null; hasProducts: boolean }>`
    select (select value from shop_setting where section = ${section}) as value,
      exists (select from product) as "hasProducts"`.execute(db)
  const { value = null, hasProducts = true } = rows[0] ?? {}
  const steps = Object.fromEntries(firstRunSteps.map(step => [step, value?.steps[step] ?? 'open']))
  return {
    steps: steps as FirstRun['steps'],
    isHidden: value?.isHidden ?? false,
    isNew: wasStartedEmpty && value === null && !hasProducts,
  }
}

/** Saves the state of one step; the others stay as they are, also when two are saved at once. */
export async function saveStep(db: Db, step: FirstRunStep, state: StepState): Promise<void> {
  await save(
    db,
    { steps: { [step]: state }, isHidden: false },
    sql`
    jsonb_set(shop_setting.value, array['steps', ${step}::text], to_jsonb(${state}::text))`,
  )
}

/** Shows or hides the checklist on the dashboard; the first call begins the set-up. */
export async function saveIsHidden(db: Db, isHidden: boolean): Promise<void> {
  await save(
    db,
    { steps: {}, isHidden },
    sql`
    jsonb_set(shop_setting.value, array['isHidden'], to_jsonb(${isHidden}::boolean))`,
  )
}

async function save(db: Db, first: Stored, changed: ReturnType<typeof sql>): Promise<void> {
  await sql`
    insert into shop_setting (section, value, version) values (${section}, ${JSON.stringify(first)}::jsonb, 1)
    on conflict (section) do update set value = ${changed}, version = shop_setting.version + 1`.execute(db)
}
