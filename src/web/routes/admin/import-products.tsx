import { useNavigate, useSearchParams } from 'react-router'
import type { ProductImport } from '#domain/products/product-import.ts'
import { useApplyImportMutation, useGetImportQuery } from '../../products/import/api.ts'
import { ImportFileForm } from '../../products/import/import-file-form.tsx'
import { ImportReport } from '../../products/import/import-report.tsx'
import { DashboardPage } from '../../ui/dashboard-page.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { button } from '../../ui/form/button.ts'
import { Link } from '../../ui/link.tsx'
import { PageTitle } from '../../ui/page-title.tsx'

export default function ImportProducts() {
  const [search] = useSearchParams()
  const id = search.get('id')
  return id ? <OneImport key={id} id={id} /> : <NewImport />
}

function NewImport() {
  const navigate = useNavigate()
  return (
    <>
      <PageTitle>Import Products</PageTitle>
      <h1 className="mb-8 text-3xl md:text-4xl">Import Products</h1>
      <ImportFileForm onRead={id => navigate(`?id=${id}`)} />
    </>
  )
}

const askAgainMs = 800

function OneImport({ id }: { id: string }) {
  const [, { isLoading: isApplying }] = useApplyImportMutation({ fixedCacheKey: id })
  const isUnderWay = ({ state, pictures: { total, done, failed } }: ProductImport) =>
    state === 'reading' || state === 'applying' || (state === 'applied' && done + failed < total)
  const known = useGetImportQuery(id, { refetchOnMountOrArgChange: true })
  const mustAsk = isApplying || (known.currentData && isUnderWay(known.currentData))
  useGetImportQuery(id, { pollingInterval: mustAsk ? askAgainMs : 0 })

  if (known.isError && (known.error as { status?: unknown }).status === 404)
    return (
      <>
        <PageTitle>Import Products</PageTitle>
        <Notice
          isPage
          action={
            <Link to="/dashboard/import-products" className={button.primary}>
              Choose a file
            </Link>
          }
        >
          This import is not kept any more.
        </Notice>
      </>
    )
  return (
    <DashboardPage title="Import Products" answer={known} failure="The import could not be loaded.">
      {read => <ImportReport read={read} />}
    </DashboardPage>
  )
}
