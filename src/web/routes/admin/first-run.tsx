import { useEffect, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { type FirstRun, type FirstRunStep, firstRunSteps, type StepState } from '#domain/settings/setup.ts'
import { formErrorOf } from '../../session/form-error.ts'
import { useFirstRunQuery, useHideChecklistMutation, useSaveStepMutation } from '../../settings/setup/api.ts'
import { StepProgress } from '../../settings/setup/step-progress.tsx'
import { stepBodies, stepTexts } from '../../settings/setup/steps.tsx'
import { DashboardPage } from '../../ui/dashboard-page.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { button } from '../../ui/form/button.ts'

/** Sets up a new shop, one step at a time. */
export default function FirstRunPage() {
  const answer = useFirstRunQuery(undefined, { refetchOnMountOrArgChange: true })
  return (
    <DashboardPage title="Set up your shop" answer={answer} failure="Failed to load the steps!">
      {firstRun => <Steps firstRun={firstRun} />}
    </DashboardPage>
  )
}

function Steps({ firstRun: { steps, isNew } }: { firstRun: FirstRun }) {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const [begin] = useHideChecklistMutation()
  const [saveStep] = useSaveStepMutation()
  const [isBusy, setIsBusy] = useState(false)
  const asked = firstRunSteps.find(step => step === search.get('step'))
  const step = asked ?? firstRunSteps.find(each => steps[each] === 'open') ?? 'go-live'
  const title = useFocusOnStep(step)

  useEffect(() => {
    if (isNew) begin({ isHidden: false })
  }, [isNew, begin])

  async function goOn(state: StepState) {
    if (isBusy) return
    setIsBusy(true)
    const { data, error } = await saveStep({ step, state })
    setIsBusy(false)
    if (!data) return toast.alert(formErrorOf(error))
    const next = nextStep(step, data.steps)
    if (next) return await navigate(`?step=${next}`)
    toast.say('Your shop is set up.')
    await navigate('/dashboard/admin')
  }

  const { title: text, lead } = stepTexts[step]
  const Body = stepBodies[step]
  const skip = (
    <button type="button" className={button.quiet} aria-disabled={isBusy} onClick={() => goOn('skipped')}>
      Skip for now
    </button>
  )
  return (
    <>
      <StepProgress current={step} steps={steps} />
      <section aria-labelledby="step-title" className="max-w-4xl">
        <h2 id="step-title" ref={title} tabIndex={-1} className="mb-2 text-2xl outline-none md:text-3xl">
          {text}
        </h2>
        <p className="mb-8 max-w-prose text-stone">{lead}</p>
        <Body key={step} onDone={() => goOn('done')} skip={skip} isBusy={isBusy} />
      </section>
    </>
  )
}

/** The step after this one, or the first that is still open; undefined when none is. */
function nextStep(step: FirstRunStep, steps: FirstRun['steps']): FirstRunStep | undefined {
  return firstRunSteps[firstRunSteps.indexOf(step) + 1] ?? firstRunSteps.find(each => steps[each] === 'open')
}

/** A title that gets the focus when another step is shown. */
function useFocusOnStep(step: FirstRunStep) {
  const title = useRef<HTMLHeadingElement>(null)
  const shown = useRef(step)
  useEffect(() => {
    if (shown.current === step) return
    shown.current = step
    title.current?.focus()
  }, [step])
  return title
}
