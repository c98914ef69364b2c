import { SizeTable, type Unit } from './size-table.tsx'

interface SizesProps {
  /** Only in this unit; in both without. */
  unit?: Unit
}

export const DressSizes = ({ unit }: SizesProps) => (
  <SizeTable
    unit={unit}
    caption="Dresses, body measurements"
    measures={['Bust', 'Waist', 'Hips']}
    rows={[
      {
        size: 'XS',
        also: 'US 0–2, UK 4–6, EU 32–34',
        cm: [
          [78, 82],
          [60, 64],
          [86, 90],
        ],
      },
      {
        size: 'S',
        also: 'US 4–6, UK 8–10, EU 36–38',
        cm: [
          [83, 88],
          [65, 70],
          [91, 96],
        ],
      },
      {
        size: 'M',
        also: 'US 8–10, UK 12–14, EU 40–42',
        cm: [
          [89, 95],
          [71, 77],
          [97, 102],
        ],
      },
      {
        size: 'L',
        also: 'US 12–14, UK 16–18, EU 44–46',
        cm: [
          [96, 103],
          [78, 85],
          [103, 109],
        ],
      },
      {
        size: 'XL',
        also: 'US 16–18, UK 20–22, EU 48–50',
        cm: [
          [104, 112],
          [86, 94],
          [110, 118],
        ],
      },
    ]}
  />
)

export const RingSizes = ({ unit }: SizesProps) => (
  <SizeTable
    unit={unit}
    caption="Rings, inside measurements"
    measures={['Across', 'Around']}
    rows={[
      { size: 'US 5', also: 'UK J½, EU 49', cm: [[1.57], [4.93]] },
      { size: 'US 6', also: 'UK L½, EU 52', cm: [[1.65], [5.19]] },
      { size: 'US 7', also: 'UK N½, EU 54', cm: [[1.73], [5.44]] },
      { size: 'US 8', also: 'UK P½, EU 57', cm: [[1.81], [5.7]] },
      { size: 'US 9', also: 'UK R½, EU 60', cm: [[1.89], [5.95]] },
    ]}
  />
)

export const AccessorySizes = ({ unit }: SizesProps) => (
  <SizeTable
    unit={unit}
    caption="Wrist, head and belt, body measurements"
    measures={['Wrist', 'Head', 'Belt']}
    rows={[
      {
        size: 'S',
        cm: [
          [14, 15],
          [54, 55],
          [70, 80],
        ],
      },
      {
        size: 'M',
        cm: [
          [15.5, 16.5],
          [56, 57],
          [80, 90],
        ],
      },
      {
        size: 'L',
        cm: [
          [17, 18],
          [58, 59],
          [90, 100],
        ],
      },
    ]}
  />
)
