import { useEffect, useState } from 'react'
import { useParams } from 'react-router'
import type { BoardProduct } from '#domain/stock/board.ts'
import type { StockTake } from '#domain/stock/take.ts'
import { joinAnswers } from '../../../join-answers.ts'
import { formErrorOf } from '../../../session/form-error.ts'
import { boardSize, useBoardQuery, useEndTakeMutation, useLazyBoardQuery, useTakeQuery } from '../../../stock/api.ts'
import { Board } from '../../../stock/board/board.tsx'
import { useEdits } from '../../../stock/board/use-edits.ts'
import { TakeFigures } from '../../../stock/takes/take-figures.tsx'
import { TakeSheet } from '../../../stock/takes/take-sheet.tsx'
import { DashboardPage } from '../../../ui/dashboard-page.tsx'
import { AlertDialog } from '../../../ui/feedback/alert-dialog.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { button } from '../../../ui/form/button.ts'
import { SearchField } from '../../../ui/form/search-field.tsx'
import { Link } from '../../../ui/link.tsx'
import { PagedList } from '../../../ui/list/paged-list.tsx'
import { useListAddress } from '../../../ui/list/use-list-address.ts'

const all = { q: '', category: '', view: '', limit: 1_000 }

export default function StockTakePage() {
  const { id = '' } = useParams()
  const { page, q } = useListAddress()
  const board = useBoardQuery({ page, q, category: '', view: '', take: id }, { refetchOnMountOrArgChange: true })
  const take = useTakeQuery(id, { refetchOnMountOrArgChange: true })
  const edited = useEdits(id)
  const [sheet, setSheet] = useState<Sheet>()

  useEffect(() => {
    if (sheet) print()
  }, [sheet])

  return (
    <>
      <div className="print:hidden">
        <DashboardPage
          title="Stock take"
          heading={take.data?.name}
          answer={joinAnswers(board, take)}
          failure="The stock take could not be loaded."
          action={take.data && <TakeActions take={take.data} unsaved={edited.edits.size} onSheet={setSheet} />}
          tools={<SearchField label="Search this stock take" placeholder="Name, SKU or barcode" />}
        >
          {([listed, shown]) => (
            <>
              <div className="mb-6">
                <TakeFigures take={shown} />
              </div>
              <PagedList
                listed={listed}
                limit={boardSize}
                noun={['product', 'products']}
                whenNone={<Notice>What this stock take had to count is not on sale any more.</Notice>}
              >
                {products => <Board products={products} edited={edited} isTake isEnded={shown.endedAt !== null} />}
              </PagedList>
            </>
          )}
        </DashboardPage>
      </div>
      {sheet && take.data && <TakeSheet name={take.data.name} {...sheet} />}
    </>
  )
}

interface Sheet {
  products: BoardProduct[]
  printedAt: string
}

interface TakeActionsProps {
  take: StockTake
  unsaved: number
  onSheet: (sheet: Sheet) => void
}

function TakeActions({ take: { _id, endedAt, sizes, counted }, unsaved, onSheet }: TakeActionsProps) {
  const [load, { isFetching }] = useLazyBoardQuery()
  const [end, { isLoading }] = useEndTakeMutation()
  const [isAsking, setIsAsking] = useState(false)

  async function showSheet() {
    const products: BoardProduct[] = []
    for (let page = 1; ; page += 1) {
      const { data, error } = await load({ ...all, page, take: _id })
      if (!data) return toast.alert(formErrorOf(error))
      products.push(...data.rows)
      if (data.rows.length === 0 || products.length >= data.total) break
    }
    onSheet({ products, printedAt: new Date().toISOString() })
  }

  async function endNow() {
    setIsAsking(false)
    const { error } = await end(_id)
    if (error) toast.alert(formErrorOf(error))
    else toast.say('The stock take has ended.')
  }

  const left = sizes - counted
  return (
    <>
      <div className="flex flex-wrap gap-3">
        <button type="button" className={button.quiet} disabled={isFetching} onClick={showSheet}>
          {isFetching ? 'Preparing…' : 'Print the sheet'}
        </button>
        {!endedAt && (
          <button type="button" className={button.quiet} disabled={isLoading} onClick={() => setIsAsking(true)}>
            End
          </button>
        )}
        <Link to="/dashboard/stock/takes" className={button.quiet}>
          All stock takes
        </Link>
      </div>
      <AlertDialog
        open={isAsking}
        onClose={() => setIsAsking(false)}
        title="End this stock take?"
        text={`${left === 0 ? 'Everything is counted.' : `${left} of ${sizes} sizes are not counted: they keep their number.`}${unsaved > 0 ? ` ${unsaved === 1 ? '1 count is' : `${unsaved} counts are`} typed and not saved.` : ''}`}
      >
        <button type="button" className={button.quiet} onClick={() => setIsAsking(false)}>
          Go on counting
        </button>
        <button type="button" className={button.primary} onClick={endNow}>
          End it
        </button>
      </AlertDialog>
    </>
  )
}
