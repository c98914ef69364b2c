import { type Static, Type } from 'typebox'

/** From and to, in whole mm; the same number twice for one value. */
const Range = Type.Tuple([Type.Integer(), Type.Integer()])

/** A table of measures by size. */
export const ChartTable = Type.Object({
  measures: Type.Array(Type.String(), { description: 'The names of the columns, such as Bust' }),
  rows: Type.Array(
    Type.Object({
      size: Type.String({ description: 'A code, such as alpha-M' }),
      mm: Type.Array(Range, { description: 'From and to for each measure, in whole mm' }),
    }),
  ),
})
export type ChartTable = Static<typeof ChartTable>

/** A size chart: the measures of the body that each size fits, or of the garment itself. */
export const SizeChart = Type.Object({
  _id: Type.String(),
  name: Type.String(),
  isGarment: Type.Boolean({ description: 'Measured on the garment, not on the body' }),
  ...ChartTable.properties,
})
export type SizeChart = Static<typeof SizeChart>

/** A size chart as its admin edits it. */
export const ManagedChart = Type.Object({
  ...SizeChart.properties,
  updatedAt: Type.String({ description: 'Sent back with a change, it is the version that was changed' }),
})
export type ManagedChart = Static<typeof ManagedChart>
