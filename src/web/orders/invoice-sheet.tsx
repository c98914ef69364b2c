import type { Invoice } from '#domain/costs/invoice.ts'
import { printInvoice } from '#domain/costs/print-invoice.ts'

const sum = 'py-2.5 pl-3 text-right align-top tabular-nums whitespace-nowrap'

/** An invoice or a credit note, on the screen as on paper. */
export function InvoiceSheet({ invoice }: { invoice: Invoice }) {
  const { title, facts, seller, buyer, hasNet, lines, sums, notes } = printInvoice(invoice)
  return (
    <article
      aria-labelledby="invoice-title"
      className="max-w-3xl text-ink text-sm [overflow-wrap:anywhere] print:max-w-none"
    >
      <h1 id="invoice-title" className="text-4xl">
        {title}
      </h1>
      <div className="mt-8 grid gap-8 sm:grid-cols-2 print:grid-cols-2">
        <Lines>{seller}</Lines>
        <dl className="grid grid-cols-[auto_1fr] content-start gap-x-6 gap-y-1 tabular-nums">
          {facts.map(([name, text]) => (
            <div key={name} className="contents">
              <dt className="text-stone">{name}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      </div>
      <h2 className="mt-8 font-medium font-sans text-sm tracking-normal">Bill to</h2>
      <Lines>{buyer.length > 0 ? buyer : ['No name was given.']}</Lines>
      <table className="mt-8 w-full border-collapse text-left">
        <thead>
          <tr className="border-ink border-b">
            <th scope="col" className="py-2 font-medium">
              Item
            </th>
            {hasNet && (
              <th scope="col" className="py-2 pl-3 text-right font-medium">
                Net
              </th>
            )}
            <th scope="col" className="py-2 pl-3 text-right font-medium">
              Sum
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ name, details, net, total }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the lines never change, and two may be alike
            <tr key={index} className="break-inside-avoid border-line border-b">
              <td className="py-2.5 align-top">
                {name}
                {details.map(detail => (
                  <span key={detail} className="block text-stone tabular-nums">
                    {detail}
                  </span>
                ))}
              </td>
              {hasNet && <td className={sum}>{net}</td>}
              <td className={sum}>{total}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <dl className="mt-4 ml-auto grid w-72 max-w-full break-inside-avoid gap-1 tabular-nums">
        {sums.map(([name, text], index) => (
          <div key={name} className={`flex justify-between gap-4 ${index === sums.length - 1 ? 'font-medium' : ''}`}>
            <dt>{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <Lines className="mt-8 text-stone">{notes}</Lines>
    </article>
  )
}

const Lines = ({ children, className = '' }: { children: string[]; className?: string }) => (
  <p className={`whitespace-pre-line leading-relaxed ${className}`}>{children.join('\n')}</p>
)
