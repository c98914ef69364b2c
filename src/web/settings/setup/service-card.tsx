import { type ReactNode, useId } from 'react'
import type { Service, ServiceId } from '#domain/settings/setup.ts'
import { Badge } from '../../ui/feedback/badge.tsx'

const titles: Record<ServiceId, string> = {
  payments: 'Payments',
  email: 'E-mail',
  pictures: 'Pictures',
  backups: 'Backups',
}

/** A service that the shop uses: its state, its variables, and a way to try it. */
export function ServiceCard({ service, children }: { service: Service; children?: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="min-w-0 rounded-card border border-line bg-paper p-4 sm:p-6">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id={id} className="text-2xl">
          {titles[service.id]}
        </h2>
        <ServiceState {...service} />
      </div>
      <p className="mt-3 max-w-prose">{service.sentence}</p>
      <Variables variables={service.variables} />
      {children}
    </section>
  )
}

const ServiceState = ({ isReady }: Pick<Service, 'isReady'>) => (
  <Badge tone={isReady ? 'green' : 'yellow'}>{isReady ? 'Ready' : 'Not ready'}</Badge>
)

/** The names of the environment variables of a service, and which are set. */
const Variables = ({ variables }: Pick<Service, 'variables'>) => (
  <dl className="mt-4 divide-y divide-line border-line border-y text-sm">
    {variables.map(({ name, isSet }) => (
      <div key={name} className="flex min-w-0 items-baseline justify-between gap-4 py-2">
        <dt className="min-w-0 font-mono text-[0.85em] [overflow-wrap:anywhere]">{name}</dt>
        <dd className={isSet ? 'shrink-0' : 'shrink-0 text-stone'}>{isSet ? 'Set' : 'Not set'}</dd>
      </div>
    ))}
  </dl>
)
