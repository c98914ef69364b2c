const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i
const publicOrderId = /^[\da-f]{32}$/i

/** Whether a text has the form of a record's `_id`, a UUID (RFC 9562) of any version. */
export const isUuid = (text: string): boolean => uuid.test(text)

/** Whether a text has the form of either id of an order: its `_id`, or its `orderId` of 32 hexadecimal digits. */
export const isOrderId = (text: string): boolean => isUuid(text) || publicOrderId.test(text)
