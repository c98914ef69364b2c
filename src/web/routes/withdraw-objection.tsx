import { formErrorOf } from '../session/form-error.ts'
import { useLinkToken } from '../session/use-link-token.ts'
import { useShop } from '../settings/api.ts'
import { button } from '../ui/form/button.ts'
import { PageTitle } from '../ui/page-title.tsx'
import { useHydrated } from '../ui/use-hydrated.ts'
import { useObjectToWithdrawalMutation } from '../withdrawals/api.ts'

/**
 * The link "That was not me" opens this page. The key is behind the `#`, which browsers send to no server. It changes something only by
 * the button, because mail scanners open links.
 */
export default function WithdrawObjection() {
  const { token: key, forget } = useLinkToken('withdraw-objection')
  const isAlive = useHydrated()
  const { email } = useShop()
  const [object, { data: answer, error, isLoading }] = useObjectToWithdrawalMutation()

  async function handlePress() {
    if (isLoading) return
    const { error } = await object(key)
    if (!error) forget()
  }

  return (
    <div className="container-page max-w-2xl py-10 md:py-16">
      <PageTitle>That was not me</PageTitle>
      <h1 className="text-4xl md:text-5xl">That was not you?</h1>
      <noscript>
        <p className="mt-4">This page needs JavaScript. Please switch it on, or write to {email}.</p>
      </noscript>
      <div className="mt-4 leading-relaxed">
        {answer ? (
          <p role="status">{answer}</p>
        ) : isAlive && !key ? (
          <p>This page is opened by the link in our e-mail. Please open it again.</p>
        ) : (
          <>
            <p className="text-stone">
              Somebody told us to withdraw from your order. If it was not you, press the button: we then do not follow
              it.
            </p>
            {error && (
              <p role="alert" className="mt-4 text-danger">
                {formErrorOf(error)}
              </p>
            )}
            <button
              type="button"
              disabled={!isAlive}
              aria-disabled={isLoading}
              className={`${button.primary} mt-8`}
              onClick={handlePress}
            >
              {isLoading ? 'Sending…' : 'That was not me'}
            </button>
          </>
        )}
      </div>
    </div>
  )
}
