import { mailLink, shopInfo } from '#domain/shop-info.ts'
import { Link } from '../ui/link.tsx'
import { PageBody } from './page-body.tsx'
import { type Section, Sections } from './sections.tsx'

export default function TermsPage() {
  return (
    <PageBody slug="terms">
      <Sections sections={sections} />
    </PageBody>
  )
}

const sections: Section[] = [
  {
    title: 'Who we are',
    text: (
      <p>
        The shop is run by {shopInfo.name}, {shopInfo.address.join(', ')}. You reach us at{' '}
        <a href={mailLink}>{shopInfo.email}</a>
        {shopInfo.phone && ` and on ${shopInfo.phone}`}. These terms apply to what you buy on this website.
      </p>
    ),
  },
  {
    title: 'Prices',
    text: (
      <p>
        Prices are in US dollars and include delivery. A price that is struck through is one that we asked for the same
        piece before. What counts is the price when you go to the payment: if it has changed since you put a piece into
        the cart, the cart tells you before you pay.
      </p>
    ),
  },
  {
    title: 'Ordering',
    text: (
      <>
        <p>
          You order by paying. When your payment has reached us the order is made, has a number, and we send you a
          letter that confirms it. You may buy as a guest or with an account.
        </p>
        <p>
          Should a piece turn out to be sold or damaged after you have paid, we tell you and give your money back, all
          of it.
        </p>
      </>
    ),
  },
  {
    title: 'Paying',
    text: (
      <p>
        You pay by card on the page of our payment provider, in one sum. If you leave that page without paying, nothing
        is charged, no order is made, and your cart stays as it is. The page closes by itself after half an hour.
      </p>
    ),
  },
  {
    title: 'Delivery and returns',
    text: (
      <p>
        Delivery is free. Everything comes with a 100% money-back guarantee. How both work stands on the page{' '}
        <Link to="/pages/shipping-returns">Shipping &amp; returns</Link>, which belongs to these terms. The rights that
        the law gives you when you buy from a distance, or when a thing is faulty, are yours in any case.
      </p>
    ),
  },
  {
    title: 'Your account',
    text: (
      <p>
        An account belongs to one person. Keep its password to yourself; it needs at least eight characters. Tell us if
        you think that somebody else uses it. We may close accounts that are used to harm others or the shop.
      </p>
    ),
  },
  {
    title: 'Reviews',
    text: (
      <p>
        Write what you found, good or bad, about the piece and not about people. You remain the author and allow us to
        show it beside the piece. We take down what is unlawful or an insult. We do not take down what is merely unkind
        about a handbag.
      </p>
    ),
  },
  {
    title: 'Pictures and words',
    text: (
      <p>
        Our pictures show a piece as well as we can. Colours differ a little from screen to screen, and silk from bolt
        to bolt. Words and pictures on this website are ours: quote and link as you like, but ask us before you use them
        to sell something.
      </p>
    ),
  },
  {
    title: 'The law',
    text: (
      <p>
        The law of England and Wales applies. As a consumer you also keep the protection of the law of the country where
        you live, and may go to its courts. Should a sentence here not hold, the others do.
      </p>
    ),
  },
]
