import { Type } from 'typebox'
import { RecoveryCodes, SecondFactor, SecondFactorKey } from '#domain/users/two-factor.ts'
import { User, userLimits } from '#domain/users/user.ts'
import { Ok } from '../http/envelope.ts'

const Nothing = Ok(Type.Null())
const email = Type.String({ maxLength: userLimits.email })
const password = Type.String({ maxLength: 1024 })
const code = Type.String({ maxLength: 64 })

export const getSession = {
  summary: 'Who is signed in: the user, or null',
  response: { 200: Ok(Type.Object({ user: Type.Union([User, Type.Null()]) })) },
}
export const postRegister = {
  summary: 'Open an account',
  body: Type.Object({ username: Type.String(), email: Type.String(), password: Type.String() }),
  response: { 201: Ok(User) },
}
export const postLogin = {
  summary: 'Sign in; the token is for Authorization: Bearer and belongs to the session of the cookie',
  description:
    'An account with a second factor answers 401 with the code `code_needed` to the right password alone, and 401 with `code_wrong` to a code that is not right or was used before.',
  body: Type.Object({ email, password, code: Type.Optional(code) }),
  response: {
    200: Type.Object({
      success: Type.Literal(true),
      message: Type.String(),
      token: Type.String(),
      user: User,
    }),
  },
}
export const postLogout = { summary: 'End the session, if there is one', response: { 200: Nothing } }
export const patchProfile = {
  summary: 'Change what you say about yourself',
  params: Type.Object({ id: Type.String() }),
  body: Type.Object({
    username: Type.String(),
    profileImage: Type.String(),
    bio: Type.String(),
    profession: Type.String(),
  }),
  response: { 200: Ok(Type.Object({ ...User.properties, user: User })) },
}
export const postProfileImage = {
  summary: 'Upload a picture of yourself as a data URL of at most 8 MB',
  body: Type.Object({ image: Type.String() }),
  response: { 201: Ok(Type.Object({ url: Type.String() })) },
}
export const postChangePassword = {
  summary: 'Choose a new password; all other sessions end',
  body: Type.Object({ oldPassword: password, newPassword: password }),
  response: { 200: Nothing },
}
export const postAskVerification = {
  summary: 'Send yourself an e-mail with a link that proves the address',
  response: { 200: Nothing },
}
export const postVerifyEmail = {
  summary: 'Prove your e-mail with the token of its link: the guest orders of that address become yours',
  body: Type.Object({ token: Type.String({ maxLength: 128 }) }),
  response: { 200: Ok(Type.Object({ orders: Type.Integer({ description: 'How many became yours' }) })) },
}
export const postForgotPassword = {
  summary: 'Send an e-mail with a link to choose a new password',
  body: Type.Object({ email }),
  response: { 200: Nothing },
}
export const postResetPassword = {
  summary: 'Choose a new password with the token of such a link',
  body: Type.Object({ token: Type.String({ maxLength: 128 }), password }),
  response: { 200: Nothing },
}

export const getSecondFactor = {
  summary: 'Whether your login takes a code beside the password',
  response: { 200: Ok(SecondFactor) },
}
export const beginSecondFactor = {
  summary: 'Create a key for your authenticator app; it replaces one that was not confirmed',
  body: Type.Object({ password }),
  response: { 200: Ok(SecondFactorKey) },
}
export const confirmSecondFactor = {
  summary: 'Turn the second factor on with the first code of the app; all other sessions end',
  body: Type.Object({ code }),
  response: { 200: Ok(RecoveryCodes) },
}
export const renewRecoveryCodes = {
  summary: 'Get new recovery codes with a code of the app; the old ones stop working',
  body: Type.Object({ password, code }),
  response: { 200: Ok(RecoveryCodes) },
}
export const turnOffSecondFactor = {
  summary: 'Turn the second factor off with a code of the app or a recovery code',
  body: Type.Object({ password, code }),
  response: { 200: Nothing },
}
