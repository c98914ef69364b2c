import { Link } from '../../ui/link.tsx'
import { Article } from '../article.tsx'
import { Figure, PullQuote, Subhead } from '../parts.tsx'

export default function ASmallWardrobeThatWorks() {
  return (
    <Article
      slug="a-small-wardrobe-that-works"
      cover="wardrobe-cover"
      alt="Three dresses on tailor’s forms: a beige knit, a red wrap dress and a long black gown."
    >
      <p>
        Twice a year somebody comes to us with a suitcase and the sentence “I have nothing to wear”. We open the
        suitcase on the big table, and there are always about sixty pieces in it. What they mean is that they have
        nothing that goes with anything else. This is a different illness, and it can be cured in an afternoon.
      </p>
      <p>
        The cure is arithmetic. Three dresses, two layers, three bags or belts, two pairs of shoes, a scarf and one
        piece of jewellery that you put on without thinking make twelve. If each goes with each, you have more evenings
        than the year has Saturdays. If they do not, you have twelve problems.
      </p>
      <Subhead>What to keep</Subhead>
      <p>
        Put everything on the bed and ask each piece one question: have I been happy in you since last spring? Not
        useful, not nearly the right size, not expensive at the time. Happy. What passes usually turns out to have a
        family resemblance, the same two or three colours, one length of skirt, one kind of neckline. That is your
        style, and you had it all along. It was only buried.
      </p>
      <p>
        From those, choose the three dresses that will carry the rest: one for the day that is also fit for a dinner,
        one for the evening that does not need an occasion, and one for weather. We would say{' '}
        <Link to="/search?q=wrap+dress">a wrap dress</Link>,{' '}
        <Link to="/search?q=black+gown">something long and black</Link> and{' '}
        <Link to="/search?q=knit">a ribbed knit</Link>, but then we would.
      </p>
      <Figure name="wardrobe-knit" alt="A beige ribbed knit dress with a rolled collar on a tailor’s form.">
        The dress for weather: it travels rolled up and arrives as if nothing had happened.
      </Figure>
      <Subhead>What to let go</Subhead>
      <p>
        Everything that waits for another life. The jeans for the person who runs, the jacket for the office that you
        left, the shoes for standing still in. Give them away while they are still good; a thing that hangs unworn for
        five years is not saved, only late. Keep one sentimental piece, in a box, with a note. One.
      </p>
      <PullQuote>
        Beige is not the absence of a colour. It is the colour that lets the others finish their sentences.
      </PullQuote>
      <Subhead>In defence of beige</Subhead>
      <p>
        People apologise for it at the till. They should not. Beige is not the absence of a colour. It is the colour
        that lets the others finish their sentences. Beside black it looks considered, beside red it looks calm, beside
        gold it looks rich, and it is the only light colour that a train seat does not ruin. Buy it in a fabric with a
        surface, a rib, a slub, a visible weave, so that the light has something to do. And{' '}
        <Link to="/shop?color=beige">buy it well</Link>, because you will wear it more than anything else.
      </p>
      <Subhead>What does the work</Subhead>
      <p>
        A small wardrobe lives by what is carried and tied. The same dress goes to the office with a{' '}
        <Link to="/search?q=belt">belt</Link> and to the theatre without; a straw hat makes it July, a wool scarf makes
        it November. These pieces take up no room, have no size to outgrow, and do nine tenths of the talking. It is
        where we would spend the money, and the reason that we are so particular about{' '}
        <Link to="/categories/accessories">accessories</Link>.
      </p>
      <Figure
        name="wardrobe-carried"
        alt="A straw hat, a green suede bucket bag on a stone block, and a rolled belt of woven silver leather."
      >
        Three things that change a dress without changing it.
      </Figure>
      <p>
        One rule to finish with, since every wardrobe needs somebody strict. For each piece that comes in, one goes out,
        on the same day, before the box is flattened. You will find that you stand in front of the window a good deal
        longer, and go home with a good deal less. We are a shop, and we mean it.
      </p>
    </Article>
  )
}
