import type { ReactNode } from 'react'
import { firstCountries } from '#domain/costs/countries.ts'
import type { FirstRunStep, ServiceId } from '#domain/settings/setup.ts'
import { Failure } from '../../ui/feedback/notice.tsx'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import { button, textLink } from '../../ui/form/button.ts'
import { Link } from '../../ui/link.tsx'
import { useChecklistQuery, useServicesQuery } from './api.ts'
import { Checklist } from './checklist.tsx'
import { AddressForm, NameForm } from './section-form.tsx'
import { TryEmail, TryPayments } from './service-tries.tsx'
import { whoSets } from './who-sets.ts'

interface StepProps {
  /** Marks the step as done and goes on. */
  onDone: () => Promise<void>
  /** The button that skips the step. */
  skip: ReactNode
  isBusy: boolean
}

interface StepTexts {
  title: string
  lead: string
}

/** What each step asks, and why. */
export const stepTexts: Record<FirstRunStep, StepTexts> = {
  name: {
    title: 'What is your shop called?',
    lead: 'The name stands above every page, in every e-mail, and where people find the shop.',
  },
  address: {
    title: 'Where do customers reach you?',
    lead: 'A customer who can see where you are, and write to you, buys more easily. In most countries it is the law.',
  },
  product: {
    title: 'Put a first piece into the window',
    lead: 'A picture, a price, its sizes, and how many of each you have. More can follow later, also from a spreadsheet.',
  },
  delivery: {
    title: 'How do parcels leave?',
    lead: `A new shop delivers free, to ${firstCountries.length} countries as far as Japan and New Zealand. Choose your own countries and what a parcel costs there, or put it into your prices.`,
  },
  payments: {
    title: 'Take payments',
    lead: 'A test payment opens the same page that your customers see. It is refunded at once, and leaves no order.',
  },
  email: {
    title: 'Send e-mails',
    lead: 'Customers get an e-mail when an order is paid, sent or refunded. Send one to yourself first.',
  },
  'go-live': {
    title: 'Open the shop',
    lead: `What is open here would go wrong if somebody bought today. ${whoSets} You can come back to any step.`,
  },
}

/** The content of each step with its buttons. */
export const stepBodies: Record<FirstRunStep, (props: StepProps) => ReactNode> = {
  name: ({ onDone, skip }) => <NameForm onSaved={onDone} beside={skip} />,
  address: ({ onDone, skip }) => <AddressForm onSaved={onDone} beside={skip} />,
  product: props => (
    <>
      <HasProducts />
      <p className="mt-5">
        <Link to="/dashboard/add-product?from=first-run" className={button.quiet}>
          Add a product
        </Link>
      </p>
      <Buttons {...props}>Done, go on</Buttons>
    </>
  ),
  delivery: props => (
    <>
      <p className="max-w-prose">
        The text “Shipping & returns” says where you send, how long it takes and what comes back. Read it once as if you
        were the customer.
      </p>
      <p className="mt-2">
        <Link to="/dashboard/manage-pages" className={textLink}>
          Change “Shipping & returns”
        </Link>
      </p>
      <p className="mt-2">
        <Link to="/dashboard/settings#delivery" className={textLink}>
          Choose countries and prices
        </Link>
      </p>
      <Buttons {...props}>Done, go on</Buttons>
    </>
  ),
  payments: props => (
    <>
      <ServiceSentence of="payments" />
      <TryPayments />
      <Buttons {...props}>Done, go on</Buttons>
    </>
  ),
  email: props => (
    <>
      <ServiceSentence of="email" />
      <TryEmail />
      <Buttons {...props}>Done, go on</Buttons>
    </>
  ),
  'go-live': props => (
    <>
      <WholeChecklist />
      <Buttons {...props}>Finish</Buttons>
    </>
  ),
}

const Buttons = ({ onDone, skip, isBusy, children }: StepProps & { children: string }) => (
  <div className="mt-10 flex max-w-xl flex-wrap justify-end gap-3">
    {skip}
    <button
      type="button"
      className={`${button.primary} aria-disabled:opacity-70`}
      aria-disabled={isBusy}
      onClick={onDone}
    >
      {children}
    </button>
  </div>
)

function ServiceSentence({ of: id }: { of: ServiceId }) {
  const { data, isError, isFetching, refetch } = useServicesQuery(undefined, { refetchOnMountOrArgChange: true })
  const service = data?.find(each => each.id === id)
  if (!service) return isError && !isFetching ? <Failure onRetry={refetch}>{failure}</Failure> : <Spinner />
  const missing = service.variables.filter(({ name, isSet }) => !isSet && !hasDefault.includes(name))
  return (
    <>
      <p className="max-w-prose">{service.sentence}</p>
      {!service.isReady && missing.length > 0 && (
        <p className="mt-2 max-w-prose text-sm text-stone [overflow-wrap:anywhere]">
          Not set: {missing.map(({ name }) => name).join(', ')}. {whoSets}
        </p>
      )}
      <p className="mt-2">
        <Link to="/dashboard/settings/services" className={textLink}>
          See all services
        </Link>
      </p>
    </>
  )
}

const failure = 'Failed to load the services!'
/** Variables that a real shop need not set. */
const hasDefault = ['PAYMENTS', 'MAIL_FROM']

function HasProducts() {
  const { data } = useChecklistQuery(undefined, { refetchOnMountOrArgChange: true })
  const found = data?.find(({ id }) => id === 'products')
  return <p className="min-h-6 max-w-prose">{found?.sentence}</p>
}

function WholeChecklist() {
  const { data, isError, isFetching, refetch } = useChecklistQuery(undefined, { refetchOnMountOrArgChange: true })
  if (data) return <Checklist items={data} />
  return isError && !isFetching ? <Failure onRetry={refetch}>Failed to load the checklist!</Failure> : <Spinner />
}
