const holdsBlocks = ':has(table, h1, h2, h3, h4, h5, h6, ul, ol, img)'

/**
 * Makes of pasted HTML what a text can have: a line for each row of a table, and headings of the second level for those of the first,
 * which is the title of the page. A table that only lays out other blocks stays for the editor to take apart.
 */
export function adaptPasted(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  for (const table of body.querySelectorAll<HTMLTableElement>(`table:not(${holdsBlocks})`))
    table.replaceWith(...[...table.rows].map(lineOf))
  for (const title of body.querySelectorAll('h1')) {
    const heading = document.createElement('h2')
    heading.append(...title.childNodes)
    title.replaceWith(heading)
  }
  return body.innerHTML
}

function lineOf({ cells }: HTMLTableRowElement): HTMLElement {
  const line = document.createElement('p')
  for (const cell of cells) {
    for (const block of cell.querySelectorAll('p, div')) block.replaceWith(...block.childNodes, ' ')
    if (cell.textContent.trim() === '') continue
    if (line.hasChildNodes()) line.append(' · ')
    line.append(...cell.childNodes)
  }
  return line
}
