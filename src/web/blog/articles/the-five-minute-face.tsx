import { Link } from '../../ui/link.tsx'
import { Article } from '../article.tsx'
import { Figure, PullQuote, Subhead } from '../parts.tsx'

export default function TheFiveMinuteFace() {
  return (
    <Article
      slug="the-five-minute-face"
      cover="face-cover"
      alt="A bottle of foundation with a golden pump, a red lipstick and an open compact with its mirror."
    >
      <p>
        I paint faces for a living, sometimes for two hours at a time, and every morning I have five minutes for my own.
        There is a bus. Over the years everything that did not earn its place has left the bag by the door, and what is
        left is short enough to write down: a balm, a foundation, a powder, a lipstick, two brushes and a mirror.
      </p>
      <p>
        Five minutes are not a compromise. They are about as long as one should spend on a face that is going to meet
        daylight.
      </p>
      <Subhead>The first minute is for skin</Subhead>
      <p>
        Make-up sits on skin the way paint sits on a wall, and nobody paints a damp wall. Wash with water, pat dry, and
        warm a pea of <Link to="/search?q=cream">cream</Link> between your fingers until it is nearly liquid. Press it
        in rather than rubbing it about, cheeks first, then forehead, then what is left around the nose. If you use a{' '}
        <Link to="/search?q=serum">serum</Link>, that was for last night. Now brush your teeth. That minute is what most
        people skip, and it is why their foundation leaves before they do.
      </p>
      <Figure name="face-first" alt="A green glass jar of cream on a stone block, and a blue bottle with a dropper.">
        Cream in the morning, serum at night. The wall before the paint.
      </Figure>
      <Subhead>The second is for evening out</Subhead>
      <p>
        Foundation is not a mask. You want it in three places: beside the nose, on the chin, and wherever the night has
        left its mark. One pump on the back of the hand, a flat brush, small strokes outwards until you cannot find the
        edge. The forehead almost never needs any. If you can see it at arm’s length, it is either too much or the wrong
        shade, and the right shade is the one that vanishes on your jaw, not on your wrist.
      </p>
      <p>
        Then powder, a breath of it, down the middle of the face with the big brush. Leave the cheekbones alone. Shine
        there is called light.
      </p>
      <PullQuote>If you can see it at arm’s length, it is too much or the wrong shade.</PullQuote>
      <Subhead>The third is for the lipstick, twice</Subhead>
      <p>
        Choose <Link to="/search?q=red+lipstick">one red</Link> and be faithful to it for a season. Put it on straight
        from the bullet, from the middle outwards, press your lips together, blot, and put it on again; the second coat
        is the one that outlasts coffee. Whatever is left on your finger goes on the apples of the cheeks, three dots a
        side, tapped until they look like a brisk walk. It will match, because it is the same colour. I have seen people
        pay a good deal for that effect.
      </p>
      <Figure name="face-colour" alt="An open palette of eight eye shadows beside a red lipstick in a gold case.">
        Colour comes last, and one of it is enough before nine o’clock.
      </Figure>
      <Subhead>The fourth is for eyes, the fifth is spare</Subhead>
      <p>
        Brows up with a clean brush. Mascara on the upper lashes only, one coat, wiggled at the root. On a day with a
        meeting in it, take the second lightest shade of the <Link to="/search?q=palette">palette</Link>, the one that
        looks like nothing in the pan, and pass it once over the lid. It is the difference between awake and rested.
      </p>
      <p>
        The fifth minute I spend at the window, with a hand mirror, looking for edges. Bathroom light flatters; buses do
        not. Wipe a little off rather than adding anything. Then a <Link to="/search?q=perfume">scent</Link>, on the
        wrists and never rubbed, and the door.
      </p>
      <p>
        You will notice that I did not mention contouring. There was not time. There has not been time since 2016, and
        nobody has said a word.
      </p>
    </Article>
  )
}
