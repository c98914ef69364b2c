import type { MouseEvent } from 'react'
import { v4 } from 'uuid'
import { type ContentKind, type ContentRow, contentPath } from '#domain/content/content.ts'
import { formErrorOf } from '../../session/form-error.ts'
import { useUndo } from '../../session/use-undo.ts'
import { DashboardPage } from '../../ui/dashboard-page.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { button, textLink } from '../../ui/form/button.ts'
import { SearchField } from '../../ui/form/search-field.tsx'
import { Link } from '../../ui/link.tsx'
import { PagedList } from '../../ui/list/paged-list.tsx'
import { useListAddress } from '../../ui/list/use-list-address.ts'
import { LocalTime } from '../../ui/local-time.tsx'
import { contentOnPage, useDeleteContentMutation, useListContentQuery } from './api.ts'

export const kindWords = {
  page: { title: 'Pages', one: 'page', many: 'pages', list: '/dashboard/manage-pages' },
  post: { title: 'Journal', one: 'post', many: 'posts', list: '/dashboard/manage-posts' },
} as const

/** The pages or the posts of the shop, to write and to change. */
export function ContentList({ kind }: { kind: ContentKind }) {
  const { page, q } = useListAddress()
  const answer = useListContentQuery({ kind, page, q }, { refetchOnMountOrArgChange: true })
  const { title, one, many } = kindWords[kind]
  return (
    <DashboardPage
      title={title}
      answer={answer}
      failure={`Failed to load the ${many}!`}
      action={
        <Link to={`/dashboard/write/${kind}/${v4()}?new=1`} className={button.primary}>
          Write a {one}
        </Link>
      }
      tools={
        <>
          <KindNav kind={kind} />
          <SearchField label={`Search ${many}`} placeholder="Words of the title" />
        </>
      }
    >
      {listed => (
        <PagedList
          listed={listed}
          limit={contentOnPage}
          noun={[one, many]}
          whenNone={<Notice>There are no {many} yet. Write the first one.</Notice>}
        >
          {rows => (
            <ul className="divide-y divide-line border-line border-y">
              {rows.map(row => (
                <Row key={row._id} row={row} />
              ))}
            </ul>
          )}
        </PagedList>
      )}
    </DashboardPage>
  )
}

const KindNav = ({ kind }: { kind: ContentKind }) => (
  <nav aria-label="What is written" className="flex gap-2">
    {(['page', 'post'] as const).map(each => (
      <Link
        key={each}
        to={kindWords[each].list}
        aria-current={each === kind ? 'page' : undefined}
        className="inline-flex min-h-11 items-center rounded-control border border-line bg-paper px-4 text-sm hover:border-ink aria-[current=page]:border-ink aria-[current=page]:bg-ink aria-[current=page]:text-ivory forced-colors:aria-[current=page]:underline"
      >
        {kindWords[each].title}
      </Link>
    ))}
  </nav>
)

function Row({ row }: { row: ContentRow }) {
  const { _id, kind, title, author, publishedFrom, updatedAt } = row
  const isVisible = publishedFrom !== null && new Date(publishedFrom) <= new Date()
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-1 py-4">
      <div className="min-w-0 flex-1 basis-64">
        <Link
          to={`/dashboard/write/${kind}/${_id}`}
          className="font-display text-lg underline decoration-line underline-offset-4 [overflow-wrap:anywhere] hover:text-rosewood"
        >
          {title}
        </Link>
        <p className="text-stone text-xs">
          {contentPath(row)}
          {author && ` · ${author}`} · changed <LocalTime at={updatedAt} />
        </p>
      </div>
      <p className="text-sm">
        {publishedFrom === null ? (
          'Draft'
        ) : isVisible ? (
          'Visible'
        ) : (
          <>
            Visible from <LocalTime at={publishedFrom} />
          </>
        )}
      </p>
      <div className="flex gap-4">
        {isVisible && (
          <Link to={contentPath(row)} className={textLink}>
            View<span className="sr-only"> {title}</span>
          </Link>
        )}
        <DeleteContent row={row} />
      </div>
    </li>
  )
}

/** Deletes without a question; the toast afterwards offers to undo it. */
function DeleteContent({ row: { _id, kind, title } }: { row: ContentRow }) {
  const [remove, { isLoading, isSuccess }] = useDeleteContentMutation()
  const undo = useUndo()
  const isBusy = isLoading || isSuccess // until the list has loaded without this row

  async function handleDelete({ detail }: MouseEvent) {
    const isSecondClick = detail > 1 // of a double click: the next row has moved under the pointer
    if (isBusy || isSecondClick) return
    const { data, error } = await remove(_id)
    const deleted = `The ${kind} is deleted. ${data?.warning ?? ''}`.trim()
    if (data) return toast.say(deleted, { label: 'Undo', run: () => undo(data.auditId) })
    console.info('It was not deleted', error)
    toast.alert(`The ${kind} was not deleted. ${formErrorOf(error)}`)
  }

  return (
    <button
      type="button"
      aria-label={`Delete ${title}`}
      aria-disabled={isBusy}
      className={textLink}
      onClick={handleDelete}
    >
      {isBusy ? 'Deleting…' : 'Delete'}
    </button>
  )
}
