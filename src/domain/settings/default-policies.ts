import type { Settings } from './section.ts'

/** The texts with which a shop begins, in Markdown. */
export const defaultPolicies: Settings['policies'] = {
  about: `We would rather show you a few things we can explain than thousands we cannot.

A shop window is a frame around a few chosen things. Ours is at {address}: one pane, changed by hand, lit until the last person in the street has gone home. This website is the same window, for everybody who does not pass by.

We sell four kinds of things: [dresses](/categories/dress), [accessories](/categories/accessories), [jewellery](/categories/jewellery) and [cosmetics](/categories/cosmetics). A piece comes into the window when we have worn it, carried it or washed our faces with it, and leaves when we no longer reach for it ourselves.

## How we choose

1. **It has to be well made where nobody looks.** Seams first, then linings, clasps and the underside of the buckle. A thing that is honest on the inside usually is on the outside.
2. **It has to go with something you own.** We think in wardrobes, not in outfits. A dress that needs its own shoes, bag and weather stays with its maker.
3. **It has to survive being loved.** Silk that may be washed, leather that improves, gold that can be repaired, a lipstick that one actually finishes.

## What you can count on

Delivery is free, on every order, and so is changing your mind: everything comes with a 100% money-back guarantee. You can buy as a guest. Your card is entered on the payment provider’s own page, and its number never comes near us.

And when you write, somebody who has held the piece in their hands writes back. That is the whole of our customer service department, and we are rather proud of it.

[See what is in the window](/shop), or [write to us](/contact).`,

  'shipping-returns': `## Delivery

Delivery is free. There is no smallest amount, no faster service to pay for, and nothing is added on the last page: what the cart says is what your card pays.

You give the address on the payment page, together with a telephone number for the driver. Please read it twice before you pay; if it is wrong all the same, [write to us](/contact) at once, with the number of your order.

## Where we send

We send to {countries}.

Where a country asks for duty, the carrier collects it from you at the door.

## Following your parcel

Every order has a page of its own that shows where it is, in four steps:

- Pending: it is paid for, and waits on our table.
- Processing: it is being pressed, wrapped and labelled.
- Shipped: it has left the house.
- Completed: it has arrived.

The letter that confirms your order leads to that page, so guests can look as well. With an account you find all your orders in [your dashboard](/dashboard/orders).

## Our guarantee

If a piece is not right for you, it comes back to us and you have your money back: all of it. You need not say why, though we read the reasons of those who do, and the window has changed because of them.

We ask only that you return clothes and bags unworn, and cosmetics unopened unless something is wrong with them. Whatever arrives faulty or damaged we take back in any state.

## Sending something back

[Write to us](/contact) or to {email} with the number of your order, which stands in the letter that confirmed it. We answer with where to send the parcel. Keep the receipt of the carrier until you have your money.

When the parcel is here, the amount goes back to the card that you paid with, and the order’s page says that it was refunded. Banks take a few days to show it. If you want to keep a part of an order, say so in your letter, and we find a way.`,

  privacy: `## In short

You can look at everything without telling us who you are. There is no advertising here, nobody follows you from page to page, and nothing is loaded from a third party, unless you choose a picture that lies elsewhere for your profile. If you buy, we learn what we need to send you a parcel; if you write, what you wrote.

Responsible is {name}, {address}, {email}.

## Cookies and your browser

Whoever only looks gets no cookie. Buying as a guest sets one and logging in two, all of them needed for it and closed to scripts:

- **visitor** is a random word that a checkout without an account sets, so that a second click is not a second order. It lasts a day and is sent nowhere but to the orders.
- **token** says that you are logged in. It ends when you log out, 30 days after your last visit, and 90 days after you logged in at the latest.
- **device** says that you have logged in with this browser before, so that a stranger who guesses passwords cannot lock you out. It lasts a year and is sent nowhere but to the login.

Your browser itself keeps your cart, the payments that you have begun, a key that opens what you bought without an account, the pieces you looked at last, the height that you compare reviews with, your sizes, and while you are logged in what is shown of your profile. What you were typing when your session ended waits in that one tab. All this stays on your device, and goes when you clear what your browser keeps for this site.

## When you buy

With an order we keep your name, the address of delivery, your e-mail address and telephone number, what you bought, what it cost and how far it has come. We use them to deliver, to answer you and to keep our books, for as long as the law asks for books. Without an account your order opens in the browser that bought it and by the link in our e-mails, for a year. Confirm the e-mail address of your account, and orders that you placed with it as a guest become those of your account.

You pay on the page of our payment provider. The number of your card is typed there, stays there, and is never sent to us. The provider handles your data under its own terms, which its page names.

## Your account

We keep your username, your e-mail address and whatever you add to your profile. Of your password we keep only a fingerprint from which nobody can read it. Your reviews stand under your username for everybody, with your height and your usual size if you add them, and the size that you bought. Your sizes are in your account only if you keep them there. Of every place where you are logged in we keep since when, when we last saw it, and the names of the browser and the system.

On [your profile](/dashboard/profile) you see where you are logged in and can end that. There you can also save all that we know about you as one file, and erase your account: your name, your addresses, your letters, your picture and your height go for good, your reviews stay without your name, and orders stay in our books without you. An order that is on its way has to arrive first.

If you would rather have us do it, [write to us](/contact). An account that we close can be taken back for 30 days, in case it was a mistake, and is then erased in the same way.

## When you write to us

We keep your name, your address and your letter, so that the second answer knows the first. Ask us from that address, and we delete them for good. To keep the letter box usable we count, in memory and for an hour, how often one visitor writes.

## What the server notes

While a payment is awaited, its order notes your account or the cookie **visitor**, against a cart being paid twice, and a fingerprint of the internet address it came from, against floods. The server notes requests that fail or change something, without what is in them. The words of a search that found nothing are noted without any link to a person, and deleted when nobody has looked for them in 90 days. How often a sold-out size was asked for is counted the same way, without any link to a person. A backup is made every night and kept for about two weeks; whoever is erased stays in the older ones until then. When you ask us to tell you about a size, we keep your address until we have told you and 30 days more, two days if you do not confirm it, and not at all once you press the link that ends it.

## Your rights

You may ask what we know about you, have it corrected, have it erased where no law makes us keep it, and take it with you. Most of it you can do yourself on [your profile](/dashboard/profile); for the rest a letter to {email} is enough. If you think that we do it wrong, tell us, or the authority for data protection where you live.`,

  terms: `## Who we are

The shop is run by {name}, {address}. You reach us at {email}. By telephone you reach us on {phone}. These terms apply to what you buy on this website.

## Prices

Prices are in US dollars and include delivery. A price that is struck through is one that we asked for the same piece before. What counts is the price when you go to the payment: if it has changed since you put a piece into the cart, the cart tells you before you pay.

## Ordering

You order by paying. When your payment has reached us the order is made, has a number, and we send you a letter that confirms it. You may buy as a guest or with an account.

Should a piece turn out to be sold or damaged after you have paid, we tell you and give your money back, all of it.

## Paying

You pay by card on the page of our payment provider, in one sum. If you leave that page without paying, nothing is charged, no order is made, and your cart stays as it is. The page closes by itself after half an hour.

## Delivery and returns

Delivery is free. Everything comes with a 100% money-back guarantee. How both work stands on the page [Shipping & returns](/pages/shipping-returns), which belongs to these terms. The rights that the law gives you when you buy from a distance, or when a thing is faulty, are yours in any case.

## Your account

An account belongs to one person. Keep its password to yourself; it needs at least eight characters. Tell us if you think that somebody else uses it. We may close accounts that are used to harm others or the shop.

## Reviews

Write what you found, good or bad, about the piece and not about people. You remain the author and allow us to show it beside the piece. We take down what is unlawful or an insult. We do not take down what is merely unkind about a handbag.

## Pictures and words

Our pictures show a piece as well as we can. Colours differ a little from screen to screen, and silk from bolt to bolt. Words and pictures on this website are ours: quote and link as you like, but ask us before you use them to sell something.

## The law

The law of England and Wales applies. As a consumer you also keep the protection of the law of the country where you live, and may go to its courts. Should a sentence here not hold, the others do.`,
}
