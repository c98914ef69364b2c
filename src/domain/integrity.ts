import { type Static, Type } from 'typebox'
import { ClockState } from './clock-state.ts'
import { literals } from './schema.ts'

/** One record that violates a rule. */
const Break = Type.Object({
  /** Names the record and the mismatch, with the figures. */
  sentence: Type.String(),
  /** The page of the shop that shows the record. */
  link: Type.String(),
})
export type Break = Static<typeof Break>

/** The result of one rule. */
export const RuleResult = Type.Object({
  rule: Type.String(),
  /** The rule as a sentence. */
  sentence: Type.String(),
  /** The number of records that were checked. */
  checked: Type.Integer(),
  /** The number of records that violate it. */
  broken: Type.Integer(),
  /** The first hundred violations. */
  breaks: Type.Array(Break),
  /** Why the rule could not be checked. */
  unknown: Type.Optional(Type.String()),
  /** A harmless observation. */
  note: Type.Optional(Type.String()),
})
export type RuleResult = Static<typeof RuleResult>

/** The results of all rules. Times are ISO. */
export const Check = Type.Object({ checkedAt: Type.String(), rules: Type.Array(RuleResult) })
export type Check = Static<typeof Check>

/** When a job last succeeded, and whether it has failed since. */
const LastRun = Type.Object({
  succeededAt: Type.Optional(Type.String()),
  failed: Type.Optional(Type.Object({ at: Type.String(), why: Type.String() })),
})

/** The disk that holds the shop's data, and its database if that is on this machine. */
export const Disk = Type.Object({
  /** `low`: the owner should free space. `full`: nothing can be saved. */
  state: literals(['ok', 'low', 'full', 'unknown']),
  /** The free space of the fullest disk. */
  freeBytes: Type.Optional(Type.Integer()),
})
export type Disk = Static<typeof Disk>

/** How far the continuous archive of the embedded database is. Times are ISO. */
export const ArchiveState = Type.Object({
  /** `late`: something waits for minutes, or there is no fresh copy of the files. `failing`: a place does not take it. */
  state: literals(['off', 'ok', 'late', 'failing']),
  /** When the newest segment arrived. */
  shippedAt: Type.Optional(Type.String()),
  /** When the database's files were last copied. */
  copiedAt: Type.Optional(Type.String()),
  /** Files that wait on this machine. */
  waiting: Type.Optional(Type.Integer()),
  failing: Type.Optional(Type.Object({ since: Type.String(), why: Type.String() })),
})
export type ArchiveState = Static<typeof ArchiveState>

/** The last backup that was copied off this machine. Times are ISO. */
export const BackupCopy = Type.Object({
  /** `off`: there is no bucket. `none`: there is no backup yet. `late`: it is more than 25 hours old. */
  state: literals(['off', 'none', 'ok', 'late']),
  at: Type.Optional(Type.String()),
  file: Type.Optional(Type.String()),
  /** Where it is, such as `the bucket shop-archive`. */
  places: Type.Optional(Type.Array(Type.String())),
  /** Why the newest backup was not copied. */
  why: Type.Optional(Type.String()),
})
export type BackupCopy = Static<typeof BackupCopy>

/**
 * E-mails that the shop has given up: the recipient was refused, or the mail server did not accept them for five days.
 */
export const UndeliverableMail = Type.Object({
  total: Type.Integer(),
  /** The newest hundred. */
  emails: Type.Array(
    Type.Object({
      _id: Type.String(),
      kind: Type.String(),
      /** The recipient, empty if it was erased. */
      to: Type.String(),
      orderId: Type.Union([Type.String(), Type.Null()]),
      failedAt: Type.String(),
      /** The mail server's own message. */
      reason: Type.String(),
    }),
  ),
})
export type UndeliverableMail = Static<typeof UndeliverableMail>

/** The data of the Proof page: whether the shop's data is consistent and can be restored. */
export const Proof = Type.Object({
  /** A check is running. */
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
  /** A backup that was restored into an empty database and compared. */
  drill: Type.Object({
    ...LastRun.properties,
    ...Type.Partial(
      Type.Object({
        file: Type.String(),
        /** Off this machine, if it was brought back from there. */
        from: Type.String(),
        tables: Type.Integer(),
        rows: Type.Integer(),
        broken: Type.Integer(),
      }),
    ).properties,
  }),
  /** Once a month the whole database and the whole archive are read. */
  scrub: Type.Object({
    ...LastRun.properties,
    ...Type.Partial(Type.Object({ relations: Type.Integer(), files: Type.Integer(), pictures: Type.Integer() }))
      .properties,
  }),
  archive: ArchiveState,
  backupCopy: BackupCopy,
  disk: Disk,
  clock: ClockState,
  mail: UndeliverableMail,
})
export type Proof = Static<typeof Proof>

/** The number of records that violate any rule. */
export const brokenIn = ({ rules }: Pick<Check, 'rules'>): number => rules.reduce((sum, { broken }) => sum + broken, 0)

const dayMs = 24 * 60 * 60_000

/** Whether a nightly job has not succeeded for two days. `at` is an ISO time. */
export const isOverdue = (at: string, now: Date): boolean => +now - Date.parse(at) > 2 * dayMs
