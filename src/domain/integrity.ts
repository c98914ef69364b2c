import { type Static, Type } from 'typebox'
import { literals } from './schema.ts'

/** One record that breaks a rule. */
const Break = Type.Object({
  /** What the record is and what does not fit, with the figures. */
  sentence: Type.String(),
  /** Where in this shop it can be looked at. */
  link: Type.String(),
})
export type Break = Static<typeof Break>

/** What came of one rule. */
export const RuleResult = Type.Object({
  rule: Type.String(),
  /** What always holds. */
  sentence: Type.String(),
  /** How many records were looked at. */
  checked: Type.Integer(),
  /** How many of them break it. */
  broken: Type.Integer(),
  /** The first hundred of them. */
  breaks: Type.Array(Break),
  /** Why nobody knows whether it holds. */
  unknown: Type.Optional(Type.String()),
  /** What was seen beside it, and does no harm. */
  note: Type.Optional(Type.String()),
})
export type RuleResult = Static<typeof RuleResult>

/** Whether everything in the shop is as it must be. Times are ISO. */
export const Check = Type.Object({ checkedAt: Type.String(), rules: Type.Array(RuleResult) })
export type Check = Static<typeof Check>

/** When a job last succeeded, and whether it has failed since. */
const LastRun = Type.Object({
  succeededAt: Type.Optional(Type.String()),
  failed: Type.Optional(Type.Object({ at: Type.String(), why: Type.String() })),
})

/** Where the shop keeps its data, and its database if that is on this machine. */
export const Disk = Type.Object({
  /** `low`: somebody should make room. `full`: nothing can be saved. */
  state: literals(['ok', 'low', 'full', 'unknown']),
  /** Where there is least of it. */
  freeBytes: Type.Optional(Type.Integer()),
})
export type Disk = Static<typeof Disk>

/** E-mails that were given up: the recipient was refused, or the mail server did not take them for five days. */
export const UndeliverableMail = Type.Object({
  total: Type.Integer(),
  /** The newest hundred of them. */
  emails: Type.Array(
    Type.Object({
      _id: Type.String(),
      kind: Type.String(),
      /** The recipient, empty when nobody knows any more. */
      to: Type.String(),
      orderId: Type.Union([Type.String(), Type.Null()]),
      failedAt: Type.String(),
      /** In the words of the mail server. */
      reason: Type.String(),
    }),
  ),
})
export type UndeliverableMail = Static<typeof UndeliverableMail>

/** What shows that the shop could be trusted with everything, and brought back. */
export const Proof = Type.Object({
  /** A check is under way. */
  isChecking: Type.Boolean(),
  check: Type.Object({ ...LastRun.properties, ...Type.Partial(Check).properties }),
  backup: Type.Object({
    ...LastRun.properties,
    ...Type.Partial(
      Type.Object({
        file: Type.String(),
        bytes: Type.Integer(),
        rows: Type.Integer(),
        images: Type.Integer(),
        missingImages: Type.Integer(),
      }),
    ).properties,
  }),
  /** A backup restored into an empty place, and compared. */
  drill: Type.Object({
    ...LastRun.properties,
    ...Type.Partial(
      Type.Object({ file: Type.String(), tables: Type.Integer(), rows: Type.Integer(), broken: Type.Integer() }),
    ).properties,
  }),
  disk: Disk,
  mail: UndeliverableMail,
})
export type Proof = Static<typeof Proof>

/** How many records break a rule in all. */
export const brokenIn = ({ rules }: Pick<Check, 'rules'>): number => rules.reduce((sum, { broken }) => sum + broken, 0)

const dayMs = 24 * 60 * 60_000

/** Whether what happens every night has not happened for two days. `at` is an ISO time. */
export const isOverdue = (at: string, now: Date): boolean => +now - Date.parse(at) > 2 * dayMs
