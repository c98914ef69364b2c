import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { neutralise, restore } from './formulas.ts'
import { readCsv } from './read.ts'
import { writeCsv } from './write.ts'

const columns = ['id', 'name', 'note'] as const
const cure = 'save it as CSV UTF-8.'

async function* inPieces(bytes: Buffer, size: number) {
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size)
}
async function gathered<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const item of items) all.push(item)
  return all
}
async function read(file: string | Buffer, size = 7) {
  const bytes = Buffer.isBuffer(file) ? file : Buffer.from(file)
  return await gathered(readCsv(inPieces(bytes, size), columns))
}
const refusalOf = (file: string | Buffer) =>
  read(file).then(
    () => 'not refused',
    error => (error as Error).message,
  )
async function* each<T>(items: T[]) {
  yield* items
}
const written = async (rows: string[][]) =>
  Buffer.concat(await gathered<Buffer>(writeCsv(columns, each([rows.slice(0, 2), rows.slice(2)]))))

const anyCell = fc.oneof(
  fc.string({ unit: 'binary' }).map(text => text.replaceAll('\0', '').toWellFormed()),
  fc.stringMatching(/^'{0,3}[=+\-@\t\r\n＝][a-z"',;\r\n]*$/),
  fc.constantFrom('', ' ', '"', '""', "'", 'a,b', 'a;b', 'a\tb', 'a\r\nb', '\r', '\n', 'Ünïcödé', '👗👜'),
)

test('a written file reads back unchanged, in pieces of any size', async () => {
  const rows = fc.array(fc.tuple(fc.uuid(), anyCell, anyCell), { maxLength: 20 })
  await fc.assert(
    fc.asyncProperty(rows, fc.integer({ min: 1, max: 50 }), async (cells, size) => {
      const found = await read(await written(cells), size)
      expect(found.map(row => [row.cells.id, row.cells.name, row.cells.note])).toEqual(cells)
      expect(found.every(({ error }) => error === undefined)).toBe(true)
    }),
    { numRuns: 300 },
  )
})

test('no written cell begins with a formula', () => {
  fc.assert(
    fc.property(anyCell, cell => {
      expect(neutralise(cell)).not.toMatch(/^[=+\-@\t\r\n＝＋－＠]/)
      expect(restore(neutralise(cell))).toBe(cell)
    }),
    { numRuns: 1_000 },
  )
  expect(['=1+1', "'=1+1", '+49 30', '-5', '@sum', "'quoted'", 'a=b'].map(neutralise)).toEqual([
    "'=1+1",
    "''=1+1",
    "'+49 30",
    "'-5",
    "'@sum",
    "'quoted'",
    'a=b',
  ])
})

test('nor does the text after a semicolon or a tab, where other spreadsheets separate cells', () => {
  expect(['a;=1', 'a\t@b;-c', "a;'=1", 'a; b'].map(neutralise)).toEqual(["a;'=1", "a\t'@b;'-c", "a;''=1", 'a; b'])
})

test('a file with a header line only has no rows, and reads back', async () => {
  const file = await written([])
  expect(file.toString()).toBe('\ufeffid,name,note\r\n')
  expect(await read(file)).toEqual([])
})

describe('rows', () => {
  const expected = [
    { line: 2, cells: { id: '1', name: 'Silk, dress', note: 'a' } },
    { line: 3, cells: { id: '2', name: 'b', note: '' } },
  ]
  test.each([
    ['commas', 'id,name,note\n1,"Silk, dress",a\n2,b,\n'],
    ['semicolons', 'id;name;note\r\n1;Silk, dress;a\r\n2;b;\r\n'],
    ['tabs, a BOM and no last line end', '\ufeffid\tname\tnote\n1\tSilk, dress\ta\n2\tb\t'],
    ['line ends of an old Mac', 'id,name,note\r1,"Silk, dress",a\r2,b,\r'],
    ['names in another order, large and quoted', 'NOTE ,"Name", id\na,"Silk, dress",1\n,b,2\n'],
    ['empty columns at the end', 'id,name,note,,\n1,"Silk, dress",a,,\n2,b,,,\n'],
  ])('with %s are told apart', async (_, file) => {
    expect(await read(file)).toEqual(expected)
  })

  test('report the line number that an editor shows', async () => {
    const file = 'id,name,note\r\n1,"two\r\nlines",a\r\n\r\n,,\r\n2,"three\n\nlines",b\r\n3,c,d\r\n'
    expect((await read(file)).map(({ line, cells }) => [line, cells.id])).toEqual([
      [2, '1'],
      [6, '2'],
      [9, '3'],
    ])
  })

  test('with too few or too many cells are an error of that row', async () => {
    const rows = await read('id,name,note\n1,a\n2,a,b,c\n3,a,b')
    expect(rows.map(({ line, error }) => [line, error?.split(':')[0]])).toEqual([
      [2, 'This row has 2 cells where the first line has 3'],
      [3, 'This row has 4 cells where the first line has 3'],
      [4, undefined],
    ])
  })
})

const good = 'id,name,note\n1,a,b\n'
const mustName = 'The first line must name the columns id, name, note:'
const wrongQuote =
  'has a quote in a wrong place: a cell with quotes must stand in quotes, with each of its own doubled.'

