// Draws docs/performance.svg from the figures that `npm run bench -- --json docs/performance.json` has written.
//   npm run bench:growth
import { readFileSync, writeFileSync } from 'node:fs'

interface Row {
  what: string
  products: number
  p50: number
  perSecond: number
  raw: number
}

const { rows } = JSON.parse(readFileSync('docs/performance.json', 'utf8')) as { rows: Row[] }
const lines = [
  'shop page, kept',
  'list answer, each another',
  'product answer, made anew',
  'shop page, each another',
  'search, each another',
  'order: cart to confirmation',
]
const colors = ['#5e7264', '#8e2f3c', '#a97b2b', '#1f4f8f', '#473aa3', '#4d4a47']
const sizes = [...new Set(rows.map(({ products }) => products))].sort((a, b) => a - b)
const [width, height, left, top, bottom, right] = [860, 460, 70, 56, 48, 250]

const ratios = rows.map(({ perSecond, raw }) => perSecond / raw)
const min = 10 ** Math.floor(Math.log10(Math.min(...ratios)))
const x = (products: number) =>
  left +
  ((Math.log10(products) - Math.log10(sizes[0] ?? 1)) / Math.log10((sizes.at(-1) ?? 1) / (sizes[0] ?? 1))) *
    (width - left - right)
const y = (ratio: number) =>
  top + ((Math.log10(1) - Math.log10(ratio)) / (Math.log10(1) - Math.log10(min))) * (height - top - bottom)

const grid: string[] = []
for (let ratio = 1; ratio >= min * 0.99; ratio /= 10)
  grid.push(
    `<path d="M${left} ${y(ratio).toFixed(1)}H${width - right}" stroke="#e7e0d6"/>` +
      `<text x="${left - 10}" y="${(y(ratio) + 4).toFixed(1)}" text-anchor="end">${ratio.toPrecision(1)}</text>`,
  )
for (const size of sizes)
  grid.push(
    `<text x="${x(size).toFixed(1)}" y="${height - bottom + 24}" text-anchor="middle">${size.toLocaleString('en')}</text>`,
  )

const labels = lines
  .map((what, at) => ({ what, at, ratio: ratioOf(what, sizes.at(-1) ?? 0) }))
  .sort((a, b) => b.ratio - a.ratio)
let lowest = 0
const drawn = labels.map(({ what, at, ratio }) => {
  const points = sizes.map(size => `${x(size).toFixed(1)} ${y(ratioOf(what, size)).toFixed(1)}`)
  lowest = Math.max(y(ratio) + 4, lowest + 18)
  const dots = points.map(
    point => `<circle cx="${point.split(' ')[0]}" cy="${point.split(' ')[1]}" r="3.5" fill="${colors[at]}"/>`,
  )
  return (
    `<path d="M${points.join('L')}" fill="none" stroke="${colors[at]}" stroke-width="2"/>${dots.join('')}` +
    `<text x="${width - right + 14}" y="${lowest.toFixed(1)}" fill="${colors[at]}">${what}</text>`
  )
})

writeFileSync(
  'docs/performance.svg',
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="Georgia, serif" font-size="14" fill="#6f675f">
<title>What the shop answers in a second, as a part of a fixed answer, by the number of products</title>
<rect width="${width}" height="${height}" fill="#faf7f2"/>
<text x="${left}" y="30" font-size="17" fill="#1c1917">Answers in a second, as a part of a fixed answer of node:http</text>
${[...grid, ...drawn].join('\n')}
<text x="${(left + width - right) / 2}" y="${height - 6}" text-anchor="middle">products, and as many orders</text>
</svg>
`,
)

function ratioOf(what: string, products: number): number {
  const row = rows.find(each => each.what === what && each.products === products)
  if (!row) throw new Error(`docs/performance.json says nothing of "${what}" with ${products} products.`)
  return row.perSecond / row.raw
}
