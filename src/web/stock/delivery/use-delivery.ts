import { useEffect, useRef, useState } from 'react'
import { v4 } from 'uuid'
import { currencyNoun, readTypedAmount } from '#domain/currency.ts'
import { plainAmount, toDollars } from '#domain/money.ts'
import { readTypedCount } from '#domain/products/stock.ts'
import type { FoundSize } from '#domain/stock/board.ts'
import { deliveryLimits } from '#domain/stock/delivery.ts'
import { formErrorOf, wasSentBefore } from '../../session/form-error.ts'
import { useFindByCodeMutation, useReceiveDeliveryMutation } from '../api.ts'

/** A line as it is typed. */
export interface TypedLine {
  variantId: string
  name: string
  size: string
  sku: string | null
  /** What lies there before; null for a size that is not counted. */
  shelf: number | null
  pieces: string
  cost: string
  error?: string
  costError?: string
}

type Size = Omit<TypedLine, 'pieces' | 'cost' | 'error' | 'costError'>

/** A code with how many pieces of it came, as it was scanned or pasted. */
export interface ScannedCode {
  code: string
  pieces: number
  cost?: string
}

const sizeOf = ({ variantId, name, color, size, sku, shelf }: FoundSize): Size => ({
  ...{ variantId, name: `${name}, ${color}`, size, sku, shelf },
})

/** Adds pieces to the line of a size, or a new line at the top, where it is seen. */
function added(lines: TypedLine[], size: Size, pieces: number, cost = ''): TypedLine[] {
  const known = lines.find(({ variantId }) => variantId === size.variantId)
  if (!known) return [{ ...size, pieces: String(pieces), cost }, ...lines]
  const line = { ...known, pieces: String((readTypedCount(known.pieces) ?? 0) + pieces), cost: cost || known.cost }
  return lines.map(each => (each === known ? line : each))
}

/** A delivery that is being typed, pasted or scanned. */
export function useDelivery() {
  const [lines, setLines] = useState<TypedLine[]>([])
  const [unknown, setUnknown] = useState<ScannedCode[]>([])
  const [error, setError] = useState('')
  const key = useRef(v4())
  const [find] = useFindByCodeMutation()
  const [receive, { isLoading: isSaving }] = useReceiveDeliveryMutation()

  useEffect(() => {
    if (lines.length === 0) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [lines.length])

  const addSize = (size: Size) => setLines(earlier => added(earlier, size, 1))

  /** Looks codes up, and adds their pieces. Those that no size has are listed. */
  async function addCodes(codes: ScannedCode[]): Promise<void> {
    setError('')
    const { data, error: problem } = await find(codes.map(({ code }) => code))
    if (!data) return setError(`${codes.map(({ code }) => code).join(', ')}: not looked up. ${formErrorOf(problem)}`)
    const found = new Map(data.map(each => [each.code, each]))
    setLines(earlier =>
      codes.reduce((all, { code, pieces, cost }) => {
        const size = found.get(code)
        return size ? added(all, sizeOf(size), pieces, cost) : all
      }, earlier),
    )
    setUnknown(earlier => [...codes.filter(({ code }) => !found.has(code)), ...earlier])
  }

  const change = (variantId: string, fields: Partial<TypedLine>) =>
    setLines(earlier =>
      earlier.map(line =>
        line.variantId === variantId ? { ...line, error: undefined, costError: undefined, ...fields } : line,
      ),
    )

  /** @returns the pieces of the delivery, undefined when something was wrong */
  async function save(note: string): Promise<number | undefined> {
    const checked = lines.map(line => ({ ...line, error: problemOf(line), costError: costProblemOf(line) }))
    setLines(checked)
    setError('')
    if (checked.some(line => line.error !== undefined || line.costError !== undefined)) return undefined
    if (unknown.length > 0) {
      setError('Some of it was not found: leave that out first, or add its sizes.')
      return undefined
    }
    const sent = lines.map(({ variantId, pieces, cost }) => ({
      ...{ variantId, pieces: readTypedCount(pieces) ?? 0 },
      ...(cost.trim() !== '' && { cost: toDollars(readTypedAmount(cost) ?? 0) }),
    }))
    const { data, error: problem } = await receive({ id: key.current, note, lines: sent })
    if (wasSentBefore(problem)) key.current = v4()
    if (!data) setError(`The delivery was not received. ${formErrorOf(problem)}`)
    else setLines([])
    return data?.pieces
  }

  return {
    ...{ lines, unknown, error, isSaving, addSize, addCodes, change, save },
    addUnread: (unread: ScannedCode[]) => setUnknown(earlier => [...unread, ...earlier]),
    remove: (variantId: string) => setLines(earlier => earlier.filter(line => line.variantId !== variantId)),
    forget: () => setUnknown([]),
  }
}

function problemOf({ pieces }: TypedLine): string | undefined {
  const n = readTypedCount(pieces) ?? 0
  return n >= 1 && n <= deliveryLimits.pieces
    ? undefined
    : `Type a whole number from 1 to ${deliveryLimits.pieces.toLocaleString('en')}.`
}

const costProblemOf = ({ cost }: TypedLine): string | undefined =>
  cost.trim() === '' || readTypedAmount(cost) !== undefined ? undefined : costHint()

const costHint = () => `Type the cost in ${currencyNoun()}, such as ${plainAmount(1_250)}.`

/** Reads pasted lines: a code, how many pieces (1 when missing) and what each cost. A line that is none is among the `unread`. */
export function readPasted(block: string[][]): { codes: ScannedCode[]; unread: ScannedCode[] } {
  const [codes, unread]: [ScannedCode[], ScannedCode[]] = [[], []]
  for (const [code = '', pieces = '1', cost] of block) {
    const n = readTypedCount(pieces) ?? 0
    if (code === '' && pieces === '1') continue
    if (code !== '' && n >= 1) codes.push({ code, pieces: n, ...(cost && { cost }) })
    else unread.push({ code: `${code} ${pieces}`.trim(), pieces: 1 })
  }
  return { codes, unread }
}
