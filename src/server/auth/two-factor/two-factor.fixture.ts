import { Secret, TOTP } from 'otpauth'
import { goodPassword, type openAccounts } from '../../users/users.fixture.ts'

type Accounts = Awaited<ReturnType<typeof openAccounts>>
type SignedIn = Awaited<ReturnType<Accounts['signedIn']>>

export const stepMs = 30_000

/** The code that an app with this secret shows. */
export const codeOf = (secret: string, at: Date) =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: +at, algorithm: 'SHA1', digits: 6, period: 30 })

/** A code that is wrong for this secret at any time near this one. */
export const wrongCodeFor = (secret: string, at: Date) => {
  const near = [-2, -1, 0, 1, 2].map(steps => codeOf(secret, new Date(+at + steps * stepMs)))
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find(code => !near.includes(code)) ?? ''
}

/** Turns a second factor on for a signed-in user, and moves the clock past the code that confirmed it. */
export async function withSecondFactor({ clock }: Pick<Accounts, 'clock'>, own: SignedIn) {
  const { secret } = (await own.post('/second-factor/begin', { password: goodPassword })).body.data as {
    secret: string
  }
  const now = () => codeOf(secret, clock.now())
  const { body } = await own.post('/second-factor/confirm', { code: now() })
  clock.move(stepMs)
  return {
    ...own,
    secret,
    codes: body.data.codes as string[],
    code: now,
    wrongCode: () => wrongCodeFor(secret, clock.now()),
  }
}
