import { describeVariation } from './variation.ts'

/** The runs of sizes, in the order in which the owner chooses among them. All sizes of a product belong to one run. */
export const sizeRuns = [
  { run: 'alpha', name: 'XXS to 3XL' },
  { run: 'eu', name: 'EU 32 to 50' },
  { run: 'us', name: 'US 0 to 22' },
  { run: 'uk', name: 'UK 4 to 26' },
  { run: 'ring', name: 'Rings, EU 44 to 64' },
  { run: 'acc', name: 'S, M, L (belts, hats, gloves)' },
  { run: 'one', name: 'One size' },
] as const
export type SizeRun = (typeof sizeRuns)[number]['run']

/** A size that the shop knows. Nobody types a size, so that none is misspelt or sorted wrongly. */
export interface Size {
  /** As it is stored and sent: `alpha-M`, `eu-40`, `ring-54`, `one`. */
  code: string
  /** As it is shown: "M", "EU 40", "54". */
  label: string
  /** The same size as others name it: "US 7, UK N" for a ring. */
  also?: string
  run: SizeRun
  /** The body that it fits, the same for sizes of several runs: `clothes-M`, `ring-54`, `acc-S`, `one`. */
  fits: string
}

const alpha = ['XXS', 'XS', 'S', 'M', 'L', 'XL', 'XXL', '3XL']

/** The even numbers of a run from the first to the last, each two in a row fitting one letter, as in the size guide. */
const clothes = (run: 'eu' | 'us' | 'uk', first: number, last: number, firstFits: string): Size[] =>
  evenFrom(first, last).map((number, index) => ({
    code: `${run}-${number}`,
    label: `${run.toUpperCase()} ${number}`,
    run,
    fits: `clothes-${alpha[alpha.indexOf(firstFits) + Math.floor(index / 2)]}`,
  }))

const evenFrom = (first: number, last: number) =>
  Array.from({ length: (last - first) / 2 + 1 }, (_, index) => first + 2 * index)

/** The EU size is the inner circumference in mm. US sizes begin at 36.5 mm and step by 2.55 mm; to the nearest half. */
const usRing = (circumference: number) => Math.round(((circumference - 36.5) / 2.55) * 2) / 2

/** UK sizes are letters with halves, two for one US size: US 7 is N½, as in the size guide. */
const ukRing = (us: number) => `${String.fromCharCode(65 + 2 * us - 1)}½`

/** All sizes, in their true order. */
export const sizes: readonly Size[] = [
  ...alpha.map(letter => ({
    code: `alpha-${letter}`,
    label: letter,
    run: 'alpha' as const,
    fits: `clothes-${letter}`,
  })),
  ...clothes('eu', 32, 50, 'XS'),
  ...clothes('us', 0, 22, 'XS'),
  ...clothes('uk', 4, 26, 'XS'),
  ...Array.from({ length: 21 }, (_, index) => 44 + index).map(mm => ({
    code: `ring-${mm}`,
    label: String(mm),
    also: `US ${usRing(mm)}, UK ${ukRing(usRing(mm))}`,
    run: 'ring' as const,
    fits: `ring-${mm}`,
  })),
  ...['S', 'M', 'L'].map(letter => ({
    code: `acc-${letter}`,
    label: letter,
    run: 'acc' as const,
    fits: `acc-${letter}`,
  })),
  { code: 'one', label: 'One size', run: 'one', fits: 'one' },
]

/** A body that sizes of one or several runs fit. Shoppers filter by it. */
export interface Fit {
  /** As it is stored in a filter: `clothes-M`, `ring-54`. */
  code: string
  /** As it is shown below its kind: "M", "54". */
  label: string
  /** The same in other runs: "EU 40-42", "US 8-10", "UK 12-14". */
  also: string[]
  kind: FitKind
}

export const fitKinds = ['Clothes', 'Rings', 'Belts, hats, gloves', 'One size'] as const
export type FitKind = (typeof fitKinds)[number]

const kindOf: Record<SizeRun, FitKind> = {
  alpha: 'Clothes',
  eu: 'Clothes',
  us: 'Clothes',
  uk: 'Clothes',
  ring: 'Rings',
  acc: 'Belts, hats, gloves',
  one: 'One size',
}

/** All bodies that the sizes fit, in their order. The database counts products by their places in it, so a new one comes last. */
export const fits: readonly Fit[] = [...Map.groupBy(sizes, size => size.fits)].map(([code, [first, ...others]]) => ({
  code,
  label: first?.label ?? code,
  kind: kindOf[first?.run ?? 'one'],
  also: first?.also ? [first.also] : joinRuns(others),
}))

/** "EU 40-42", "US 8-10": the first and the last size of each run. */
function joinRuns(others: Size[]): string[] {
  const runs = [...Map.groupBy(others, ({ run }) => run).values()]
  return runs.map(run => [run[0]?.label, run.at(-1)?.label.split(' ')[1]].join('-'))
}

/** A fit as it is called outside of its kind: "Size M", "Ring 54". */
export function fitName({ kind, label }: Fit): string {
  if (kind === 'Rings') return `Ring ${label}`
  return kind === 'Clothes' ? `Size ${label}` : `${kind}${kind === label ? '' : ` ${label}`}`
}

