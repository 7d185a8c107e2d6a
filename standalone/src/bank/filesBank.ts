import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { addDays, type LocalDate } from '@hearth/contracts/kernel/dates'
import { parseMinor } from '@hearth/command-service/payout/bank-files/amounts'
import { parseEndToEndId } from '@hearth/command-service/payout/sepa'
import { payoutOfKey } from '@hearth/contracts/payout'

const FIRST_DAY: LocalDate = '2026-03-04'

/** One execution of a payment file; a file that is fetched twice is executed twice. */
type Execution = Readonly<{ reference: string; amount: string; returned: boolean }>

type Entry = Readonly<{ id: string; amount: string; direction: 'DBIT' | 'CRDT' }>
type Statement = Readonly<{ number: number; day: LocalDate; entries: readonly Entry[] }>

const readText = (xml: string, element: string): string =>
  new RegExp(`<${element}[^>]*>([^<]+)<`).exec(xml)?.[1] ?? ''

const formatEntry = ({ id, amount, direction }: Entry, day: LocalDate): string =>
  `<Ntry><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>${direction}</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>` +
  `<BookgDt><Dt>${day}</Dt></BookgDt><NtryDtls><TxDtls><Refs><EndToEndId>${id}</EndToEndId></Refs>` +
  `${direction === 'CRDT' ? '<RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf>' : ''}` +
  '</TxDtls></NtryDtls></Ntry>'

const formatStatement = ({ number, day, entries }: Statement, version: number): string =>
  '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt>' +
  `<Id>S-${number}</Id><CreDtTm>${day}T0${version}:00:00Z</CreDtTm>` +
  entries.map((entry) => formatEntry(entry, day)).join('') +
  '</Stmt></BkToCstmrStmt></Document>'

/**
 * A bank that fetches payment files and writes statements: late, several times, and some first with entries
 * missing, which a correction adds. `share`: the part of transfers that it returns.
 */
export const createFilesBank = ({
  directory,
  random,
  share,
}: Readonly<{ directory: string; random: () => number; share: number }>) => {
  const [out, into] = [join(directory, 'out'), join(directory, 'in')]
  for (const path of [out, into]) mkdirSync(path, { recursive: true })
  const executed: Execution[] = []
  const statements: Statement[] = []
  let unstated: Entry[] = []
  let [files, repeats, corrections] = [0, 0, 0]

  const deliver = (statement: Statement, version: number): void => {
    files += 1
    const name = `${String(files).padStart(6, '0')}.xml`
    // Complete before it appears, as banks do.
    writeFileSync(join(directory, name), formatStatement(statement, version))
    renameSync(join(directory, name), join(into, name))
  }

  const fetchFiles = (): void => {
    for (const name of readdirSync(out).filter((file) => file.endsWith('.xml'))) {
      const xml = readFileSync(join(out, name), 'utf8')
      rmSync(join(out, name))
      const [id, amount] = [readText(xml, 'EndToEndId'), readText(xml, 'InstdAmt')]
      const returned = random() < share
      executed.push({ reference: parseEndToEndId(id) ?? id, amount, returned })
      unstated.push({ id, amount, direction: 'DBIT' })
      if (returned) unstated.push({ id, amount, direction: 'CRDT' })
    }
  }

  const writeStatement = (): void => {
    if (unstated.length === 0) return
    const number = statements.length + 1
    const statement = { number, day: addDays(FIRST_DAY, number), entries: unstated }
    unstated = []
    statements.push(statement)
    if (random() < 0.3) {
      corrections += 1
      deliver({ ...statement, entries: statement.entries.filter(() => random() < 0.5) }, 1)
    }
    deliver(statement, 2)
    const again = statements[Math.floor(random() * statements.length)]
    if (again !== undefined && random() < 0.5) {
      repeats += 1
      deliver(again, random() < 0.5 ? 2 : 3)
    }
  }

  return {
    /** How often each payout was executed. */
    effects: (): ReadonlyMap<string, number> => {
      const effects = new Map<string, number>()
      for (const { reference } of executed) {
        const id = payoutOfKey(reference) ?? reference
        effects.set(id, (effects.get(id) ?? 0) + 1)
      }
      return effects
    },
    /** What was executed, and what of it was returned. */
    cents: () => {
      const add = (list: readonly Execution[]) =>
        list.reduce((total, { amount }) => total + (parseMinor(amount, 'EUR') ?? 0), 0)
      return { executed: add(executed), returned: add(executed.filter(({ returned }) => returned)) }
    },
    counts: () => ({ statements: statements.length, files, repeats, corrections }),
    /** Fetches what is there, and writes a statement now and then. */
    act: (): void => {
      fetchFiles()
      if (random() < 0.3) writeStatement()
    },
    /** Writes what is not in a statement yet. */
    end: (): void => {
      fetchFiles()
      writeStatement()
    },
    hasUnread: (): boolean => readdirSync(into).length > 0,
  }
}
