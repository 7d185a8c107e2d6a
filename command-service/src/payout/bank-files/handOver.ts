import { join } from 'node:path'
import { z } from 'zod'
import { readOrder } from '../sepa.ts'
import { isMissing, writePart, type Disk } from './disk.ts'

/** What a record says of a file that was handed over. Never a name or a number of a bank account. */
const zHandedOver = z.strictObject({ amountMinor: z.int(), currency: z.string() })
export type HandedOver = Readonly<z.infer<typeof zHandedOver>>

/**
 * How far a payment file is. Only what is there proves anything; that a file is missing does not, because
 * the bank and other people empty directories (docs/domain/payout.md#payment-files).
 *
 * | `drafts/` | `sent/` | `out/`  | stage         | what follows                                       |
 * |-----------|---------|---------|---------------|----------------------------------------------------|
 * | file      | any     | any     | `draft`       | not handed over yet: record it, then hand it over   |
 * | –         | record  | any     | `handed_over` | wait for the bank's statement, however long         |
 * | –         | –       | file    | `handed_over` | the same: written by a version without `sent/`      |
 * | –         | –       | –       | `no_trace`    | nothing is known: only a person may decide          |
 */
export type Stage =
  | Readonly<{ stage: 'draft'; order: HandedOver }>
  | Readonly<{ stage: 'handed_over'; order: HandedOver }>
  | Readonly<{ stage: 'no_trace' }>

/** The draft was not written, so nothing can have been handed over. */
export class NotDraftedError extends Error {
  override name = 'NotDraftedError'
}

export type HandOverOptions = Readonly<{ directory: string; disk: Disk; deadlineMs: number }>

const parseOrder = (xml: string): HandedOver => {
  const order = readOrder(xml)
  if (order === undefined) throw new Error('The payment file cannot be read')
  return order
}

const createPaths =
  (directory: string) =>
  (name: string): Readonly<Record<'draft' | 'record' | 'out', string>> => ({
    draft: join(directory, 'drafts', `${name}.xml`),
    record: join(directory, 'sent', `${name}.json`),
    out: join(directory, 'out', `${name}.xml`),
  })

/**
 * Hands payment files over to the bank, each name once, whenever the process dies and whatever the bank
 * fetches in between: draft, record, then one atomic move to `out/`, the order of which never changes.
 */
export const createHandOver = ({ directory, disk, deadlineMs }: HandOverOptions) => {
  const pathsFor = createPaths(directory)
  const ensureDirectories = async (): Promise<void> => {
    for (const name of ['drafts', 'sent', 'out']) await disk.ensureDirectory(join(directory, name))
  }

  const readStage = async (name: string): Promise<Stage> => {
    const paths = pathsFor(name)
    const draft = await disk.read(paths.draft)
    if (draft !== undefined) return { stage: 'draft', order: parseOrder(draft) }
    const record = await disk.read(paths.record)
    if (record !== undefined) return { stage: 'handed_over', order: zHandedOver.parse(JSON.parse(record)) }
    const out = await disk.read(paths.out)
    return out === undefined ? { stage: 'no_trace' } : { stage: 'handed_over', order: parseOrder(out) }
  }

  /** From the stage `draft` on. Another process may finish the same draft at the same time. */
  const finish = async (name: string, order: HandedOver): Promise<HandedOver> => {
    const paths = pathsFor(name)
    await ensureDirectories()
    await disk.move(await writePart(disk, paths.record, JSON.stringify(order)), paths.record)
    try {
      await disk.move(paths.draft, paths.out)
    } catch (error) {
      if (!isMissing(error)) throw error
    }
    return order
  }

  const writeDraft = async (name: string, xml: string): Promise<void> => {
    const { draft } = pathsFor(name)
    const began = performance.now()
    let part: string
    try {
      await ensureDirectories()
      part = await writePart(disk, draft, xml)
      // Staff may have decided about the payout while the disk hung.
      if (performance.now() - began > deadlineMs) throw new Error('The disk is too slow')
    } catch (error) {
      throw new NotDraftedError('The payment file cannot be written', { cause: error })
    }
    await disk.move(part, draft)
  }

  return {
    /** Hands over what is still a draft, and answers how far the file is then. */
    resume: async (name: string): Promise<Stage> => {
      const stage = await readStage(name)
      return stage.stage === 'draft'
        ? { stage: 'handed_over', order: await finish(name, stage.order) }
        : stage
    },
    /**
     * Hands the file over unless it was before. Throws a `NotDraftedError` when nothing can have been handed
     * over; after any other error its stage says how far it is.
     */
    handOver: async (name: string, xml: string): Promise<HandedOver> => {
      const stage = await readStage(name)
      if (stage.stage === 'handed_over') return stage.order
      if (stage.stage === 'no_trace') await writeDraft(name, xml)
      return finish(name, stage.stage === 'draft' ? stage.order : parseOrder(xml))
    },
  }
}
