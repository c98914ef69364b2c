import type { TodayStats } from '#domain/stats.ts'
import { type Task, TaskList } from './task-list.tsx'

const count = new Intl.NumberFormat('en-US')

const packing = (status: string) => `/dashboard/manage-orders?status=${status}&payment=paid`

const tasksOf = (today: TodayStats): Task[] => [
  {
    label: 'Orders to pack',
    lists: [
      { n: today.pendingOrders, to: packing('pending'), text: `${count.format(today.pendingOrders)} pending` },
      {
        n: today.processingOrders,
        to: packing('processing'),
        text: `${count.format(today.processingOrders)} processing`,
      },
    ],
  },
  {
    label: 'Payments in review',
    lists: [{ n: today.paymentsInReview, to: '/dashboard/manage-orders?payment=review', text: 'Show the payments' }],
  },
  {
    label: 'Open messages',
    lists: [{ n: today.openMessages, to: '/dashboard/messages', text: 'Show the messages' }],
  },
  {
    label: 'Returns',
    lists: [{ n: today.openReturns, to: '/dashboard/returns', text: 'Show the returns' }],
  },
  {
    label: 'Undelivered e-mails',
    lists: [{ n: today.undeliveredEmails, to: '/dashboard/proof', text: 'Show the e-mails' }],
  },
  {
    label: 'To reorder',
    lists: [
      { n: today.lowSizes, to: '/dashboard/stock?view=low', text: `${count.format(today.lowSizes)} low` },
      { n: today.brokenRuns, to: '/dashboard/stock?view=broken', text: `${count.format(today.brokenRuns)} broken` },
    ],
  },
]

/** What waits for the admin today. */
export const Today = ({ today }: { today: TodayStats }) => (
  <TaskList title="Today" tasks={tasksOf(today)} columns="xl:grid-cols-3" />
)
