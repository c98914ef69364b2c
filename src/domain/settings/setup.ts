import { type Static, Type } from 'typebox'
import { literals } from '../schema.ts'

/** The services that the shop uses. */
export const serviceIds = ['payments', 'email', 'pictures', 'backups'] as const
export type ServiceId = (typeof serviceIds)[number]

/** A service with the environment variables that set it up; never a value. */
export const Service = Type.Object({
  id: literals(serviceIds),
  /** Whether a real shop can sell with it. */
  isReady: Type.Boolean(),
  sentence: Type.String({ description: 'The state of the service' }),
  variables: Type.Array(Type.Object({ name: Type.String(), isSet: Type.Boolean() })),
})
export type Service = Static<typeof Service>

/** `incomplete`: nothing is wrong, but more is needed for a real shop, or it has not ended yet. */
export const TryOutcome = literals(['works', 'incomplete', 'fails'])
/** What happened when a service was tried. */
export const TryResult = Type.Object({
  outcome: TryOutcome,
  sentence: Type.String(),
  url: Type.Optional(Type.String({ description: 'The page on which the test payment is paid' })),
})
export type TryResult = Static<typeof TryResult>

/** Something that has to be right before the shop sells. */
export const ChecklistItem = Type.Object({
  id: Type.String(),
  isDone: Type.Boolean(),
  sentence: Type.String({ description: 'What would go wrong if the shop sold today, or how it is' }),
  link: Type.Optional(Type.String({ description: 'The page of the dashboard on which it is changed' })),
})
export type ChecklistItem = Static<typeof ChecklistItem>

/** The steps in which a new shop is set up. */
export const firstRunSteps = ['name', 'address', 'product', 'delivery', 'payments', 'email', 'go-live'] as const
export type FirstRunStep = (typeof firstRunSteps)[number]
export const FirstRunStepName = literals(firstRunSteps)
export const StepState = literals(['done', 'skipped', 'open'])
export type StepState = Static<typeof StepState>

export const FirstRun = Type.Object({
  steps: Type.Object({
    name: StepState,
    address: StepState,
    product: StepState,
    delivery: StepState,
    payments: StepState,
    email: StepState,
    'go-live': StepState,
  }),
  isHidden: Type.Boolean({ description: 'The owner does not want to see the card on the dashboard' }),
  isNew: Type.Boolean({ description: 'The shop was started empty, and nobody has begun to set it up' }),
})
export type FirstRun = Static<typeof FirstRun>
