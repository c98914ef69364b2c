import { Minus, Plus } from 'lucide'
import { Icon } from '../ui/icon.tsx'
import { JsonLd } from '../ui/json-ld.tsx'
import { Link } from '../ui/link.tsx'
import { PageBody } from './page-body.tsx'

export default function FaqPage() {
  return (
    <PageBody slug="faq">
      <Faq />
    </PageBody>
  )
}

interface Question {
  question: string
  answer: string
  more?: { to: string; label: string }
}

const parts: { title: string; questions: Question[] }[] = [
  {
    title: 'Buying',
    questions: [
      {
        question: 'Do I need an account to buy?',
        answer:
          'No. Put what you like into the cart and go to the payment. An account is for those who want to see all their orders in one place and to review what they have bought.',
      },
      {
        question: 'Why does my cart remember what I put in last week?',
        answer:
          'It is kept in your own browser, not with us. When you open it we ask for today’s prices, and tell you if one has changed or a piece has gone.',
      },
      {
        question: 'Can you keep a piece for me?',
        answer: 'For a day or two, gladly. Write to us with its name.',
        more: { to: '/contact', label: 'Write to us' },
      },
      {
        question: 'Which size should I take?',
        answer: 'The size guide tells you how to measure and what our sizes mean, in centimetres and inches.',
        more: { to: '/pages/size-guide', label: 'Size guide' },
      },
    ],
  },
  {
    title: 'Paying',
    questions: [
      {
        question: 'Is my card safe with you?',
        answer:
          'It never reaches us. You type its number on the page of our payment provider, who tells us only whether you have paid.',
      },
      {
        question: 'In which currency do I pay?',
        answer:
          'In US dollars, the price that you see. If your card is kept in another currency, your bank converts it at its own rate.',
      },
      {
        question: 'My payment was declined. What now?',
        answer:
          'Nothing was charged and your cart is as it was. Try again or with another card; if it is refused once more, your bank can say why, and we cannot.',
      },
    ],
  },
  {
    title: 'Delivery and returns',
    questions: [
      {
        question: 'What does delivery cost?',
        answer: 'Nothing, on every order, wherever we send it.',
        more: { to: '/pages/shipping-returns', label: 'Where we send' },
      },
      {
        question: 'Where is my order?',
        answer:
          'On its own page: the letter that confirmed it leads there. It shows whether the order is pending, processing, shipped or completed, and since when. We write to you when it leaves.',
      },
      {
        question: 'May I send something back?',
        answer:
          'Yes. Everything comes with a 100% money-back guarantee. Write to us with the number of your order and we tell you where to send it.',
        more: { to: '/pages/shipping-returns', label: 'How to send something back' },
      },
    ],
  },
  {
    title: 'Account and reviews',
    questions: [
      {
        question: 'I have forgotten my password.',
        answer: 'Ask for a new one on the page where you log in. We send you a link that works once, for an hour.',
        more: { to: '/forgot-password', label: 'Ask for a new password' },
      },
      {
        question: 'Who may write a review?',
        answer:
          'Everybody with an account, one review for each piece. Writing again replaces what you wrote before, because people change their minds, about hats above all.',
      },
      {
        question: 'How do I close my account?',
        answer:
          'Write to us from the address that it belongs to. Your reviews then stand there without your name, and orders stay in our books, as the law asks.',
        more: { to: '/pages/privacy', label: 'What we keep' },
      },
    ],
  },
]

const mainEntity = parts
  .flatMap(({ questions }) => questions)
  .map(({ question, answer }) => ({
    '@type': 'Question',
    name: question,
    acceptedAnswer: { '@type': 'Answer', text: answer },
  }))

function Faq() {
  return (
    <div className="grid gap-12">
      <JsonLd about={{ '@type': 'FAQPage', mainEntity }} />
      {parts.map(({ title, questions }) => (
        <section key={title} className="grid gap-4 lg:grid-cols-[14rem_1fr] lg:gap-16">
          <h2 className="text-2xl md:text-3xl">{title}</h2>
          <div className="max-w-3xl border-line border-t">
            {questions.map(({ question, answer, more }) => (
              <details key={question} className="group border-line border-b">
                <summary className="flex min-h-14 list-none items-center justify-between gap-4 py-3 hover:text-rosewood [&::-webkit-details-marker]:hidden">
                  <h3 className="font-sans font-normal text-base tracking-normal">{question}</h3>
                  <Icon of={Plus} className="size-5 shrink-0 group-open:hidden" />
                  <Icon of={Minus} className="hidden size-5 shrink-0 group-open:block" />
                </summary>
                <div className="pr-9 pb-5">
                  <p className="max-w-prose text-stone leading-relaxed">{answer}</p>
                  {more && (
                    <Link
                      to={more.to}
                      className="mt-1 inline-flex min-h-11 items-center text-sm underline underline-offset-4 hover:text-rosewood"
                    >
                      {more.label}
                    </Link>
                  )}
                </div>
              </details>
            ))}
          </div>
        </section>
      ))}
    </div>
  )
}
