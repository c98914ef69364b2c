/** A piece of an order, by the line and by what it is: the size that was bought, or that of a swap. */
export interface PieceOf {
  position: number
  variantId: string | null
}

export interface BoughtLine extends PieceOf {
  quantity: number
  /** Pieces that were refunded without a return of theirs. */
  refunded: number
}

/** A line of a return that was neither refused nor cancelled. */
export interface GoneLine extends PieceOf {
  /** Of a withdrawal only what has arrived, or was settled: anybody can state one. */
  pieces: number
  arrived: number
  /** Settled, and no money went back with it: that may have gone back without the return. */
  isSettledWithoutRefund: boolean
  swap: { variantId: string; isSent: boolean } | undefined
}

const isSame = (one: PieceOf, other: PieceOf) => one.position === other.position && one.variantId === other.variantId
const sum = (pieces: number[]) => pieces.reduce((all, each) => all + each, 0)

/** The pieces that have ever been with the buyer: those that were bought, and those of swaps that were sent. */
export function sentPieces(bought: readonly BoughtLine[], gone: readonly GoneLine[]): (PieceOf & { pieces: number })[] {
  const all = bought.map(({ position, variantId, quantity }) => ({ position, variantId, pieces: quantity }))
  for (const { position, pieces, swap } of gone) {
    if (!swap?.isSent) continue
    const piece = { position, variantId: swap.variantId }
    const known = all.find(each => isSame(each, piece))
    if (known) known.pieces += pieces
    else all.push({ ...piece, pieces })
  }
  return all
}

/** How many of each piece its buyer can send back: what is with them, less what was refunded or is on its way back. */
export function returnablePieces(bought: readonly BoughtLine[], gone: readonly GoneLine[]) {
  return sentPieces(bought, gone).map(({ pieces, ...piece }) => {
    const here = pieces - sum(gone.filter(line => isSame(line, piece)).map(line => line.pieces))
    const { quantity, refunded } = bought.find(({ position }) => position === piece.position) ?? {
      quantity: 0,
      refunded: 0,
    }
    const unpaid = gone.filter(({ position, swap }) => position === piece.position && !swap?.isSent)
    const open = unpaid.filter(line => !line.isSettledWithoutRefund)
    const settled = unpaid.filter(line => line.isSettledWithoutRefund)
    const paid =
      quantity - sum(open.map(line => line.pieces)) - Math.max(refunded, sum(settled.map(line => line.pieces)))
    return { ...piece, left: Math.max(0, Math.min(here, paid)) }
  })
}

/** How many more of each piece can arrive: no more than were sent. */
export const arrivablePieces = (bought: readonly BoughtLine[], gone: readonly GoneLine[]) =>
  sentPieces(bought, gone).map(({ pieces, ...piece }) => ({
    ...piece,
    left: pieces - sum(gone.filter(line => isSame(line, piece)).map(({ arrived }) => arrived)),
  }))