/** A fit by its code, with its place among all; undefined for a code that the shop does not know. */
export const findFit = (code: string): (Fit & { place: number }) | undefined => fitByCode.get(code)
const fitByCode = new Map(fits.map((fit, place) => [fit.code, { ...fit, place }]))

/**
 * Reads what a list is filtered by, from codes with commas between them, in their true order. A size stands for its fit (`eu-40`
 * for `clothes-M`). An unknown code stays, and fits nothing.
 * @returns undefined for none
 */
export function readFits(sent: unknown): string[] | undefined {
  if (typeof sent !== 'string') return undefined
  const codes = sent.split(',', maxFits).map(code => findSize(code)?.fits ?? code.slice(0, maxCodeLength))
  const chosen = [...new Set(codes)].filter(code => code !== '')
  const placeOf = (code: string) => findFit(code)?.place ?? fits.length
  return chosen.length > 0 ? chosen.toSorted((a, b) => placeOf(a) - placeOf(b)) : undefined
}
const maxFits = 40
const maxCodeLength = 20

/** The size of a product that has no sizes to choose from; its variant has the product's id. */
export const oneSize = 'one'

const byCode = new Map(sizes.map((size, place) => [size.code, { ...size, place }]))

/** A size with its place in the order of all sizes; undefined for a code that the shop does not know. */
export const findSize = (code: string): (Size & { place: number }) | undefined => byCode.get(code)

/** A size as shoppers read it; its code when the shop does not know it. */
export const labelOf = (code: string): string => byCode.get(code)?.label ?? code

/** A size as shoppers read it; undefined for one size, for none, and for an unknown code. */
export const sizeLabel = (code: string | null | undefined): string | undefined =>
  code && code !== oneSize ? byCode.get(code)?.label : undefined

/** A bought piece as e-mails and the payment page name it: "Colette Wrap Dress, Pine, M". `size` is a code. */
export function nameWithVariation(piece: { name: string; color: string | null; size: string | null }): string {
  const variation = describeVariation({ color: piece.color ?? undefined, size: sizeLabel(piece.size) })
  return variation ? `${piece.name}, ${variation}` : piece.name
}

/** A size as an admin saves it. Empty texts mean none. */
export interface SizeInput {
  size: string
  sku: string | null
  barcode: string | null
}

export const sizeLimits = { sku: 60, barcode: 40, perProduct: 30 } as const

/**
 * Reads the sizes that an admin sends, in their true order. Never throws: the error is one sentence.
 * @param sent an array of `{ size, sku?, barcode? }`; an empty one means one size
 */
export function readSizes(sent: unknown): { sizes: SizeInput[]; error?: undefined } | { error: string } {
  if (!Array.isArray(sent)) return { error: 'The sizes must be a list.' }
  if (sent.length > sizeLimits.perProduct)
    return { error: `A product can have at most ${sizeLimits.perProduct} sizes.` }
  const read: (SizeInput & { place: number })[] = []
  const runs = new Set<SizeRun>()
  for (const each of sent.length > 0 ? sent : [{ size: oneSize }]) {
    const {
      size: code,
      sku,
      barcode,
    } = (typeof each === 'object' && each !== null ? each : { size: each }) as Record<string, unknown>
    const size = typeof code === 'string' ? findSize(code) : undefined
    if (!size)
      return {
        error: `The shop knows no size ${typeof code === 'string' ? `"${code.slice(0, 40)}"` : 'of this kind'}.`,
      }
    if (read.some(({ size }) => size === code)) return { error: `The size ${size.label} is there twice.` }
    runs.add(size.run)
    if (runs.size > 1) return { error: 'All sizes of a product must be of one run: these are of two.' }
    const error = codeError('sku', sku, size.label) ?? codeError('barcode', barcode, size.label)
    if (error !== undefined) return { error }
    read.push({ size: size.code, sku: readCode(sku), barcode: readCode(barcode), place: size.place })
  }
  const twice = (name: 'sku' | 'barcode') => {
    const given = read.flatMap(each => each[name]?.toLowerCase() ?? [])
    return given.find((code, index) => given.indexOf(code) !== index)
  }
  if (twice('sku')) return { error: `Two sizes have the SKU "${twice('sku')}".` }
  if (twice('barcode')) return { error: `Two sizes have the barcode "${twice('barcode')}".` }
  return { sizes: read.toSorted((a, b) => a.place - b.place).map(({ place, ...size }) => size) }
}

const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u
const nameOf = { sku: 'SKU', barcode: 'barcode' } as const

/** One sentence about an SKU or a barcode that is not valid. @param label the size as shoppers read it, if the sentence has to name it */
export function codeError(kind: 'sku' | 'barcode', value: unknown, label?: string): string | undefined {
  if (value === undefined || value === null) return undefined
  const text = typeof value === 'string' ? value.trim() : undefined
  if (text !== undefined && text.length <= sizeLimits[kind] && !invisible.test(text)) return undefined
  return `The ${nameOf[kind]}${label ? ` of ${label}` : ''} must be a text of at most ${sizeLimits[kind]} characters.`
}

/** A code that is valid; null for none. */
const readCode = (value: unknown): string | null => (typeof value === 'string' && value.trim()) || null
