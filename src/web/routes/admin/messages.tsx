import { messagesOnPage, useCountMessagesQuery, useListMessagesQuery } from '../../contact/api.ts'
import { MessageFilter, messagesAt, useMessageStatus } from '../../contact/message-filter.tsx'
import { MessageList } from '../../contact/message-list.tsx'
import { joinAnswers } from '../../join-answers.ts'
import { DashboardPage } from '../../ui/dashboard-page.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { button } from '../../ui/form/button.ts'
import { SearchField } from '../../ui/form/search-field.tsx'
import { Link } from '../../ui/link.tsx'
import { PagedList } from '../../ui/list/paged-list.tsx'
import { useListAddress } from '../../ui/list/use-list-address.ts'

export default function AdminMessages() {
  const { page, q } = useListAddress()
  const status = useMessageStatus()
  const counts = useCountMessagesQuery(q, { refetchOnMountOrArgChange: true })
  const list = useListMessagesQuery({ page, q, status }, { refetchOnMountOrArgChange: true })
  return (
    <DashboardPage
      title="Messages"
      answer={joinAnswers(list, counts)}
      failure="Failed to load messages!"
      tools={
        <>
          <SearchField label="Search messages" placeholder="Name, e-mail or words" />
          <MessageFilter counts={counts.data} />
        </>
      }
    >
      {([listed, { open, done }]) =>
        listed.rows.length === 0 && q === '' && page === 1 ? (
          <NoMessages areThereOthers={open + done > 0} status={status} />
        ) : (
          <PagedList listed={listed} limit={messagesOnPage} noun={['message', 'messages']} whenNone={null}>
            {messages => <MessageList messages={messages} />}
          </PagedList>
        )
      }
    </DashboardPage>
  )
}

/** The reason why a list without a search is empty. */
function NoMessages({ areThereOthers, status }: { areThereOthers: boolean; status: string }) {
  if (!areThereOthers)
    return <Notice>No message has come yet. When a visitor writes to the shop, you will read it here.</Notice>
  const other = status === 'open' ? 'done' : 'open'
  return (
    <Notice
      action={
        <Link to={messagesAt(other)} className={button.quiet}>
          Show the {other} messages
        </Link>
      }
    >
      {status === 'open' ? 'Every message is done.' : 'No message is done yet.'}
    </Notice>
  )
}
