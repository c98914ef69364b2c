import { Link } from '../ui/link.tsx'
import { PageBody } from './page-body.tsx'
import { type Section, Sections } from './sections.tsx'
import { SizeTable } from './size-table.tsx'

export default function SizeGuidePage() {
  return (
    <PageBody slug="size-guide">
      <Sections sections={sections} />
    </PageBody>
  )
}

const sections: Section[] = [
  {
    title: 'How to measure',
    text: (
      <>
        <p>
          A soft tape and a mirror are enough. Measure over thin underwear, keep the tape level, and breathe out: the
          number is for the seamstress, not for the diary.
        </p>
        <ul>
          <li>Bust: around the fullest part, with the tape flat across the back.</li>
          <li>Waist: where you bend when you lean to one side.</li>
          <li>Hips: around the widest part, feet together.</li>
        </ul>
        <p>
          Between two sizes, take the larger one for a dress without stretch and the smaller one for knits. A dress can
          always be taken in.
        </p>
      </>
    ),
  },
  {
    title: 'Dresses',
    text: (
      <SizeTable
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
    ),
  },
  {
    title: 'Rings',
    text: (
      <>
        <p>
          Lay a ring that fits on a ruler and measure across the inside, or wind a strip of paper around the finger,
          mark where it meets itself and measure its length. Fingers are slimmer in the morning and in the cold: measure
          in the evening.
        </p>
        <SizeTable
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
      </>
    ),
  },
  {
    title: 'Bracelets, hats and belts',
    text: (
      <>
        <p>
          For a bracelet measure the wrist just above the bone, for a hat the head above the ears, for a belt another
          belt from the buckle to the hole that you use.
        </p>
        <SizeTable
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
      </>
    ),
  },
  {
    title: 'Telling us your size',
    text: (
      <p>
        The shop does not ask for a size yet. Answer the letter that confirms your order with yours, or{' '}
        <Link to="/contact">write to us</Link> before you buy and we tell you honestly how a piece falls. If it does not
        fit, it <Link to="/pages/shipping-returns">comes back to us</Link>, and you have your money back.
      </p>
    ),
  },
]
