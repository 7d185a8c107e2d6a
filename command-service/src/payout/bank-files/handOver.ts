import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { z } from 'zod'
import { readOrder } from '../sepa.ts'
import { isMissing, writePart, type Disk } from './disk.ts'

/** What was ordered with a file. */
export type HandedOver = Readonly<{ amountMinor: number; currency: string }>
/**
 * The record of a file that was handed over. Never a name or a number of a bank account. `draft`: which draft
 * went to the bank; records of versions with one draft for each name do not say so.
 */
const zRecord = z.strictObject({ amountMinor: z.int(), currency: z.string(), draft: z.string().optional() })

/**
 * How far a payment file is. Only what is there proves anything; that a file is missing does not, because
 * the bank and other people empty directories (docs/domain/payout.md#payment-files).
 *
 * | `drafts/`       | `sent/` | `out/`  | stage         | what follows                                     |
 * |-----------------|---------|---------|---------------|--------------------------------------------------|
 * | the recorded    | record  | any     | `draft`       | hand it over                                     |
 * | others or none  | record  | any     | `handed_over` | wait for the bank's statement, however long      |
 * | any             | –       | any     | `draft`       | not handed over yet: record one, hand it over    |
 * | –               | –       | file    | `handed_over` | the same: written by a version without `sent/`   |
 * | –               | –       | –       | `no_trace`    | nothing is known: only a person may decide       |
 */
export type Stage =
  | Readonly<{ stage: 'draft'; draft: string; order: HandedOver }>
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

const parseRecord = (name: string, json: string) => {
  const { draft = name, ...order } = zRecord.parse(JSON.parse(json))
  return { draft, order }
}

const createPaths = (directory: string) => ({
  drafts: join(directory, 'drafts'),
  draft: (draft: string) => join(directory, 'drafts', `${draft}.xml`),
  record: (name: string) => join(directory, 'sent', `${name}.json`),
  out: (name: string) => join(directory, 'out', `${name}.xml`),
})

/** How far the file is, from what is there. */
const createStageReader = (disk: Disk, paths: ReturnType<typeof createPaths>) => {
  const readDraft = async (name: string): Promise<Stage | undefined> => {
    const [found] = (await disk.list(paths.drafts))
      .filter((file) => file.startsWith(`${name}.`) && file.endsWith('.xml'))
      .toSorted()
    const xml = found === undefined ? undefined : await disk.read(join(paths.drafts, found))
    return found === undefined || xml === undefined
      ? undefined
      : { stage: 'draft', draft: found.slice(0, -'.xml'.length), order: parseOrder(xml) }
  }
  return async (name: string): Promise<Stage> => {
    const json = await disk.read(paths.record(name))
    if (json !== undefined) {
      const { draft, order } = parseRecord(name, json)
      const isWaiting = (await disk.read(paths.draft(draft))) !== undefined
      return isWaiting ? { stage: 'draft', draft, order } : { stage: 'handed_over', order }
    }
    const draft = await readDraft(name)
    if (draft !== undefined) return draft
    const out = await disk.read(paths.out(name))
    return out === undefined ? { stage: 'no_trace' } : { stage: 'handed_over', order: parseOrder(out) }
  }
}

/**
 * Hands payment files over to the bank, each name once, whenever the process dies, whatever the bank fetches
 * in between, and however many processes do it: draft, record, then one atomic move to `out/`, the order of
 * which never changes. The first record names the one draft that may be moved.
 */
export const createHandOver = ({ directory, disk, deadlineMs }: HandOverOptions) => {
  const paths = createPaths(directory)
  const readStage = createStageReader(disk, paths)
  const ensureDirectories = async (): Promise<void> => {
    for (const name of ['drafts', 'sent', 'out']) await disk.ensureDirectory(join(directory, name))
  }

  /** The draft that the record names: this one, unless another process was first. */
  const recordDraft = async (name: string, draft: string, order: HandedOver): Promise<string> => {
    const record = paths.record(name)
    const part = await writePart(disk, record, JSON.stringify({ ...order, draft }))
    if (await disk.moveFirst(part, record)) return draft
    await disk.remove(part)
    const json = await disk.read(record)
    if (json === undefined) throw new Error('The record of the payment file has gone')
    const recorded = parseRecord(name, json).draft
    if (recorded !== draft) await disk.remove(paths.draft(draft))
    return recorded
  }

  /** From the stage `draft` on. Another process may finish the same file at the same time. */
  const finish = async (name: string, draft: string, order: HandedOver): Promise<HandedOver> => {
    await ensureDirectories()
    const recorded = await recordDraft(name, draft, order)
    try {
      await disk.move(paths.draft(recorded), paths.out(name))
    } catch (error) {
      if (!isMissing(error)) throw error
    }
    return order
  }

  const writeDraft = async (name: string, xml: string): Promise<string> => {
    const draft = `${name}.${randomUUID()}`
    const began = performance.now()
    let part: string
    try {
      await ensureDirectories()
      part = await writePart(disk, paths.draft(draft), xml)
      // Staff may have decided about the payout while the disk hung.
      if (performance.now() - began > deadlineMs) throw new Error('The disk is too slow')
    } catch (error) {
      throw new NotDraftedError('The payment file cannot be written', { cause: error })
    }
    await disk.move(part, paths.draft(draft))
    return draft
  }

  return {
    /** Hands over what is still a draft, and answers how far the file is then. */
    resume: async (name: string): Promise<Stage> => {
      const stage = await readStage(name)
      return stage.stage === 'draft'
        ? { stage: 'handed_over', order: await finish(name, stage.draft, stage.order) }
        : stage
    },
    /**
     * Hands the file over unless it was before. Throws a `NotDraftedError` when nothing can have been handed
     * over; after any other error its stage says how far it is.
     */
    handOver: async (name: string, xml: string): Promise<HandedOver> => {
      const stage = await readStage(name)
      if (stage.stage === 'handed_over') return stage.order
      if (stage.stage === 'draft') return finish(name, stage.draft, stage.order)
      return finish(name, await writeDraft(name, xml), parseOrder(xml))
    },
  }
}
