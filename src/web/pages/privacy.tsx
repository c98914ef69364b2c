import { mailLink, shopInfo } from '#domain/shop-info.ts'
import { Link } from '../ui/link.tsx'
import { PageBody } from './page-body.tsx'
import { type Section, Sections } from './sections.tsx'

export default function PrivacyPage() {
  return (
    <PageBody slug="privacy">
      <Sections sections={sections} />
    </PageBody>
  )
}

const sections: Section[] = [
  {
    title: 'In short',
    text: (
      <>
        <p>
          You can look at everything without telling us who you are. There is no advertising here, nobody follows you
          from page to page, and nothing is loaded from a third party, unless you choose a picture that lies elsewhere
          for your profile. If you buy, we learn what we need to send you a parcel; if you write, what you wrote.
        </p>
        <p>
          Responsible is {shopInfo.name}, {shopInfo.address.join(', ')}, <a href={mailLink}>{shopInfo.email}</a>.
        </p>
      </>
    ),
  },
  {
    title: 'Cookies and your browser',
    text: (
      <>
        <p>
          Whoever only looks gets no cookie. Buying as a guest sets one and logging in two, all of them needed for it
          and closed to scripts:
        </p>
        <ul>
          <li>
            <code>visitor</code> is a random word that a checkout without an account sets, so that a second click is not
            a second order. It lasts a day and is sent nowhere but to the orders.
          </li>
          <li>
            <code>token</code> says that you are logged in. It ends when you log out, 30 days after your last visit, and
            90 days after you logged in at the latest.
          </li>
          <li>
            <code>device</code> says that you have logged in with this browser before, so that a stranger who guesses
            passwords cannot lock you out. It lasts a year and is sent nowhere but to the login.
          </li>
        </ul>
        <p>
          Your browser itself keeps your cart, the payments that you have begun, a key that opens what you bought
          without an account, the pieces you looked at last, the height that you compare reviews with, your sizes, and
          while you are logged in what is shown of your profile. What you were typing when your session ended waits in
          that one tab. All this stays on your device, and goes when you clear what your browser keeps for this site.
        </p>
      </>
    ),
  },
  {
    title: 'When you buy',
    text: (
      <>
        <p>
          With an order we keep your name, the address of delivery, your e-mail address and telephone number, what you
          bought, what it cost and how far it has come. We use them to deliver, to answer you and to keep our books, for
          as long as the law asks for books. Without an account your order opens in the browser that bought it and by
          the link in our e-mails, for a year. Confirm the e-mail address of your account, and orders that you placed
          with it as a guest become those of your account.
        </p>
        <p>
          You pay on the page of our payment provider. The number of your card is typed there, stays there, and is never
          sent to us. The provider handles your data under its own terms, which its page names.
        </p>
      </>
    ),
  },
  {
    title: 'Your account',
    text: (
      <>
        <p>
          We keep your username, your e-mail address and whatever you add to your profile. Of your password we keep only
          a fingerprint from which nobody can read it. Your reviews stand under your username for everybody, with your
          height and your usual size if you add them, and the size that you bought. Your sizes are in your account only
          if you keep them there. Of every place where you are logged in we keep since when, when we last saw it, and
          the names of the browser and the system.
        </p>
        <p>
          On <Link to="/dashboard/profile">your profile</Link> you see where you are logged in and can end that. There
          you can also save all that we know about you as one file, and erase your account: your name, your addresses,
          your letters, your picture and your height go for good, your reviews stay without your name, and orders stay
          in our books without you. An order that is on its way has to arrive first.
        </p>
        <p>
          If you would rather have us do it, <Link to="/contact">write to us</Link>. An account that we close can be
          taken back for 30 days, in case it was a mistake, and is then erased in the same way.
        </p>
      </>
    ),
  },
  {
    title: 'When you write to us',
    text: (
      <p>
        We keep your name, your address and your letter, so that the second answer knows the first. Ask us from that
        address, and we delete them for good. To keep the letter box usable we count, in memory and for an hour, how
        often one visitor writes.
      </p>
    ),
  },
  {
    title: 'What the server notes',
    text: (
      <p>
        While a payment is awaited, its order notes your account or the cookie <code>visitor</code>, against a cart
        being paid twice, and a fingerprint of the internet address it came from, against floods. The server notes
        requests that fail or change something, without what is in them. The words of a search that found nothing are
        noted without any link to a person, and deleted when nobody has looked for them in 90 days. How often a sold-out
        size was asked for is counted the same way, without any link to a person. A backup is made every night and kept
        for about two weeks; whoever is erased stays in the older ones until then. When you ask us to tell you about a
        size, we keep your address until we have told you and 30 days more, two days if you do not confirm it, and not
        at all once you press the link that ends it.
      </p>
    ),
  },
  {
    title: 'Your rights',
    text: (
      <p>
        You may ask what we know about you, have it corrected, have it erased where no law makes us keep it, and take it
        with you. Most of it you can do yourself on <Link to="/dashboard/profile">your profile</Link>; for the rest a
        letter to <a href={mailLink}>{shopInfo.email}</a> is enough. If you think that we do it wrong, tell us, or the
        authority for data protection where you live.
      </p>
    ),
  },
]
