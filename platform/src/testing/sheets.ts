import { readXlsx } from 'hucre/xlsx'

/** The rows of the first sheet of an XLSX file; dates as instants of UTC. Throws when a cell holds a formula. */
export const readSheetRows = async (bytes: Uint8Array): Promise<readonly (readonly unknown[])[]> => {
  const { sheets } = await readXlsx(bytes, { readStyles: true })
  const cells = [...(sheets[0]?.cells?.values() ?? [])]
  const formula = cells.find((cell) => cell.formula !== undefined)?.formula
  if (formula !== undefined) throw new Error(`A cell holds the formula ${formula}`)
  return sheets[0]?.rows ?? []
}
