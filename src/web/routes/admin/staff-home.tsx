import { useCountMessagesQuery } from '../../contact/api.ts'
import { joinAnswers } from '../../join-answers.ts'
import { useCountToPackQuery } from '../../orders/packing/api.ts'
import { useUser } from '../../session/use-user.ts'
import { TaskList } from '../../stats/task-list.tsx'
import { useStockFiguresQuery } from '../../stock/api.ts'
import { DashboardPage } from '../../ui/dashboard-page.tsx'

const startOfDay = () => new Date(new Date().setHours(0, 0, 0, 0)).toISOString()

/** What waits for staff today. */
export function StaffHome() {
  const user = useUser()
  const whenShown = { refetchOnMountOrArgChange: true } as const
  const packing = useCountToPackQuery(startOfDay(), whenShown)
  const messages = useCountMessagesQuery('', whenShown)
  const stock = useStockFiguresQuery(undefined, whenShown)
  return (
    <DashboardPage
      title="Dashboard"
      heading={`Hi, ${user?.username}! Welcome to your staff dashboard.`}
      answer={joinAnswers(packing, messages, stock)}
      failure="Failed to fetch data"
    >
      {([{ ready, waiting, packed }, { open }, { low, broken }]) => (
        <TaskList
          title="Today"
          columns="xl:grid-cols-4"
          tasks={[
            {
              label: 'Orders to pack',
              lists: [
                { n: ready, to: '/dashboard/packing?view=ready', text: `${ready} ready` },
                { n: waiting, to: '/dashboard/packing?view=waiting', text: `${waiting} waiting` },
              ],
            },
            { label: 'Packed today', lists: [{ n: packed, to: '/dashboard/packing?view=packed', text: 'Show them' }] },
            { label: 'Open messages', lists: [{ n: open, to: '/dashboard/messages', text: 'Show the messages' }] },
            {
              label: 'Running low',
              lists: [
                { n: low, to: '/dashboard/stock?view=low', text: `${low} low` },
                { n: broken, to: '/dashboard/stock?view=broken', text: `${broken} broken` },
              ],
            },
          ]}
        />
      )}
    </DashboardPage>
  )
}
