import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { v4 } from 'uuid'
import { takeNameLength } from '#domain/stock/take.ts'
import { formErrorOf, wasSentBefore } from '../../../session/form-error.ts'
import { useChoices } from '../../../settings/api.ts'
import { useBeginTakeMutation, useListTakesQuery } from '../../../stock/api.ts'
import { TakeFigures } from '../../../stock/takes/take-figures.tsx'
import { DashboardPage } from '../../../ui/dashboard-page.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { button } from '../../../ui/form/button.ts'
import { Choices } from '../../../ui/form/choices.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { Link } from '../../../ui/link.tsx'

export default function StockTakes() {
  const answer = useListTakesQuery(undefined, { refetchOnMountOrArgChange: true })
  return (
    <DashboardPage
      title="Stock takes"
      heading="Stock take"
      answer={answer}
      failure="The stock takes could not be loaded."
    >
      {takes => (
        <>
          <BeginTake />
          <h2 className="mt-12 mb-4 text-2xl">So far</h2>
          {takes.length === 0 ? (
            <Notice>The shelves have not been counted as a whole yet.</Notice>
          ) : (
            <ol className="flex flex-col gap-4">
              {takes.map(take => (
                <li key={take._id} className="rounded-card border border-line bg-paper p-5">
                  <Link
                    to={`/dashboard/stock/takes/${take._id}`}
                    className="inline-flex min-h-11 items-center underline decoration-edge underline-offset-4 hover:text-rosewood"
                  >
                    {take.name}
                  </Link>
                  <TakeFigures take={take} />
                </li>
              ))}
            </ol>
          )}
        </>
      )}
    </DashboardPage>
  )
}

function BeginTake() {
  const [begin, { isLoading }] = useBeginTakeMutation()
  const [error, setError] = useState('')
  const key = useRef(v4())
  const navigate = useNavigate()

  async function submit(fields: FormData) {
    const name = String(fields.get('name') ?? '')
    const { data, error: problem } = await begin({
      ...{ id: key.current, name, category: String(fields.get('category') ?? '') || null },
    })
    if (wasSentBefore(problem)) key.current = v4()
    if (data) navigate(`/dashboard/stock/takes/${data._id}`)
    else setError(formErrorOf(problem))
  }

  return (
    <form
      className="flex max-w-xl flex-col items-start gap-4"
      onSubmit={event => {
        event.preventDefault()
        void submit(new FormData(event.currentTarget))
      }}
    >
      <p className="text-sm text-stone">
        Count everything, or one category, over as many days as you need. The shop goes on selling; what moves meanwhile
        is shown beside each size.
      </p>
      <Field label="Name" name="name" maxLength={takeNameLength} required placeholder="Ex: Autumn 2026" />
      <Field as="select" label="What is counted" name="category" defaultValue="">
        <Choices of={useChoices().categories} unset="The whole shop" />
      </Field>
      {error && (
        <p role="alert" className="text-danger text-sm">
          {error}
        </p>
      )}
      <button type="submit" className={button.primary} disabled={isLoading}>
        {isLoading ? 'Beginning…' : 'Begin a stock take'}
      </button>
    </form>
  )
}
