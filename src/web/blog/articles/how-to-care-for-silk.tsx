import { Link } from '../../ui/link.tsx'
import { Article } from '../article.tsx'
import { Figure, PullQuote, Subhead } from '../parts.tsx'

export default function HowToCareForSilk() {
  return (
    <Article
      slug="how-to-care-for-silk"
      cover="silk-cover"
      alt="A red silk square drawn through a ring, and a gold silk slip dress on a tailor’s form."
    >
      <p>
        My grandmother owned one silk blouse and wore it to every wedding, christening and funeral between 1961 and
        1989. It hangs in my wardrobe now, a little softer at the collar, and I wear it to work. People ask where it is
        from. The true answer is that it is from a basin in her kitchen: for almost thirty years it never met a machine.
      </p>
      <p>
        Silk has a reputation for being delicate. It is not. A thread of it holds more than a thread of steel as thin,
        and it has kept sailors warm and parachutes open. What silk does not forgive is haste: heat, bleach, wringing,
        the tumble dryer. Take the haste out and there is very little left to know.
      </p>
      <Subhead>Cool water, and not for long</Subhead>
      <p>
        Fill a basin with water that feels cool on the inside of your wrist, about 25 degrees, and dissolve a small
        spoonful of mild soap in it: something made for silk or wool, or plain baby shampoo. No biological detergent.
        Its enzymes are there to eat protein, and silk is protein.
      </p>
      <p>
        Turn the piece inside out and move it through the water for two or three minutes, as if you were rinsing salad.
        Do not rub. Rinse twice in clean cool water, with a spoonful of white vinegar in the second; it takes the last
        of the soap with it and gives the sheen back. A print or a strong colour gets a test first, with a wet white
        cloth on an inner seam. If the cloth stays white, go on.
      </p>
      <Figure
        name="silk-water"
        alt="A white bowl of water, a bar of soap, and gold silk over the edge of a stone block."
      >
        A basin, a mild soap, three minutes. Nothing else is needed.
      </Figure>
      <Subhead>No wringing, no sun</Subhead>
      <p>
        Wet silk is weaker than dry silk, and this is the moment at which most of it is ruined. Lay the piece flat on a
        towel, roll the towel up with it inside, and press with your hands or, if nobody is looking, your knees. Then
        unroll, shake out gently and hang it on a broad hanger, away from the radiator and out of the sun. Sunlight
        yellows white silk and fades every other kind, and it does both on the line in an afternoon.
      </p>
      <PullQuote>What silk does not forgive is haste.</PullQuote>
      <p>
        Iron it while it is still faintly damp, inside out, on the silk setting, and do not stop moving. If it has dried
        completely, do not sprinkle it: drops leave marks. Hang it in the bathroom while you shower, and come back to it
        ten minutes later. A <Link to="/search?q=silk+slip">slip cut on the bias</Link> hardly needs the iron at all;
        its own weight pulls the creases out overnight.
      </p>
      <Subhead>The things one learns by ruining something</Subhead>
      <p>
        Perfume and hairspray come first, then the dress, never the other way round: alcohol leaves rings that stay.
        Deodorant needs a minute to dry. If red wine happens, blot, do not rub, and leave the salt on the table where it
        belongs; cool water and patience are better than anything in the kitchen cupboard.
      </p>
      <Figure name="silk-fall" alt="A gold silk slip dress on a tailor’s form, its neckline falling in a soft fold.">
        Cut on the bias, silk irons itself: hang it up overnight.
      </Figure>
      <p>
        Between wearings, let it rest for a day on a padded hanger before it goes back among the others. For the summer,
        fold it into a cotton pillowcase, never into plastic, with a cedar block in a corner of the drawer. Moths like
        silk nearly as much as they like wool, and a clean piece much less than a worn one.{' '}
        <Link to="/search?q=silk">Scarves</Link> prefer to lie rolled: a fold that stays a year becomes a line.
      </p>
      <p>
        That is all of it. Cool water, a little patience, no sun. The blouse has its next wedding in June, and I am told
        there will be dancing.
      </p>
    </Article>
  )
}
