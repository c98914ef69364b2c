import { Link } from '../ui/link.tsx'
import { PageBody } from './page-body.tsx'
import { type Section, Sections } from './sections.tsx'
import { AccessorySizes, DressSizes, RingSizes } from './size-tables.tsx'

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
    text: <DressSizes />,
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
        <RingSizes />
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
        <AccessorySizes />
      </>
    ),
  },
  {
    title: 'Telling us your size',
    text: (
      <p>
        A piece that comes in sizes asks for yours before it goes into the cart. When in doubt,{' '}
        <Link to="/contact">write to us</Link> before you buy and we tell you honestly how a piece falls. If it does not
        fit, it <Link to="/pages/shipping-returns">comes back to us</Link>, and you have your money back.
      </p>
    ),
  },
]
