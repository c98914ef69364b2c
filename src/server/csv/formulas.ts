// A spreadsheet that parts cells at semicolons or tabs sees a new one behind each of them.
const formula = /(?<=^|[;\t])('*)(?=[=+\-@\t\r\n＝＋－＠])/g
const neutralised = /(?<=^|[;\t])'('*)(?=[=+\-@\t\r\n＝＋－＠])/g

/** A cell that no spreadsheet runs as a formula: what it would run begins with an apostrophe more. */
export const neutralise = (cell: string): string => cell.replace(formula, "'$1")

/** The cell as it was before `neutralise`. */
export const restore = (cell: string): string => cell.replace(neutralised, '$1')
