type Cell = string | number | null

/** What makes a spreadsheet run a cell as a formula (docs/domain/security.md#spreadsheets). */
const RISKY = /^[\s\u00a0\ufeff"]*[=+\-@\uff1d\uff0b\uff0d\uff20]/
const quote = (text: string) => `"${text.replaceAll('"', '""')}"`
const formatCell = (cell: Cell) =>
  quote(cell === null ? '' : typeof cell === 'number' ? String(cell) : (RISKY.test(cell) ? "'" : '') + cell)

/** CSV of rows, as the server writes it: every cell quoted, with the mark that makes spreadsheets read UTF-8. */
export const formatCsv = (rows: readonly (readonly Cell[])[]): string =>
  `\ufeff${rows.map((cells) => `${cells.map(formatCell).join(',')}\r\n`).join('')}`

/** Downloads a table that is on the screen. */
export const downloadCsv = (fileName: string, rows: readonly (readonly Cell[])[]): void => {
  const address = URL.createObjectURL(new Blob([formatCsv(rows)], { type: 'text/csv;charset=utf-8' }))
  Object.assign(document.createElement('a'), { href: address, download: fileName }).click()
  // The browser reads the file after it has handled the click.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
