import { useManagedSettingsQuery } from '../../settings/admin-api.ts'
import { SettingsEditor } from '../../settings/page/settings-editor.tsx'
import { DashboardPage } from '../../ui/dashboard-page.tsx'

export default function Settings() {
  const answer = useManagedSettingsQuery(undefined, { refetchOnMountOrArgChange: true })
  return (
    <DashboardPage title="Settings" answer={answer} failure="The settings could not be loaded.">
      {managed => <SettingsEditor managed={managed} />}
    </DashboardPage>
  )
}
