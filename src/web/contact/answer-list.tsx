import type { MessageAnswer } from '#domain/message-answer.ts'
import { LocalTime } from '../ui/local-time.tsx'

/** What the shop has answered to a message, oldest first. */
export function AnswerList({ answers }: { answers: readonly MessageAnswer[] }) {
  if (answers.length === 0) return null
  return (
    <ol aria-label="Answers" className="mt-4 flex max-w-prose flex-col gap-4 border-line border-l-2 pl-4 text-sm">
      {answers.map(({ _id, text, author, at, mail }) => (
        <li key={_id}>
          <p className="text-stone text-xs tabular-nums [overflow-wrap:anywhere]">
            {author}, <LocalTime at={at} />
            {mail === 'waiting' && '. Its e-mail waits to be sent.'}
          </p>
          {mail === 'failed' && <p className="text-danger text-xs">Its e-mail was not delivered.</p>}
          <p dir="auto" className="mt-1 whitespace-pre-wrap leading-relaxed [overflow-wrap:anywhere]">
            {text}
          </p>
        </li>
      ))}
    </ol>
  )
}
