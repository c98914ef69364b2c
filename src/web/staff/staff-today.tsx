import { useCountMessagesQuery } from '../contact/api.ts'
import { joinAnswers } from '../join-answers.ts'
import { useCountToPackQuery } from '../orders/packing/api.ts'
import { TaskList } from '../stats/task-list.tsx'
import { useStockFiguresQuery } from '../stock/api.ts'

const startOfDay = () => new Date(new Date().setHours(0, 0, 0, 0)).toISOString()

/** Fetches what waits for staff today. */
export function useStaffToday() {
  const whenShown = { refetchOnMountOrArgChange: true } as const
  const packing = useCountToPackQuery(startOfDay(), whenShown)
  const messages = useCountMessagesQuery('', whenShown)
  const stock = useStockFiguresQuery(undefined, whenShown)
  return joinAnswers(packing, messages, stock)
}

type StaffTasks = NonNullable<ReturnType<typeof useStaffToday>['currentData']>

/** What waits for staff today, with the lists that show it. */
export const StaffToday = ({
  today: [{ ready, waiting, packed }, { open }, { low, broken }],
}: {
  today: StaffTasks
}) => (
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
)
