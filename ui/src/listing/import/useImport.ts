import { useRef, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { sendCommand } from '../../data/records/dataProvider.ts'
import { problemText } from '../../data/http/problems.ts'
import { useText } from '../../i18n/text.ts'
import type { PlannedRow } from './plan.ts'

/**
 * The outcome of a row; absent while it is pending. A draft can exist although the rest of its row was
 * refused.
 */
export type RowOutcome =
  | Readonly<{ kind: 'made'; listingId: string }>
  | Readonly<{ kind: 'failed'; detail: string; listingId?: string }>

/**
 * Creates one listing after another, each with its own idempotency keys, so that a retry creates nothing
 * twice.
 */
export const useImport = () => {
  const t = useText()
  const client = useQueryClient()
  const keys = useRef(new Map<string, string>())
  const [outcomes, setOutcomes] = useState<ReadonlyMap<number, RowOutcome>>(new Map())
  const [running, setRunning] = useState(false)
  const findKey = (name: string): string => {
    const known = keys.current.get(name) ?? crypto.randomUUID()
    keys.current.set(name, known)
    return known
  }
  const importRow = async ({ line, draft, sections }: PlannedRow): Promise<RowOutcome> => {
    let listingId: string | undefined
    try {
      const { id } = await sendCommand({ resource: 'listing-drafts', body: draft, key: findKey(`${line}`) })
      listingId = id
      for (const { section, patch } of sections)
        await sendCommand({
          resource: 'listings',
          id,
          verb: 'update-section',
          body: { section, patch, baseVersion: 0 },
          key: findKey(`${line}/${section}`),
        })
      return { kind: 'made', listingId: id }
    } catch (error) {
      return {
        kind: 'failed',
        detail: problemText(error, t),
        ...(listingId === undefined ? {} : { listingId }),
      }
    }
  }
  const run = async (rows: readonly PlannedRow[]): Promise<void> => {
    setRunning(true)
    const results = new Map(outcomes)
    for (const row of rows) {
      if (results.get(row.line)?.kind === 'made') continue
      results.set(row.line, await importRow(row))
      setOutcomes(new Map(results))
    }
    setRunning(false)
    for (const resource of ['listings', 'onboarding']) void client.invalidateQueries({ queryKey: [resource] })
  }
  return { run, running, outcomes }
}