test.each<[string, string | Buffer, string]>([
  [
    'a line of nothing but commas',
    `id,name,note\n1,2,3\n${','.repeat(1_000_000)}\n`,
    'The row on line 3 is longer than 64 KB: a quote may not be closed.',
  ],
  [
    'a file of rows that are too short',
    `id,name,note\n${'\n'.repeat(10_001)}`,
    'More than 10,000 rows have not as many cells as the first line.',
  ],
  ['nothing', '', 'The file is empty.'],
  ['a BOM alone', '\ufeff', 'The file is empty.'],
  ['empty lines', '\n\n\r\n', 'The file is empty.'],
  ['UTF-16, little end first', Buffer.from(`\ufeff${good}`, 'utf16le'), `This file is UTF-16: ${cure}`],
  ['UTF-16, big end first', Buffer.from(`\ufeff${good}`, 'utf16le').swap16(), `This file is UTF-16: ${cure}`],
  ['UTF-16 without BOM', Buffer.from(good, 'utf16le'), `Line 1 of this file holds bytes that are no text: ${cure}`],
  ['a NUL', `${good}2,a\0,b\n`, `Line 3 of this file holds bytes that are no text: ${cure}`],
  ['Latin-1', Buffer.from(`${good}2,Robe à volants,b\n`, 'latin1'), `Line 3 of this file is not UTF-8: ${cure}`],
  ['a character cut in two', Buffer.from(`${good}2,é`).subarray(0, -1), `Line 3 of this file is not UTF-8: ${cure}`],
  ['a spreadsheet', Buffer.from('PK\x03\x04\x14\0'), `This is a spreadsheet and no CSV file: ${cure}`],
  ['no names', '1,a,b\n', `${mustName} id, name, note are missing, 1, a, b are unknown.`],
  ['a name missing', 'id,name\n', `${mustName} note is missing.`],
  ['a name twice', 'id,name,note,name\n', `${mustName} name stands there twice.`],
  [
    'names too many',
    `id,name,note,${Array.from({ length: 9_000 }, (_, n) => n)}\n`,
    `${mustName} 0, 1, 2, 3, 4 and 8995 more are unknown.`,
  ],
  ['a name too many', 'id,name,,note\n', `${mustName} a column without a name is unknown.`],
  ['10,000 columns', `id,name,note,${'x,'.repeat(9_996)}x\n`, `${mustName} x stands there twice, x is unknown.`],
  [
    'a first line without end',
    `${'x'.repeat(70_000)}`,
    'The row that begins on line 1 is longer than 64 KB: a quote may not be closed.',
  ],
  [
    'a file that is cut off',
    `${good}2,a,"b\nc`,
    'The row that begins on line 3 has a quote that never closes: the file may have been cut off.',
  ],
  [
    'an enormous cell',
    `${good}2,a,"${'x'.repeat(70_000)}"\n`,
    'The row that begins on line 3 is longer than 64 KB: a quote may not be closed.',
  ],
  ['a quote within a cell', `${good}2,5" heel,b\n`, `The row that begins on line 3 ${wrongQuote}`],
  ['a quote that closes too early', `${good}2,"a"b,c\n`, `The row that begins on line 3 ${wrongQuote}`],
  [
    'lone quotes',
    '"""',
    'The row that begins on line 1 has a quote that never closes: the file may have been cut off.',
  ],
])('%s is refused in one sentence', async (_, file, sentence) => {
  expect(await refusalOf(file)).toBe(sentence)
})

test('the event loop serves others while a long file is read', async () => {
  let turns = 0
  const timer = setInterval(() => {
    turns += 1
  }, 0)
  const text = `id,name,note\n${',,\n'.repeat(300_000)}a,b,c\n`
  expect(await read(text, 65_536)).toHaveLength(1)
  clearInterval(timer)
  expect(turns).toBeGreaterThan(10)
})

test('a header line of 60,000 commas before a name is refused at once', async () => {
  const before = performance.now()
  expect(await refusalOf(`${','.repeat(60_000)}x\n`)).toContain(mustName)
  expect(performance.now() - before).toBeLessThan(10_000) // comparing each cell with all others took 43 s
})

test('the event loop serves others while long texts are written', async () => {
  const text = `;=${'"\n'.repeat(2_500)}`
  const page = Array.from({ length: 1_000 }, () => [text, text, text])
  let turns = 0
  const timer = setInterval(() => {
    turns += 1
  }, 0)
  await gathered(writeCsv(columns, each([page])))
  clearInterval(timer)
  expect(turns).toBeGreaterThan(10)
})

test('the line of an error is right after line ends in cells', async () => {
  const rows = Array.from({ length: 500 }, (_, n) => `${n},"one\r\ntwo",b\r\n`).join('')
  expect(await refusalOf(`id,name,note\r\n${rows}x,"y"z,b\r\n`)).toBe(`The row that begins on line 1002 ${wrongQuote}`)
})

test('a consumer that stops reading ends the source, and an error in the rows fails the file', async () => {
  let isEnded = false
  async function* endless() {
    try {
      for (;;) yield [['1', 'a', 'b']]
    } finally {
      isEnded = true
    }
  }
  for await (const piece of writeCsv(columns, endless())) {
    expect(piece.length).toBeGreaterThan(0)
    break
  }
  await expect.poll(() => isEnded).toBe(true)

  async function* failing() {
    yield [['1', 'a', 'b']]
    throw new Error('the database is gone')
  }
  await expect(gathered(writeCsv(columns, failing()))).rejects.toThrow('the database is gone')
})

test('after any error in a file its source is drained, because the connection waits for its end', async () => {
  const longRow = `name\n${'x'.repeat(100_000)}`
  for (const start of [longRow, 'name\na"b\n', 'wrong\n1\n', 'name\n"a']) {
    let isGivenBack = false
    async function* source() {
      try {
        yield Buffer.from(start)
        for (;;) yield Buffer.from(`${'x'.repeat(70_000)}\n`)
      } finally {
        isGivenBack = true
      }
    }
    await expect(gathered(readCsv(source(), ['name']))).rejects.toThrow()
    await expect.poll(() => isGivenBack).toBe(true)
  }
})
