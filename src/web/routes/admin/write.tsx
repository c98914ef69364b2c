import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { ContentFields, ContentKind, ManagedContent } from '#domain/content/content.ts'
import { isUuid } from '#domain/ids.ts'
import { useManagedContentQuery } from '../../content/admin/api.ts'
import { ContentForm } from '../../content/admin/content-form.tsx'
import { kindWords } from '../../content/admin/content-list.tsx'
import { fieldsOfContent } from '../../content/admin/use-content-form.ts'
import { DashboardPage } from '../../ui/dashboard-page.tsx'
import { button } from '../../ui/form/button.ts'
import { Link } from '../../ui/link.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import type { Route } from './+types/write'

const blank = (kind: ContentKind): ContentFields => ({
  kind,
  ...{ title: '', address: '', summary: '', author: '', picture: null, alt: '', seoTitle: '', seoDescription: '' },
  showsSummary: true,
  document: { type: 'doc', content: [] },
  publishedFrom: null,
})

export default function Write({ params }: Route.ComponentProps) {
  const kind = params.kind === 'post' ? 'post' : 'page'
  return <WriteOne key={params.id} kind={kind} id={params.id} />
}

/** A new one stays in the form in which it was begun, because who saves it goes on writing. */
function WriteOne(props: WriteProps) {
  const [search] = useSearchParams()
  const [isNew] = useState(search.get('new') === '1' && isUuid(props.id))
  return isNew ? <WriteNew {...props} /> : <WriteSaved {...props} />
}

interface WriteProps {
  kind: ContentKind
  id: string
}

function WriteNew({ kind, id }: WriteProps) {
  const [fields] = useState(() => blank(kind))
  const [saved, setSaved] = useState<ManagedContent>()
  const [, setSearch] = useSearchParams()
  const title = `${saved ? 'Change' : 'Write'} a ${kindWords[kind].one}`

  function goOn(stored: ManagedContent) {
    if (!saved) setSearch({}, { replace: true }) // loaded again, the page shows what is saved
    setSaved(stored)
  }

  return (
    <>
      <PageTitle>{title}</PageTitle>
      <Head kind={kind} title={title} />
      <ContentForm id={id} saved={saved} fields={fields} onSaved={goOn} />
    </>
  )
}

const Head = ({ kind, title }: { kind: ContentKind; title: string }) => (
  <div className="mb-8 flex flex-wrap items-center justify-between gap-4">
    <h1 className="text-3xl md:text-4xl">{title}</h1>
    <AllLink kind={kind} />
  </div>
)

const AllLink = ({ kind }: { kind: ContentKind }) => (
  <Link to={kindWords[kind].list} className={button.quiet}>
    All {kindWords[kind].many}
  </Link>
)

function WriteSaved({ kind, id }: WriteProps) {
  const answer = useManagedContentQuery(id, { refetchOnMountOrArgChange: true })
  const [opened, setOpened] = useState<ManagedContent>()
  const [first, setFirst] = useState<ManagedContent>()
  const newest = answer.isFetching ? undefined : answer.currentData
  if (newest && !first) setFirst(newest) // from now on the form decides
  const { one } = kindWords[first?.kind ?? kind]
  return (
    <DashboardPage
      title={`Change a ${one}`}
      answer={{ ...answer, currentData: first, isError: answer.isError && !first }}
      failure={`The ${one} could not be loaded.`}
      action={<AllLink kind={first?.kind ?? kind} />}
    >
      {content => (
        <ContentForm id={id} saved={opened ?? content} fields={fieldsOfContent(content)} onSaved={setOpened} />
      )}
    </DashboardPage>
  )
}
