import { type Limits, shopLimits } from '#server/http/limits/rate-limit.ts'

const never = { times: 1e6, perMs: 1 }

/** For tests that do everything often as one visitor. */
export const noLimits: Limits = {
  ...shopLimits,
  checkout: never,
  discountCode: never,
  returns: never,
  register: never,
  login: never,
  loginsOfAddress: never,
  rightLogins: never,
  code: never,
  ownData: never,
  passwordReset: never,
  review: never,
  contact: never,
  upload: never,
  profilePictures: never,
  search: never,
  emptySearch: never,
  wanted: never,
  alert: never,
  invitation: never,
  invitationMail: never,
  messageAnswer: never,
  serviceTry: never,
  withdrawal: never,
  withdrawals: never,
}
