import { momentOf, type WithdrawalReceipt, withdrawalReceived } from '#domain/withdrawals/withdrawal.ts'
import { button } from '../ui/form/button.ts'
import { Link } from '../ui/link.tsx'
import { StatementList } from './statement-list.tsx'

/** The third step: received, with its time, and nothing said of whether it is right. */
export const WithdrawalReceived = ({ receipt }: { receipt: WithdrawalReceipt }) => (
  <>
    <h1 className="text-4xl md:text-5xl">{withdrawalReceived}</h1>
    <p className="mt-4 text-stone leading-relaxed">
      It reached us on <time dateTime={receipt.receivedAt}>{momentOf(new Date(receipt.receivedAt))}</time>. A receipt
      with the same content goes to your e-mail. We will write to you about what comes next.
    </p>
    <StatementList statement={receipt} />
    <Link to="/" className={`${button.quiet} mt-8`}>
      To the shop
    </Link>
  </>
)
