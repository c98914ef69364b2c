import { oneSize } from '#domain/products/size.ts'
import type { ChartTable } from '#domain/products/size-chart.ts'

interface DemoChart extends ChartTable {
  name: string
}

const row = (size: string, ...mm: [from: number, to: number][]) => ({ size, mm })

/** One chart for each run of sizes, measured on the body, in whole mm; the measures are those of the size guide. */
export const sizeCharts: DemoChart[] = [
  {
    name: 'Dresses, XS to XXL',
    measures: ['Bust', 'Waist', 'Hips'],
    rows: [
      row('alpha-XS', [780, 820], [600, 640], [860, 900]),
      row('alpha-S', [830, 880], [650, 700], [910, 960]),
      row('alpha-M', [890, 950], [710, 770], [970, 1020]),
      row('alpha-L', [960, 1030], [780, 850], [1030, 1090]),
      row('alpha-XL', [1040, 1120], [860, 940], [1100, 1180]),
      row('alpha-XXL', [1130, 1210], [950, 1030], [1190, 1270]),
    ],
  },
  {
    name: 'Dresses, EU 34 to 46',
    measures: ['Bust', 'Waist', 'Hips'],
    rows: [
      row('eu-34', [800, 820], [620, 640], [880, 900]),
      row('eu-36', [830, 850], [650, 670], [910, 930]),
      row('eu-38', [860, 880], [680, 700], [940, 960]),
      row('eu-40', [890, 920], [710, 740], [970, 990]),
      row('eu-42', [920, 950], [740, 770], [1000, 1020]),
      row('eu-44', [960, 990], [780, 810], [1030, 1060]),
      row('eu-46', [1000, 1030], [820, 850], [1070, 1090]),
    ],
  },
  {
    name: 'Rings',
    measures: ['Around the finger'],
    rows: [46, 48, 50, 52, 54, 56, 58, 60].map(mm => row(`ring-${mm}`, [mm, mm])),
  },
  {
    name: 'Hats, gloves and belts',
    measures: ['Head', 'Hand', 'Waist'],
    rows: [
      row('acc-S', [540, 550], [170, 185], [700, 800]),
      row('acc-M', [560, 570], [190, 205], [800, 900]),
      row('acc-L', [580, 590], [210, 225], [900, 1000]),
    ],
  },
]

/** The chart of a product with these sizes; undefined for one size. */
export const chartOf = (sizes: string[] = []): DemoChart | undefined =>
  sizeCharts.find(({ rows }) => rows.some(({ size }) => size === sizes[0]))

/** The SKU of a size: three characters of the name, three of the shade or the color, and the size, as in COL-RIP-M. */
export function skuOf({ name, shade, color }: { name: string; shade?: string; color: string }, size: string): string {
  const label = size === oneSize ? undefined : size.replace(/^.*-/, '')
  return [abbreviate(name), abbreviate(shade ?? color), label].filter(Boolean).join('-')
}

const abbreviate = (text: string) =>
  text
    .normalize('NFD')
    .replace(/[^A-Za-z]/g, '')
    .slice(0, 3)
    .toUpperCase()
