// Spreadsheets that separate cells at semicolons or tabs see a new cell after each of them.
const formula = /(?<=^|[;\t])('*)(?=[=+\-@\t\r\n＝＋－＠])/g
const neutralised = /(?<=^|[;\t])'('*)(?=[=+\-@\t\r\n＝＋－＠])/g

/** A cell that no spreadsheet runs as a formula: an extra apostrophe goes before each text that it would run. */
export const neutralise = (cell: string): string => cell.replace(formula, "'$1")

/** The cell as it was before `neutralise`. */
export const restore = (cell: string): string => cell.replace(neutralised, '$1')
