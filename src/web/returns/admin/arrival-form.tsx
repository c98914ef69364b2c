import { describeVariation } from '#domain/products/variation.ts'
import type { BoardReturn, ShownReturnLine } from '#domain/returns/return.ts'
import { useGetOrderQuery } from '../../orders/api.ts'
import { useUser } from '../../session/use-user.ts'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import { controlShape } from '../../ui/form/control-shape.ts'
import { useNoteArrivalMutation } from './api.ts'
import { StepForm, type StepProps } from './step-form.tsx'

type Piece = Pick<
  ShownReturnLine,
  'position' | 'variantId' | 'name' | 'size' | 'color' | 'quantity' | 'arrived' | 'restocked'
>

/** A withdrawal that names no pieces may bring back any of its order. */
export function ArrivalForm({ shown, onClose }: StepProps<BoardReturn>) {
  const viewer = { orderId: shown.order?.orderId ?? '', userId: useUser()?._id }
  const { currentData: order } = useGetOrderQuery(viewer, { skip: shown.lines.length > 0 })
  const pieces: Piece[] | undefined =
    shown.lines.length > 0
      ? shown.lines
      : order?.products?.map(({ position, variantId, name, size, color, quantity }) => ({
          ...{ position, name, size, color, quantity, arrived: 0, restocked: 0 },
          ...(variantId && { variantId }),
        }))
  return pieces ? <Pieces shown={shown} pieces={pieces} onClose={onClose} /> : <Spinner />
}

function Pieces({ shown, pieces, onClose }: StepProps<BoardReturn> & { pieces: Piece[] }) {
  const [note] = useNoteArrivalMutation()
  const startsFull = shown.lines.length > 0

  function send(fields: FormData) {
    const lines = pieces.map(({ position, variantId }, index) => ({
      ...{ position, ...(variantId && { variantId }) },
      arrived: Number(fields.get(`arrived-${index}`)),
      restocked: Number(fields.get(`restocked-${index}`)),
    }))
    const come = lines.filter(({ arrived }) => arrived > 0)
    if (come.length === 0) return 'Say how many have arrived.'
    if (come.some(({ arrived, restocked }) => restocked > arrived)) return 'No more can go on the shelf than arrived.'
    return note({ id: shown._id, lines: come })
  }

  return (
    <StepForm action="Save" done="Noted. The buyer is told that it has arrived." onClose={onClose} send={send}>
      <p className="text-sm text-stone">
        What goes back on the shelf can be sold again at once. The money, or the other size, is a step of its own.
      </p>
      <ul className="flex flex-col gap-5">
        {pieces.map((piece, index) => (
          <li key={`${piece.position} ${piece.variantId}`}>
            <p className="text-sm [overflow-wrap:anywhere]">
              {[piece.name, describeVariation(piece)].filter(Boolean).join(', ')}
            </p>
            <div className="mt-2 grid grid-cols-2 gap-4">
              <Count
                label="Arrived"
                name={`arrived-${index}`}
                from={piece.arrived}
                to={piece.quantity}
                isFull={startsFull}
              />
              <Count
                label="Back on the shelf"
                name={`restocked-${index}`}
                from={piece.restocked}
                to={piece.quantity}
                isFull={startsFull}
              />
            </div>
          </li>
        ))}
      </ul>
    </StepForm>
  )
}

interface CountProps {
  label: string
  name: string
  from: number
  to: number
  isFull: boolean
}

const Count = ({ label, name, from, to, isFull }: CountProps) => (
  <label className="flex flex-col gap-1.5 text-sm">
    {label}
    <select name={name} defaultValue={isFull ? to : from} className={`${controlShape} border-edge tabular-nums`}>
      {Array.from({ length: to - from + 1 }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: it is the number of pieces
        <option key={index} value={from + index}>
          {from + index}
        </option>
      ))}
    </select>
  </label>
)
