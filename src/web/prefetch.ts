import { createContext, data, type RouterContextProvider } from 'react-router'
import type { Asked, Endpoint, PageAnswers } from './ssr-store.ts'

export const answersContext = createContext<PageAnswers>()

/** Runs queries for the page being rendered, all at once; the page's status is the first one's answer's when that failed. */
export async function prefetch<Queries extends Endpoint[]>(
  context: Readonly<RouterContextProvider>,
  ...queries: { [Place in keyof Queries]: Asked<Queries[Place]> }
) {
  const answers = context.get(answersContext)
  const [status = 200] = await Promise.all(queries.map(query => answers.ask(query as Asked)))
  return status === 200 ? null : data(null, { status })
}
