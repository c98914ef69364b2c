import { messagesOnPage, useListMessagesQuery } from '../../contact/api.ts'
import { MessageList } from '../../contact/message-list.tsx'
import { DashboardPage } from '../../ui/dashboard-page.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { SearchField } from '../../ui/form/search-field.tsx'
import { PagedList } from '../../ui/list/paged-list.tsx'
import { useListAddress } from '../../ui/list/use-list-address.ts'

export default function AdminMessages() {
  const { page, q } = useListAddress()
  const answer = useListMessagesQuery({ page, q }, { refetchOnMountOrArgChange: true })
  return (
    <DashboardPage
      title="Messages"
      answer={answer}
      failure="Failed to load messages!"
      tools={<SearchField label="Search messages" placeholder="Name, e-mail or words" />}
    >
      {listed => (
        <PagedList
          listed={listed}
          limit={messagesOnPage}
          noun={['message', 'messages']}
          whenNone={<Notice>No letter has come yet. When a visitor writes to the shop, you will read it here.</Notice>}
        >
          {messages => <MessageList messages={messages} />}
        </PagedList>
      )}
    </DashboardPage>
  )
}
