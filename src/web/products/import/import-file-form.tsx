import { FileSpreadsheet } from 'lucide'
import { type ChangeEvent, useId } from 'react'
import { exampleFile, maxImportBytes, productColumns } from '#domain/products/product-import.ts'
import { useShop } from '../../settings/api.ts'
import { textLink } from '../../ui/form/button.ts'
import { Icon } from '../../ui/icon.tsx'
import { useGivenFiles } from '../admin/use-given-files.ts'
import { ImportProgress } from './import-progress.tsx'
import { useImportFile } from './use-import-file.ts'

/** A field to choose or drop a file of products, and the progress of its upload. */
export function ImportFileForm({ onRead }: { onRead: (id: string) => void }) {
  const { categories, colors } = useShop()
  const { sending, take } = useImportFile(onRead)
  const isOver = useGivenFiles(take)
  const id = useId()
  const isSending = sending.state === 'sending'

  async function choose({ currentTarget: input }: ChangeEvent<HTMLInputElement>) {
    if (input.files) await take(input.files)
    input.value = '' // so that the same file can be chosen again once it is corrected
  }

  return (
    <div className="flex max-w-2xl flex-col gap-6">
      <p className="leading-relaxed">
        Choose a CSV file to see what it would change. Nothing changes on sale until you say so, and products that the
        file leaves out stay as they are.
      </p>
      <div
        className={`flex flex-col items-start gap-4 rounded-card border border-dashed p-6 ${isOver ? 'border-rosewood bg-line' : 'border-edge bg-paper'}`}
      >
        <Icon of={FileSpreadsheet} className="size-10 text-stone stroke-[1.25]" />
        <div className="flex w-full min-w-0 flex-col gap-1.5">
          <label htmlFor={id} className="text-sm">
            File of products
          </label>
          <input
            id={id}
            type="file"
            accept=".csv,text/csv"
            onChange={choose}
            disabled={isSending}
            aria-invalid={sending.state === 'failed' ? true : undefined}
            aria-describedby={`${id}-hint ${id}-problem`}
            className="block w-full text-sm file:mr-3 file:min-h-11 file:rounded-control file:border file:border-line file:border-solid file:bg-paper file:px-4 file:text-ink disabled:opacity-50"
          />
          <p id={`${id}-hint`} className="text-stone text-xs">
            Or drop it anywhere on this page. At most {maxImportBytes / 2 ** 20} MB.
          </p>
        </div>
        <div id={`${id}-problem`} className="w-full empty:hidden">
          {sending.state === 'failed' && (
            <div role="alert" className="border-danger border-l-2 pl-3 text-danger text-sm [overflow-wrap:anywhere]">
              <p className="font-medium">{sending.name} was not read.</p>
              <p>{sending.reason}</p>
            </div>
          )}
        </div>
      </div>
      {isSending && (
        <ImportProgress part={sending.part < 1 ? sending.part : undefined}>
          {sending.part < 1 ? `Sending and reading ${sending.name}` : `Reading ${sending.name}`}
        </ImportProgress>
      )}
      <div className="text-sm leading-relaxed">
        <h2 className="mb-2 text-xl">The columns</h2>
        <p>
          The first line names them: <strong className="font-medium">{productColumns.join(', ')}</strong>. A row with
          the id of a product changes it, a row without one is a new product, and so is one with an id that this shop
          does not know: it keeps it. A file of new products alone needs no column of ids.
        </p>
        <ExampleFile />
        <p>
          The category is one of {categories.map(({ address }) => address).join(', ')}, or its name; the color one of{' '}
          {colors.map(({ name }) => name).join(', ')}. The old price and the image may be empty. An image is the address
          of a picture of this shop, as an export has it, or an https address of another host, from which the shop
          fetches it after the import.
        </p>
        <h2 className="mt-6 mb-2 text-xl">Sizes, colors and counts</h2>
        <p>
          An export has a row for each size and these columns besides; leave out those that you do not need, and what
          they hold stays as it is. Rows of one product stand below one another.
        </p>
        <dl className="my-3 grid gap-x-4 gap-y-1 sm:grid-cols-[7rem_1fr]">
          {columnWords.map(([column, words]) => (
            <div key={column} className="contents">
              <dt className="font-medium max-sm:mt-2">{column}</dt>
              <dd>{words}</dd>
            </div>
          ))}
        </dl>
        <a href="/api/products/export" download className={textLink}>
          Export the products that visitors see, for a file to start from
        </a>
      </div>
    </div>
  )
}

const columnWords = [
  [
    'size',
    'as an export writes it, such as alpha-M, eu-40, ring-54, acc-M or one. A size that the file lacks is kept.',
  ],
  ['sku, barcode', 'of the size.'],
  ['counted', 'what you counted on the shelf of the size. Empty: its number stays.'],
  ['stock', 'what should lie on the shelf, only to read: an import never changes it.'],
  ['style', 'the same word, or the same id of an export, for products that are colors of one style.'],
  ['shade', 'the name of the color as shoppers read it.'],
  ['images', 'the addresses of the pictures after the first, with spaces between them.'],
  [
    'collections',
    'the names of the collections made by hand that hold the product, with | between them, and || for a | within a name. Empty: it is in none.',
  ],
] as const

const ExampleFile = () => (
  <section
    aria-label="An example of a file"
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
    tabIndex={0}
    className="my-3 overflow-x-auto rounded-card border border-line bg-paper p-4 text-xs"
  >
    <pre>{exampleFile}</pre>
  </section>
)
