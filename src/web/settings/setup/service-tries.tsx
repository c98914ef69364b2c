import { useTryEmailMutation, useTryPaymentsMutation, useTryPicturesMutation } from './api.ts'
import { TestPayment } from './test-payment.tsx'
import { TryButton } from './try-button.tsx'

export function TryEmail() {
  const [ask] = useTryEmailMutation()
  return (
    <TryButton ask={() => ask()} progress="Sending…">
      Send a test e-mail
    </TryButton>
  )
}

/** `payment` is the session from which the admin comes back. */
export function TryPayments({ payment }: { payment?: string | null }) {
  const [ask] = useTryPaymentsMutation()
  return (
    <TryButton
      ask={() => ask()}
      progress="Opening the payment page…"
      earlier={payment && <TestPayment key={payment} id={payment} />}
    >
      Make a test payment
    </TryButton>
  )
}

export function TryPictures() {
  const [ask] = useTryPicturesMutation()
  return (
    <TryButton ask={() => ask()} progress="Writing…">
      Write and read a test picture
    </TryButton>
  )
}
