/** Whether a request wants something changed. */
export const isChange = ({ method }: { method: string }): boolean =>
  method !== 'GET' && method !== 'HEAD' && method !== 'OPTIONS'
