/** Whether a request may change something. */
export const isChange = ({ method }: { method: string }): boolean =>
  method !== 'GET' && method !== 'HEAD' && method !== 'OPTIONS'
