import { type Static, Type } from 'typebox'
import { literals } from '../schema.ts'

export const parcelColumns = ['order', 'carrier', 'number', 'url'] as const
export const maxParcelRows = 200

/** What becomes of a row of a list of parcels. */
export const parcelOutcomes = ['ships', 'further', 'already', 'empty', 'refused'] as const
export type ParcelOutcome = (typeof parcelOutcomes)[number]

/** A row of a list of parcels, and what becomes of it. */
export const ParcelRow = Type.Object({
  line: Type.Integer({ description: 'As an editor counts; line 1 names the columns' }),
  order: Type.String({ description: 'As it stands in the list' }),
  carrier: Type.String(),
  number: Type.String(),
  outcome: literals(parcelOutcomes),
  sentence: Type.String(),
})
export type ParcelRow = Static<typeof ParcelRow>

/** The lines of the rows whose parcel is sent by the list, or was sent before. */
export const goodLines = (rows: readonly ParcelRow[]): number[] =>
  rows
    .filter(({ outcome }) => outcome === 'ships' || outcome === 'further' || outcome === 'already')
    .map(({ line }) => line)

/** What a list of parcels does, or has done. */
export const ParcelList = Type.Object({
  rows: Type.Array(ParcelRow),
  good: Type.Integer({
    description: 'How many rows have a parcel that is sent by the list, or was sent before: confirm with their lines',
  }),
  sent: Type.Integer({ description: 'Parcels that the list sends' }),
  isDone: Type.Boolean({ description: 'False for a preview' }),
})
export type ParcelList = Static<typeof ParcelList>
