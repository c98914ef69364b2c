import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import type { ServiceId } from '#domain/settings/setup.ts'
import { useServicesQuery } from '../../settings/setup/api.ts'
import { ServiceCard } from '../../settings/setup/service-card.tsx'
import { TryEmail, TryPayments, TryPictures } from '../../settings/setup/service-tries.tsx'
import { whoSets } from '../../settings/setup/who-sets.ts'
import { Breadcrumb } from '../../ui/breadcrumb.tsx'
import { DashboardPage } from '../../ui/dashboard-page.tsx'
import { textLink } from '../../ui/form/button.ts'
import { Link } from '../../ui/link.tsx'

const trail = [
  { name: 'Settings', path: '/dashboard/settings' },
  { name: 'Services', path: '/dashboard/settings/services' },
]

/** The services that the shop uses, each with a way to try it. */
export default function SettingsServices() {
  const [search] = useSearchParams()
  const answer = useServicesQuery(undefined, { refetchOnMountOrArgChange: true })
  const tries: Partial<Record<ServiceId, ReactNode>> = {
    payments: <TryPayments payment={search.get('payment')} />,
    email: <TryEmail />,
    pictures: <TryPictures />,
    backups: (
      <p className="mt-3">
        <Link to="/dashboard/proof" className={textLink}>
          See the proof
        </Link>
      </p>
    ),
  }
  return (
    <>
      <Breadcrumb trail={trail} />
      <DashboardPage
        title="Services"
        answer={answer}
        failure="Failed to load the services!"
        action={
          <Link to="/dashboard/first-run" className={textLink}>
            Set up the shop, step by step
          </Link>
        }
      >
        {services => (
          <>
            <p className="mb-6 max-w-prose text-stone">What the shop works with. {whoSets}</p>
            <div className="grid gap-4 xl:grid-cols-2">
              {services.map(service => (
                <ServiceCard key={service.id} service={service}>
                  {tries[service.id]}
                </ServiceCard>
              ))}
            </div>
          </>
        )}
      </DashboardPage>
    </>
  )
}
