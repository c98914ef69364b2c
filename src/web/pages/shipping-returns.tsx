import { deliveryCountries } from '#domain/orders/checkout.ts'
import { mailLink, shopInfo } from '#domain/shop-info.ts'
import { Link } from '../ui/link.tsx'
import { PageBody } from './page-body.tsx'
import { type Section, Sections } from './sections.tsx'

export default function ShippingReturnsPage() {
  return (
    <PageBody slug="shipping-returns">
      <Sections sections={sections} />
    </PageBody>
  )
}

const countries = new Intl.DisplayNames('en', { type: 'region' })
const destinations = deliveryCountries.map(code => countries.of(code) ?? code).sort()

const sections: Section[] = [
  {
    title: 'Delivery',
    text: (
      <>
        <p>
          Delivery is free. There is no smallest amount, no faster service to pay for, and nothing is added on the last
          page: what the cart says is what your card pays.
        </p>
        <p>
          You give the address on the payment page, together with a telephone number for the driver. Please read it
          twice before you pay; if it is wrong all the same, <Link to="/contact">write to us</Link> at once, with the
          number of your order.
        </p>
      </>
    ),
  },
  {
    title: 'Where we send',
    text: (
      <>
        <p suppressHydrationWarning>{`We send to ${destinations.join(', ')}.`}</p>
        <p>Where a country asks for duty, the carrier collects it from you at the door.</p>
      </>
    ),
  },
  {
    title: 'Following your parcel',
    text: (
      <>
        <p>Every order has a page of its own that shows where it is, in four steps:</p>
        <ul>
          <li>Pending: it is paid for, and waits on our table.</li>
          <li>Processing: it is being pressed, wrapped and labelled.</li>
          <li>Shipped: it has left the house.</li>
          <li>Completed: it has arrived.</li>
        </ul>
        <p>
          The letter that confirms your order leads to that page, so guests can look as well. With an account you find
          all your orders in <Link to="/dashboard/orders">your dashboard</Link>.
        </p>
      </>
    ),
  },
  {
    title: 'Our guarantee',
    text: (
      <>
        <p>
          If a piece is not right for you, it comes back to us and you have your money back: all of it. You need not say
          why, though we read the reasons of those who do, and the window has changed because of them.
        </p>
        <p>
          We ask only that you return clothes and bags unworn, and cosmetics unopened unless something is wrong with
          them. Whatever arrives faulty or damaged we take back in any state.
        </p>
      </>
    ),
  },
  {
    title: 'Sending something back',
    text: (
      <>
        <p>
          <Link to="/contact">Write to us</Link> or to <a href={mailLink}>{shopInfo.email}</a> with the number of your
          order, which stands in the letter that confirmed it. We answer with where to send the parcel. Keep the receipt
          of the carrier until you have your money.
        </p>
        <p>
          When the parcel is here, the amount goes back to the card that you paid with, and the order’s page says that
          it was refunded. Banks take a few days to show it. If you want to keep a part of an order, say so in your
          letter, and we find a way.
        </p>
      </>
    ),
  },
]
