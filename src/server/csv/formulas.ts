const formula = /^'*[=+\-@\t\r\n＝＋－＠]/
const neutralised = /^'+[=+\-@\t\r\n＝＋－＠]/

/** A cell that no spreadsheet runs as a formula: one that it would begins with an apostrophe more. */
export const neutralise = (cell: string): string => (formula.test(cell) ? `'${cell}` : cell)

/** The cell as it was before `neutralise`. */
export const restore = (cell: string): string => (neutralised.test(cell) ? cell.slice(1) : cell)
