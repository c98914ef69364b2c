import { Link } from '../../ui/link.tsx'
import { Article } from '../article.tsx'
import { Figure, PullQuote, Subhead } from '../parts.tsx'

export default function LayeringGold() {
  return (
    <Article
      slug="layering-gold"
      cover="gold-cover"
      alt="A gold ring with a red stone on a plinth, a gold medallion on a chain, and a jade bangle."
    >
      <p>
        There is a kind of woman who wears three necklaces as if they had landed on her like birds. One suspects that
        she got dressed in the dark, in a hurry, in a very good house. I have watched her closely for years, across
        counters and restaurants, and can report that it takes her about four minutes and that there is a method.
      </p>
      <p>The method is one long, one short, one quiet. Everything else is adjustment.</p>
      <Subhead>The short one</Subhead>
      <p>
        Begin at the throat, with the chain that lies where a collar would: 40 to 42 centimetres, fine enough to forget.
        It frames the face and tells the others where to stop. A choker does it too, if your neck enjoys one; mine does
        not. On a high collar leave the short one out, since it has nowhere to be.
      </p>
      <Subhead>The long one</Subhead>
      <p>
        Now the piece with something to say: a medallion, a locket, a stone. It should hang at least a hand’s breadth
        below the first, somewhere between 55 and 65 centimetres, so that between them there is skin or cloth and not a
        tangle. This is the one that people will look at, so it is the one that may be large. If it is{' '}
        <Link to="/search?q=medallion">engraved, pierced or rayed like a sun</Link>, so much the better: flat gold
        reflects the room, but worked gold has a light of its own.
      </p>
      <Figure name="gold-sun" alt="A round gold medallion with rays like a sun, on a fine chain, against pale stone.">
        The long one may be large. It is the one that does the talking.
      </Figure>
      <PullQuote>The third necklace should be the one that nobody would miss.</PullQuote>
      <Subhead>The quiet one</Subhead>
      <p>
        Here the beginners go wrong, and add a second interesting piece. The third necklace should be the one that
        nobody would miss: a plain chain, a few seed pearls, a thread with one bead, falling between the other two. It
        is there for the eye to rest on. Take it off and the two others are suddenly just two necklaces.
      </p>
      <p>
        Vary the links. Three chains of the same pattern plait themselves into a rope before lunch; a cable, a snake and
        a string of beads keep out of one another’s way. A drop of clear nail varnish on a clasp that wanders helps as
        well, and so does fastening two of the chains into each other at the back, which nobody sees.
      </p>
      <Subhead>Mixing, and when to stop</Subhead>
      <p>
        You may mix gold with silver. Whoever told you otherwise was selling sets. Let one metal lead, two pieces to
        one, and let the other turn up a second time somewhere, in a <Link to="/search?q=silver+cuff">cuff</Link> or a
        ring, so that it looks like a decision. <Link to="/search?q=pearl">Pearls</Link> go with both, always. So does
        jade.
      </p>
      <Figure
        name="gold-table"
        alt="A silver cuff, a short strand of pearls and a gold ring with a red stone on a marble slab."
      >
        Silver, gold and pearls on one table. They get on perfectly well.
      </Figure>
      <p>
        With three at the throat keep the ears small and the hands free, or wear{' '}
        <Link to="/search?q=cocktail+ring">one ring large enough to be a fourth opinion</Link> and nothing on the
        wrists. Loud prints want one necklace or none; plain silk, black wool and bare shoulders can take all three.
      </p>
      <p>
        Then do what she does. Look into the mirror, turn away, turn back, and take note of what you see first. If it is
        a necklace, exchange it or take it off. If it is you, leave the house.
      </p>
    </Article>
  )
}
